// The parameters of sentences.

/// A parameter of sentences. Raw values are never reused with another meaning.
package enum SentenceParameter: String, CaseIterable, Sendable {
  case allowed
  case bits
  case bytes
  case channel
  case channels
  case chunk
  case contour
  case count
  case decibels
  case encoding
  case first
  case floor
  case form
  case found
  case foundF0 = "f0"
  case frequency
  case height
  case held
  case high
  case kind
  case limit
  case loudChannel = "loud_channel"
  case low
  case missing
  case measures
  case names
  case needed
  case number
  case otherNames = "other_names"
  case otherF0 = "other_f0"
  case otherRange = "other_range"
  case place
  case presence
  case presenceLimit = "presence_limit"
  case problems
  case promised
  case range
  case rate
  case run
  case samples
  case second
  case semitones
  case sessions
  case share
  case shareLimit = "share_limit"
  case strength
  case strengthLimit = "strength_limit"
  case system
  case things
  case time
  case type
  case wouldDo = "would_do"

  /// The meaning, with the unit unless the sentence has it.
  package var meaning: String {
    switch self {
    case .allowed: "maximum"
    case .bits: "bits per sample"
    case .bytes: "number of bytes"
    case .channel: "number of the measured channel, from 1"
    case .channels: "number of channels of the recording"
    case .chunk: "name of a WAV chunk"
    case .contour: "fluctuating quantity, in English"
    case .count: "count"
    case .decibels: "level difference in decibels"
    case .encoding: "sample encoding"
    case .first: "first of two different values"
    case .floor: "lowest F0, with its unit"
    case .form: "form type of the RIFF header"
    case .found: "found value; the unit is in the sentence or in the value"
    case .foundF0: "frequency, with its unit unless the sentence has it"
    case .frequency: "frequency in hertz"
    case .height: "relative height in percent"
    case .held: "duration, with its unit"
    case .high: "higher of two frequencies, in hertz"
    case .kind: "kind of file, in English"
    case .limit: "limit of the value, in its unit"
    case .loudChannel: "number of the channel with the audio, from 1"
    case .low: "lower of two frequencies, in hertz"
    case .missing: "missing amount, in seconds unless the value has a unit"
    case .measures: "names of measures, separated by commas"
    case .names: "names of recordings or sessions, separated by commas"
    case .needed: "required value; the unit is in the sentence or in the value"
    case .number: "number of an item in a sequence"
    case .otherNames: "names of other recordings or sessions, separated by commas"
    case .otherF0: "F0 in the other search range, with its unit"
    case .otherRange: "other F0 search range, with its unit"
    case .place: "location, in English"
    case .presence: "share of the segment with the finding, in percent"
    case .presenceLimit: "limit of `presence`, in percent"
    case .problems: "faults of a file, in English, separated by semicolons"
    case .promised: "declared amount, in seconds or bytes (see the sentence)"
    case .range: "F0 search range, with its unit"
    case .rate: "sample rate, with its unit unless the sentence has it"
    case .run: "number of consecutive samples"
    case .samples: "number of samples"
    case .second: "second of two different values"
    case .semitones: "number of semitones"
    case .sessions: "names of sessions, separated by commas"
    case .share: "share in percent"
    case .shareLimit: "limit of `share`, in percent"
    case .strength: "autocorrelation strength, 0 to 1"
    case .strengthLimit: "limit of `strength`"
    case .system: "message of the operating system or of a library, in English"
    case .things: "counted or measured quantity, in English"
    case .time: "time, in seconds or milliseconds (see the sentence)"
    case .type: "signal type, 1 to 4"
    case .wouldDo: "sufficient value, in hertz"
    }
  }
}

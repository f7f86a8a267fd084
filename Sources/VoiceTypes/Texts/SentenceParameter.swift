// What is filled into sentences, by name.

/// Something that a sentence fills in; the raw values are never reused for anything else.
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

  /// What it is, with its unit where the sentence does not give that.
  package var meaning: String {
    switch self {
    case .allowed: "how much there may be at most"
    case .bits: "bits of a sample"
    case .bytes: "a number of bytes"
    case .channel: "the number of the measured channel, from 1"
    case .channels: "how many channels the recording has"
    case .chunk: "the name of a part of a WAV file"
    case .contour: "what fluctuates, in English"
    case .count: "how many there are"
    case .decibels: "a difference of levels, in decibels"
    case .encoding: "how the samples are stored"
    case .first: "one of two values that differ"
    case .floor: "the floor of a pitch analysis, with its unit"
    case .form: "the form that a RIFF file says it has"
    case .found: "what was found; its unit stands in the sentence, or with it"
    case .foundF0: "a frequency, with its unit where the sentence does not give that"
    case .frequency: "a frequency in hertz"
    case .height: "a height in percent of another"
    case .held: "a time, with its unit"
    case .high: "the higher of two frequencies, in hertz"
    case .kind: "what a file is, in English"
    case .limit: "what the value is held against, in the unit of the value"
    case .loudChannel: "the number of the channel that holds the sound, from 1"
    case .low: "the lower of two frequencies, in hertz"
    case .missing: "how much is missing, in seconds unless its unit stands with it"
    case .measures: "names of measures, by commas"
    case .names: "names of recordings or sessions, by commas"
    case .needed: "what is needed; its unit stands in the sentence, or with it"
    case .number: "the number of one of several"
    case .otherNames: "names of other recordings or sessions, by commas"
    case .otherF0: "F0 in another pitch range, with its unit"
    case .otherRange: "another pitch range, with its unit"
    case .place: "where, in English"
    case .presence: "in how many percent of the segment it is there"
    case .presenceLimit: "what that is held against, in percent"
    case .problems: "what is wrong with a file, in English, by semicolons"
    case .promised: "how much was promised, in seconds or in bytes, as the sentence says"
    case .range: "a pitch range, with its unit"
    case .rate: "a sample rate, with its unit where the sentence does not give that"
    case .run: "how many in a row"
    case .samples: "a number of samples"
    case .second: "the other of two values that differ"
    case .semitones: "a number of semitones"
    case .sessions: "names of sessions, by commas"
    case .share: "a share in percent"
    case .shareLimit: "what that share is held against, in percent"
    case .strength: "a strength between 0 and 1"
    case .strengthLimit: "what that strength is held against"
    case .system: "what the operating system or a library says, in English"
    case .things: "what is counted or measured, in English"
    case .time: "a time, in seconds or milliseconds as the sentence says"
    case .type: "a signal type, 1 to 4"
    case .wouldDo: "what would do, in hertz"
    }
  }
}

// The sentences of recordings and sessions that make no baseline, or none as good as it might be.

package import VoiceTypes

/// What is wrong with what a baseline or a comparison is made of.
package enum BaselineText: String, SentenceTable {
  case reading
  case illness
  case cold
  case tooLong = "too_long.baseline"
  case tooShort = "too_short.baseline"
  case noSignalType = "signal_type.unknown"
  case tooIrregular = "signal_type.too_irregular"
  case irregular = "signal_type.irregular"
  case noF0 = "f0_confidence.no_f0"
  case tooUnsureF0 = "f0_confidence.too_low"
  case unsureF0 = "f0_confidence.low"
  case tooLittleVoice = "voiced_fraction.too_low"
  case littleVoice = "voiced_fraction.low"
  case vowelTooShort = "voiced_duration.too_low"
  case missingMeasures = "missing_measures"
  case f0Apart = "f0_apart"
  case duplicate
  case anotherPerson = "another_person"
  case noUsableRecording = "no_usable_recording"
  case noneToCompare = "no_usable_recording.to_compare"
  case recordedAtMissing = "recorded_at_missing"
  case sessionTooLong = "session_too_long"
  case sessionsTooFarApart = "sessions_too_far_apart"

  package var template: String {
    switch self {
    case .reading: "this is a text read aloud, and no held vowel"
    case .illness: "illness was noted for this recording"
    case .cold: "cold was noted for this recording"
    case .tooLong: "the recording lasts {found} s; less than {allowed} s is needed"
    case .tooShort: "the recording lasts {found} s; more than {needed} s is needed"
    case .noSignalType: "how regular the voice is could not be determined"
    case .tooIrregular:
      "the sound is too irregular for anything that is followed (signal type {type}); this can be "
        + "the recording or the voice"
    case .irregular:
      "too irregular for cycle-to-cycle measures (signal type {type}); followed are {measures}"
    case .noF0: "there is no F0: {problems}"
    case .tooUnsureF0: "F0 confidence is {found} %; at least {needed} % is needed"
    case .unsureF0: "F0 confidence is {found} %, below {limit} %"
    case .tooLittleVoice: "{share} % of the vowel is voiced; at least {needed} % is needed"
    case .littleVoice: "{share} % of the vowel is voiced, less than {limit} %"
    case .vowelTooShort: "the vowel lasts {found} s; at least {needed} s is needed"
    case .missingMeasures: "no value of {measures}: {problems}"
    case .f0Apart:
      "mean F0 of {names} is {range}, that of {other_names} {other_range}, {semitones} semitones "
        + "apart, as in two people, or in two octaves of one voice"
    case .duplicate: "this is the same recording as another one, here or in the baseline"
    case .anotherPerson:
      "the parent is the baseline of another user_id than that of the profile"
    case .noUsableRecording: "none of the recordings can be used ({count} given)"
    case .noneToCompare: "no new recording can be compared"
    case .recordedAtMissing:
      "there are {count} sessions, and not every recording of session {sessions} says when it was "
        + "made"
    case .sessionTooLong: "the recordings of session {sessions} are a day or more apart"
    case .sessionsTooFarApart:
      "the sessions lie within {found} days; at most {allowed} are allowed"
    }
  }

  package var advice: String? {
    switch self {
    case .reading: "give held vowels; a reading belongs beside them, for the index of both"
    case .illness, .cold: "record again when the voice is as usual"
    case .tooLong: "cut out one held vowel of 2 to 10 s, or record one"
    case .tooShort, .vowelTooShort: "hold the vowel for 2 to 10 s"
    case .noSignalType:
      "hold the vowel for 2 s or longer, close to the microphone, in a quiet room"
    case .tooIrregular, .irregular:
      "record a steady vowel at comfortable pitch and loudness, in a quiet room"
    case .noF0, .tooUnsureF0:
      "record a steady vowel, close to the microphone, in a quiet room"
    case .unsureF0: "move closer to the microphone, in a quiet room"
    case .tooLittleVoice: "hold the vowel without a break and without whispering"
    case .littleVoice: "hold the vowel without a break"
    case .missingMeasures: "hold the vowel for 2 s or longer, in a quiet room"
    case .f0Apart:
      "leave out what is of another person; if all are of one, say so with --one-person"
    case .duplicate: "give every recording once, and record each vowel anew"
    case .anotherPerson: "give the profile and the baseline of one person"
    case .noUsableRecording: "{to_do}"
    case .noneToCompare:
      "record three held vowels of 2 to 10 s; see the faults of each recording"
    case .recordedAtMissing: "give recorded_at for each recording, \(RecordedTime.form)"
    case .sessionTooLong: "give recordings of another day another session_id"
    case .sessionsTooFarApart: "leave out the older sessions, or record new ones"
    }
  }
}

/// The sentences of recordings that were made in different ways.
package struct ConditionText: SentenceTable {
  /// What differs from what.
  package enum Sides: String, CaseIterable {
    case amongRecordings = "among_recordings"
    case fromBaseline = "from_baseline"
    case ofSession = "of_session"
  }

  package let kind: ConditionDifference.Kind
  package let sides: Sides

  init(_ kind: ConditionDifference.Kind, _ sides: Sides) {
    self.kind = kind
    self.sides = sides
  }

  package init?(rawValue: String) {
    guard let text = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = text
  }

  package static let allCases = ConditionDifference.Kind.allCases.flatMap { kind in
    Sides.allCases.map { ConditionText(kind, $0) }
  }

  package var rawValue: String { "\(kind.rawValue)_differs.\(sides.rawValue)" }

  package var template: String {
    switch sides {
    case .amongRecordings: "\(kind.words): {first} in some recordings, {second} in others"
    case .fromBaseline: "\(kind.words): {first} in the baseline, {second} in the new recording"
    case .ofSession: "\(kind.words): {first} in the baseline, {second} in this session"
    }
  }

  package var advice: String? {
    switch sides {
    case .amongRecordings: "\(kind.advice), or leave out those that differ"
    case .fromBaseline: "\(kind.advice), or compare all the same with --allow-differences"
    case .ofSession: kind.advice
    }
  }
}

extension ConditionDifference {
  /// The difference as a fault.
  package func fault(_ sides: ConditionText.Sides) -> BaselineFault {
    BaselineFault(ConditionText(kind, sides), [.first: "\(baseline)", .second: "\(recording)"])
  }
}

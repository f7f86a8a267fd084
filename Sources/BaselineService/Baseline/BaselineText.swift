// The sentences about recordings and sessions that prevent or weaken a baseline.

package import VoiceTypes

/// A fault of the input of a baseline or comparison.
package enum BaselineText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

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
  case octaveOfBaseline = "octave_of_baseline"
  case f0Apart = "f0_apart"
  case f0ApartInStore = "f0_apart.in_store"
  case f0ApartOfVowel = "f0_apart.of_vowel"
  case duplicate
  case duplicateOfRecording = "duplicate.of_recording"
  case anotherPerson = "another_person"
  case noUsableRecording = "no_usable_recording"
  case noneToCompare = "no_usable_recording.to_compare"
  case recordedAtMissing = "recorded_at_missing"
  case sessionTooLong = "session_too_long"
  case sessionsTooFarApart = "sessions_too_far_apart"
}

/// The sentences about recordings with different conditions.
package struct ConditionText: SentenceTable {
  package static let texts = TextCatalogue.baselines

  /// The two sides of a difference.
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
}

extension ConditionDifference {
  /// The difference as a fault.
  package func fault(_ sides: ConditionText.Sides) -> BaselineFault {
    BaselineFault(ConditionText(kind, sides), [.first: "\(baseline)", .second: "\(recording)"])
  }
}

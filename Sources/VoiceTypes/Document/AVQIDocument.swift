// AVQI document of one speech and one vowel recording. Names and meanings are a contract with other
// programs.

/// Acoustic Voice Quality Index of two recordings.
public struct AVQIDocument: Sendable {
  /// Name and version of the format.
  public static let schema = "sagevoice/avqi/1"

  /// Identifier of this analysis, unique and not derived from the recordings.
  public var analysisID: String

  /// Sustained vowel.
  public var vowel: CheckedRecording

  /// Speech.
  public var speech: CheckedRecording

  /// Index or refusals.
  public var outcome: Outcome

  /// Software, settings and libraries.
  public var provenance: Provenance

  /// Time and duration of the analysis.
  public var run: RunFacts

  /// Index, or at least one refusal.
  public enum Outcome: Sendable {
    case complete(AVQIFindings)
    case refused([AVQIRefusal])
  }

  /// Creates a document.
  public init(
    analysisID: String, vowel: CheckedRecording, speech: CheckedRecording, outcome: Outcome,
    provenance: Provenance, run: RunFacts
  ) {
    self.analysisID = analysisID
    self.vowel = vowel
    self.speech = speech
    self.outcome = outcome
    self.provenance = provenance
    self.run = run
  }

  /// Refusals; empty if both recordings were analysed.
  public var refusals: [AVQIRefusal] {
    if case .refused(let refusals) = outcome { refusals } else { [] }
  }

  /// Findings; nil if a recording was refused.
  public var findings: AVQIFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// Recording with its quality checks.
public struct CheckedRecording: Sendable {
  /// Properties of the input.
  public var facts: RecordingFacts

  /// Quality checks; none for an unreadable input.
  public var quality: RecordingQualityReport

  /// Creates a checked recording.
  public init(facts: RecordingFacts, quality: RecordingQualityReport) {
    self.facts = facts
    self.quality = quality
  }
}

/// Role of a recording in the index.
public enum AVQIRole: String, CaseIterable, Sendable {
  case vowel
  case speech
}

/// Refusal of one recording or of the pair.
public struct AVQIRefusal: Sendable, Equatable {
  /// Recording with the fault.
  public var role: AVQIRole

  /// Reason.
  public var refusal: Refusal

  /// Creates a refusal of one recording.
  public init(role: AVQIRole, refusal: Refusal) {
    self.role = role
    self.refusal = refusal
  }
}

/// Index with its components.
public struct AVQIFindings: Sendable {
  /// Version of the index.
  public var version: AVQIVersion

  /// Analysed durations; nil without analysis.
  public var used: AVQIDurations?

  /// Six components of the index.
  public var parts: [AVQIPart: Measured]

  /// Value of the index.
  public var index: Measured

  /// Position relative to the published cut-off.
  public var classification: AVQIClassification

  /// Notes for the reader of the numbers.
  public var notes: [String] = []

  /// Creates findings without notes.
  public init(
    version: AVQIVersion, used: AVQIDurations?, parts: [AVQIPart: Measured], index: Measured,
    classification: AVQIClassification
  ) {
    self.version = version
    self.used = used
    self.parts = parts
    self.index = index
    self.classification = classification
  }
}

/// Analysed durations of both recordings.
public struct AVQIDurations: Sendable, Equatable {
  /// Duration of the non-silent speech.
  public var soundingSpeech: Seconds

  /// Duration of its voiced windows, which are analysed.
  public var voicedSpeech: Seconds

  /// Analysed duration of the vowel.
  public var vowel: Seconds

  /// Start and end of the vowel in its recording, without surrounding silence, in seconds. Nil in
  /// documents of versions up to 0.7.0, which do not trim silence.
  public var vowelSpan: ClosedRange<Double>?

  /// Creates the durations.
  public init(soundingSpeech: Seconds, voicedSpeech: Seconds, vowel: Seconds) {
    self.soundingSpeech = soundingSpeech
    self.voicedSpeech = voicedSpeech
    self.vowel = vowel
  }
}

/// Comparison of an index with a published cut-off, or the reason for its absence.
public enum AVQIClassification: Sendable, Equatable {
  case against(AVQICutOff, AVQIRelation)
  case none(reason: String)

  /// Comparison in one sentence without a full stop; nil without a comparison.
  public var sentence: String? {
    guard case .against(let cutOff, let relation) = self else { return nil }
    return "\(relation.words) the published cut-off \(cutOff.value) "
      + "(\(cutOff.language.name), AVQI \(cutOff.version.rawValue); \(cutOff.citation))"
  }
}

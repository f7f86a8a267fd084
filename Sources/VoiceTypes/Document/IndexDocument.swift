// Index document of one speech and one vowel recording. Names and meanings are a contract with
// other programs.

/// Index of two recordings.
public struct IndexDocument: Sendable {
  /// Name and version of the format.
  public static let schema = "sagevoice/index/1"

  /// Format of versions up to 0.29, for AVQI 03.01 only.
  public static let formerSchema = "sagevoice/avqi/1"

  /// Identifier of this analysis, unique and not derived from the recordings.
  public var analysisID: String

  /// Measured index.
  public var index: ConcatenatedIndex

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
    case complete(IndexFindings)
    case refused([IndexRefusal])
  }

  /// Creates a document.
  public init(
    analysisID: String, index: ConcatenatedIndex, vowel: CheckedRecording,
    speech: CheckedRecording, outcome: Outcome, provenance: Provenance, run: RunFacts
  ) {
    (self.analysisID, self.index, self.vowel, self.speech) = (analysisID, index, vowel, speech)
    (self.outcome, self.provenance, self.run) = (outcome, provenance, run)
  }

  /// Recording of a role.
  public subscript(role: IndexRole) -> CheckedRecording { role == .vowel ? vowel : speech }

  /// Refusals; empty if both recordings were analysed.
  public var refusals: [IndexRefusal] {
    if case .refused(let refusals) = outcome { refusals } else { [] }
  }

  /// Findings; nil if a recording was refused.
  public var findings: IndexFindings? {
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
    (self.facts, self.quality) = (facts, quality)
  }
}

/// Refusal of one recording or of the pair.
public struct IndexRefusal: Sendable {
  /// Recording with the fault.
  public var role: IndexRole

  /// Reason.
  public var refusal: Refusal

  /// Creates a refusal of one recording.
  public init(role: IndexRole, refusal: Refusal) { (self.role, self.refusal) = (role, refusal) }
}

/// Index with its parts.
public struct IndexFindings: Sendable {
  /// Analysed durations; nil without analysis.
  public var used: IndexDurations?

  /// Parts of the index.
  public var parts: [IndexPart: Measured]

  /// Value of the index.
  public var value: Measured

  /// Comparisons with the published cut-offs of a language, or the reason for their absence.
  public var comparison: IndexComparison

  /// Notes for the reader of the numbers.
  public var notes: [String]

  /// Creates findings.
  public init(
    used: IndexDurations?, parts: [IndexPart: Measured], value: Measured,
    comparison: IndexComparison, notes: [String] = []
  ) {
    (self.used, self.parts, self.value) = (used, parts, value)
    (self.comparison, self.notes) = (comparison, notes)
  }

  /// Position of the index relative to a cut-off, which only a measured index has.
  public func relation(to cutOff: IndexCutOff) -> IndexRelation {
    value.number.map(cutOff.relation) ?? .atOrBelow
  }
}

/// Analysed durations of both recordings.
public struct IndexDurations: Sendable {
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
  public init(
    soundingSpeech: Seconds, voicedSpeech: Seconds, vowel: Seconds,
    vowelSpan: ClosedRange<Double>? = nil
  ) {
    (self.soundingSpeech, self.voicedSpeech) = (soundingSpeech, voicedSpeech)
    (self.vowel, self.vowelSpan) = (vowel, vowelSpan)
  }
}

/// Published cut-offs for comparison with an index, at least one, or the reason for their absence.
public enum IndexComparison: Sendable {
  case against([IndexCutOff])
  case none(reason: String)

  /// The cut-offs; empty without comparison.
  public var cutOffs: [IndexCutOff] { if case .against(let cutOffs) = self { cutOffs } else { [] } }

  /// The reason for the absence of a comparison.
  public var reason: String? { if case .none(let reason) = self { reason } else { nil } }
}

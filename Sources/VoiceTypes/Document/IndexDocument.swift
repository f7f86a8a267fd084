// Index document of one speech and one vowel recording. Names and meanings are a contract with
// other programs.

/// Index of two recordings.
package struct IndexDocument: Sendable {
  /// Name and version of the format.
  package static let schema = "sagevoice/index/1"
  /// Format of versions up to 0.29, for AVQI 03.01 only.
  package static let formerSchema = "sagevoice/avqi/1"

  /// Identifier of this analysis, unique and not derived from the recordings.
  package var analysisID: String
  package var index: ConcatenatedIndex
  package var vowel: CheckedRecording
  package var speech: CheckedRecording
  package var outcome: Outcome
  package var provenance: Provenance
  package var run: RunFacts

  /// Index, or at least one refusal.
  package enum Outcome: Sendable {
    case complete(IndexFindings)
    case refused([IndexRefusal])
  }

  package init(
    analysisID: String, index: ConcatenatedIndex, vowel: CheckedRecording,
    speech: CheckedRecording, outcome: Outcome, provenance: Provenance, run: RunFacts
  ) {
    (self.analysisID, self.index, self.vowel, self.speech) = (analysisID, index, vowel, speech)
    (self.outcome, self.provenance, self.run) = (outcome, provenance, run)
  }

  package subscript(role: IndexRole) -> CheckedRecording { role == .vowel ? vowel : speech }

  /// Refusals; empty if both recordings were analysed.
  package var refusals: [IndexRefusal] {
    if case .refused(let refusals) = outcome { refusals } else { [] }
  }

  /// Findings; nil if a recording was refused.
  package var findings: IndexFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// Recording with its quality checks; an unreadable input has none.
package struct CheckedRecording: Sendable {
  package var facts: RecordingFacts
  package var quality: RecordingQualityReport

  package init(facts: RecordingFacts, quality: RecordingQualityReport) {
    (self.facts, self.quality) = (facts, quality)
  }
}

/// Refusal of one recording or of the pair.
package struct IndexRefusal: Sendable {
  package var role: IndexRole
  package var refusal: Refusal

  package init(role: IndexRole, refusal: Refusal) { (self.role, self.refusal) = (role, refusal) }
}

/// Index with its parts.
package struct IndexFindings: Sendable {
  /// Nil without analysis.
  package var used: IndexDurations?
  package var parts: [IndexPart: Measured]
  package var value: Measured
  package var comparison: IndexComparison
  /// Notes for the reader of the numbers.
  package var notes: [String]

  package init(
    used: IndexDurations?, parts: [IndexPart: Measured], value: Measured,
    comparison: IndexComparison, notes: [String] = []
  ) {
    (self.used, self.parts, self.value) = (used, parts, value)
    (self.comparison, self.notes) = (comparison, notes)
  }

  /// Position of the index relative to a cut-off, which only a measured index has.
  package func relation(to cutOff: IndexCutOff) -> IndexRelation {
    value.number.map(cutOff.relation) ?? .atOrBelow
  }
}

/// Analysed durations of both recordings.
package struct IndexDurations: Sendable {
  /// Duration of the non-silent speech.
  package var soundingSpeech: Seconds
  /// Duration of its voiced windows, which are analysed.
  package var voicedSpeech: Seconds
  /// Analysed duration of the vowel.
  package var vowel: Seconds
  /// Start and end of the vowel in its recording, without surrounding silence, in seconds. Nil in
  /// documents of versions up to 0.7.0, which do not trim silence.
  package var vowelSpan: ClosedRange<Double>?

  package init(
    soundingSpeech: Seconds, voicedSpeech: Seconds, vowel: Seconds,
    vowelSpan: ClosedRange<Double>? = nil
  ) {
    (self.soundingSpeech, self.voicedSpeech) = (soundingSpeech, voicedSpeech)
    (self.vowel, self.vowelSpan) = (vowel, vowelSpan)
  }
}

/// Published cut-offs for comparison with an index, at least one, or the reason for their absence.
package enum IndexComparison: Sendable {
  case against([IndexCutOff])
  case none(reason: String)

  package var cutOffs: [IndexCutOff] {
    if case .against(let cutOffs) = self { cutOffs } else { [] }
  }

  package var reason: String? { if case .none(let reason) = self { reason } else { nil } }
}

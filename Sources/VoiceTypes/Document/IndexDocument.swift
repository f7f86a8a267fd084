/// Index document of one speech and one vowel recording. Names and meanings are a contract with
/// other programs.
package struct IndexDocument: Sendable {
  /// Name and version of the format.
  package static let schema = "sagevoice/index/1"
  /// Format of versions up to 0.29, for AVQI 03.01 only.
  package static let formerSchema = "sagevoice/avqi/1"

  /// Recording with its quality checks; an unreadable input has none.
  package typealias Recording = (facts: RecordingFacts, quality: RecordingQualityReport)

  /// Refusal of one recording, or of the pair by the role of the recording to replace.
  package typealias RoleRefusal = (role: IndexRole, refusal: Refusal)

  /// Index, or at least one refusal.
  package enum Outcome: Sendable {
    case complete(IndexFindings)
    case refused([RoleRefusal])
  }

  /// Identifier of this analysis, unique and not derived from the recordings.
  package let analysisID: String
  package let index: ConcatenatedIndex
  package let recordings: (vowel: Recording, speech: Recording)
  package let outcome: Outcome
  package let provenance: Provenance
  package let run: RunFacts

  package init(
    analysisID: String, index: ConcatenatedIndex,
    recordings: (vowel: Recording, speech: Recording), outcome: Outcome, provenance: Provenance,
    run: RunFacts
  ) {
    (self.analysisID, self.index, self.recordings) = (analysisID, index, recordings)
    (self.outcome, self.provenance, self.run) = (outcome, provenance, run)
  }

  package subscript(role: IndexRole) -> Recording {
    role == .vowel ? recordings.vowel : recordings.speech
  }

  /// Refusals; empty if both recordings were analysed.
  package var refusals: [RoleRefusal] {
    if case .refused(let refusals) = outcome { refusals } else { [] }
  }

  /// Findings; nil if a recording was refused.
  package var findings: IndexFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// Index with its parts.
package struct IndexFindings: Sendable {
  /// Nil without analysis.
  package var used: IndexDurations?
  package var parts: [IndexPart: Measured]
  package var value: Measured
  /// Published cut-offs for comparison, at least one; empty with a reason.
  package var cutOffs: [IndexCutOff] = []
  /// Reason for the absence of a comparison; nil with cut-offs.
  package var notCompared: String?
  /// Notes for the reader of the numbers.
  package var notes: [String] = []
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
}

extension IndexFindings {
  /// Creates the findings of an analysis without comparison.
  package init(of index: ConcatenatedIndex, _ parts: [IndexPart: Measured]) {
    self.init(parts: parts, value: index.value(of: parts))
  }
}

extension IndexDurations {
  /// Creates the durations without the span of the vowel.
  package init(speech soundingSpeech: Seconds, voiced voicedSpeech: Seconds, vowel: Seconds) {
    self.init(soundingSpeech: soundingSpeech, voicedSpeech: voicedSpeech, vowel: vowel)
  }
}

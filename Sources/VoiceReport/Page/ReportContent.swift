internal import BaselineService
package import VoiceTypes

/// The input of a report: a document with self-reported data, figures and history.
package struct ReportContent: Sendable {
  /// A figure of the recording.
  package struct Drawing: Sendable {
    package let kind: FigureKind
    package let scene: Scene

    package init(kind: FigureKind, scene: Scene) { (self.kind, self.scene) = (kind, scene) }
  }

  /// The results document of the recording.
  package let document: ResultsDocument

  /// Self-reported data of the speaker; nil without a speaker.
  package let profile: UserProfile?

  /// The baseline of the speaker; nil if unknown.
  package let baseline: VocalBaseline?

  /// The figures; empty for a document without a recording.
  package let drawings: [Drawing]

  /// Two small panels of the first printed sheet; empty for a document without a recording.
  package let summary: [Scene]

  /// Entries of the clinic; nil without any.
  package var header: ReportHeader?

  /// The recording time from the metadata; nil if unknown.
  package var recordedAt: String?

  /// The sessions of the speaker; nil without earlier sessions.
  package var history: VoiceHistory?

  /// The comparison with the baseline.
  package var change: BaselineChange

  /// The meaning of the session times.
  package var historyTimes = HistoryTimes.ofRecording

  /// The meaning of session times.
  package enum HistoryTimes: Sendable {
    case ofRecording
    case ofAnalysis
  }

  /// Creates the content.
  /// - Parameter comparison: The stored comparison of the session with the baseline; nil without one.
  package init(
    document: ResultsDocument, profile: UserProfile? = nil, baseline: VocalBaseline? = nil,
    comparison: ComparisonDocument? = nil, drawings: [Drawing] = [], summary: [Scene] = [],
    recordedAt: String? = nil
  ) {
    self.recordedAt = recordedAt
    (self.document, self.profile) = (document, profile)
    (self.baseline, self.drawings, self.summary) = (baseline, drawings, summary)
    change = BaselineChange(of: document, comparison, with: baseline)
  }

  /// Returns the baseline mean of a measure, the number of its sessions, and the personal range of one
  /// recording, in the unit of the measure; nil if unknown.
  func personalRange(
    of measure: Measure
  ) -> (mean: Double, sessions: Int, range: ConfidenceInterval)? {
    guard let baseline, let known = baseline.measures.first(where: { $0.measure == measure }),
      let range = baseline.personalRange(of: measure, vowels: 1)
    else { return nil }
    return (known.usual, known.sessions, range)
  }
}

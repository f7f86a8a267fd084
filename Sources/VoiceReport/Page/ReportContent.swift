// What a page is made of.

package import VoiceTypes

/// A document with what is told of the person, and the figures of its recording.
package struct ReportContent: Sendable {
  /// A figure of the recording.
  package struct Drawing: Sendable {
    package let kind: FigureKind
    package let scene: Scene

    /// A figure as it is drawn.
    package init(kind: FigureKind, scene: Scene) { (self.kind, self.scene) = (kind, scene) }
  }

  /// What is said of the recording.
  package let document: ResultsDocument

  /// What the person told; nil for nobody in particular.
  package let profile: UserProfile?

  /// What is usual for the person; nil where it is not known.
  package let baseline: VocalBaseline?

  /// The figures; none where only a document is known.
  package let drawings: [Drawing]

  /// Two small ones in their place, side by side, for paper; none likewise.
  package let summary: [Scene]

  /// When the recording was made, as it was told; nil where that is not known.
  package var recordedAt: String?

  /// The visits of the person; nil where none but this is known.
  package var history: VoiceHistory?

  /// What the times of these are.
  package var historyTimes = HistoryTimes.ofRecording

  /// What the times of visits are.
  package enum HistoryTimes: Sendable {
    case ofRecording
    case ofAnalysis
  }

  /// Puts a page together.
  package init(
    document: ResultsDocument, profile: UserProfile?, baseline: VocalBaseline?,
    drawings: [Drawing], summary: [Scene] = []
  ) {
    (self.document, self.profile) = (document, profile)
    (self.baseline, self.drawings, self.summary) = (baseline, drawings, summary)
  }

  /// What a measure usually is, where the range of that is known.
  func usual(_ measure: Measure) -> BaselineMeasure? {
    baseline?.measures.first { $0.measure == measure && $0.variation != nil }
  }
}

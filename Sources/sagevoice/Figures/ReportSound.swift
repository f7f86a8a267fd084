// A recording as its page shows it: the document, and the figures that the form of the page has room
// for.

import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

/// A document with the figures of its recording.
struct ReportSound {
  let document: ResultsDocument
  var drawings: [ReportContent.Drawing] = []
  var summary: [Scene] = []

  /// A document alone.
  init(_ document: ResultsDocument) { self.document = document }

  /// A recording that is measured now.
  init(
    measuring source: AudioSource, by pipeline: VoicePipeline, for form: PageForm,
    _ language: Language, workspace: inout AnalysisWorkspace
  ) {
    let examined = pipeline.examine(source, workspace: &workspace)
    document = examined.document
    let kinds: [FigureKind] =
      switch form {
      case .html where examined.document.refusal == nil: FigureKind.allCases
      case .html: [.overview]
      case .pdf: []
      }
    let material = FigureMaterial(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(kinds), workspace: &workspace)
    drawings = kinds.map {
      ReportContent.Drawing(kind: $0, scene: Figure.scene($0, of: material, language: language))
    }
    if form == .pdf { summary = Figure.summary(of: material, language: language) }
  }

  /// All of a page about it.
  func content(
    _ document: ResultsDocument, profile: UserProfile?, baseline: VocalBaseline?
  ) -> ReportContent {
    ReportContent(
      document: document, profile: profile, baseline: baseline, drawings: drawings,
      summary: summary)
  }
}

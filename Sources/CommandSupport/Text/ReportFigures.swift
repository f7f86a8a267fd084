package import DSPCore
package import VoicePipeline
package import VoiceReport
package import VoiceTypes
package import WAVIngest

/// A document with the figures of its recording, in the selection of the page format.
package struct ReportFigures {
  package let document: ResultsDocument
  package var drawings: [ReportContent.Drawing] = []
  package var summary: [Scene] = []

  /// Creates a document without figures.
  package init(_ document: ResultsDocument) { self.document = document }

  /// Analyses a recording and draws its figures.
  package init(
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
    let material = FigureInput(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(kinds), workspace: &workspace)
    drawings = kinds.map {
      ReportContent.Drawing(kind: $0, scene: Figure.scene($0, of: material, language: language))
    }
    summary = Figure.summary(of: material, language: language)
  }

  /// Returns the content of a report.
  package func content(
    _ document: ResultsDocument, profile: UserProfile?, baseline: VocalBaseline?,
    comparison: ComparisonDocument? = nil
  ) -> ReportContent {
    ReportContent(
      document: document, profile: profile, baseline: baseline, comparison: comparison,
      drawings: drawings, summary: summary)
  }
}

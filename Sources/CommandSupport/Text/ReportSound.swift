// A recording as its page shows it: the document, and the figures that the form of the page has room
// for.

package import DSPCore
package import VoicePipeline
package import VoiceReport
package import VoiceTypes
package import WAVIngest

/// A document with the figures of its recording.
package struct ReportSound {
  package let document: ResultsDocument
  package var drawings: [ReportContent.Drawing] = []
  package var summary: [Scene] = []

  /// A document alone.
  package init(_ document: ResultsDocument) { self.document = document }

  /// A recording that is measured now.
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
    let material = FigureMaterial(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(kinds), workspace: &workspace)
    drawings = kinds.map {
      ReportContent.Drawing(kind: $0, scene: Figure.scene($0, of: material, language: language))
    }
    if form == .pdf { summary = Figure.summary(of: material, language: language) }
  }

  /// All of a page about it.
  package func content(
    _ document: ResultsDocument, profile: UserProfile?, baseline: VocalBaseline?
  ) -> ReportContent {
    ReportContent(
      document: document, profile: profile, baseline: baseline, drawings: drawings,
      summary: summary)
  }
}

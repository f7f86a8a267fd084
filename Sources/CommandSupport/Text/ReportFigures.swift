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

  package func content(
    _ document: ResultsDocument, profile: UserProfile?, baseline: VocalBaseline?,
    comparison: ComparisonDocument? = nil
  ) -> ReportContent {
    ReportContent(
      document: document, profile: profile, baseline: baseline, comparison: comparison,
      drawings: drawings, summary: summary)
  }
}

/// A recording of a comparison, with the input of its figures.
package struct ComparisonInput {
  /// Size limit of the recording in a player, in bytes [E]: ten minutes of one channel.
  package static let mostPlayerBytes = 1 << 26

  package let document: ResultsDocument
  private let recordedAt: String?
  private let material: FigureInput?
  private let sound: [UInt8]?

  /// Creates a document without figures.
  package init(_ document: ResultsDocument, recordedAt: String? = nil) {
    (self.document, self.recordedAt) = (document, recordedAt)
    (material, sound) = (nil, nil)
  }

  /// Analyses a recording.
  /// - Parameters:
  ///   - document: The document of the recording; nil for that of this analysis.
  ///   - sound: The WAV file for a player; nil without a player.
  package init(
    measuring source: AudioSource, by pipeline: VoicePipeline, for document: ResultsDocument? = nil,
    recordedAt: String? = nil, sound: [UInt8]?, workspace: inout AnalysisWorkspace
  ) {
    let examined = pipeline.examine(source, workspace: &workspace)
    self.document = document ?? examined.document
    (self.recordedAt, self.sound) = (recordedAt, sound)
    material = FigureInput(
      document: examined.document, signal: examined.signal, analysis: examined.analysis, for: [],
      workspace: &workspace)
  }

  /// Returns the recordings with panels of common axes.
  fileprivate static func recordings(
    _ inputs: [ComparisonInput], _ language: Language, for form: PageForm
  ) -> [ComparedRecording] {
    let materials = inputs.compactMap(\.material)
    var panels = Figure.summaries(of: materials, language: language)[...]
    return inputs.map { input in
      ComparedRecording(
        document: input.document, recordedAt: input.recordedAt,
        panels: input.material == nil ? [] : panels.removeFirst(),
        sound: form == .html && input.document.refusal == nil ? input.sound : nil)
    }
  }
}

extension PageWriter {
  /// Returns the comparison of two recordings in a format.
  /// - Parameter name: The page name in error messages.
  package func bytes(
    comparing before: ComparisonInput, _ after: ComparisonInput, as form: PageForm,
    for name: String
  ) throws(CommandFault) -> [UInt8] {
    let sides = ComparisonInput.recordings([before, after], language, for: form)
    let page = ComparisonPage(
      of: sides[0], sides[1], language: language, theme: theme, paper: form == .pdf ? paper : nil)
    return try bytes(of: page.html, as: form, for: name, at: after.document.run.analyzedAt)
  }
}

import ArgumentParser
import CommandSupport
import VoiceReport
import VoiceTypes

/// The output formats of `analyze`.
enum ResultsFormat: String, CaseIterable, ExpressibleByArgument, ReadableFormat, Sendable {
  case json
  /// One row per recording.
  case csv
  /// One row per recording and measure.
  case long
  case text

  /// The file extension.
  var fileExtension: String {
    switch self {
    case .json: "json"
    case .csv, .long: "csv"
    case .text: "txt"
    }
  }

  /// The text before the first document.
  var header: String {
    switch self {
    case .json, .text: ""
    case .csv: CSVTable.header
    case .long: LongTable.header
    }
  }

  /// Whether all documents form one table.
  var isTable: Bool {
    switch self {
    case .json, .text: false
    case .csv, .long: true
    }
  }

  /// Renders a document, with its final newline.
  func rendered(
    _ document: ResultsDocument, of input: Input, _ options: ResultsOptions
  ) -> String {
    switch self {
    case .json: document.json.text(options.layout) + "\n"
    case .csv: CSVTable.row(of: document, input, options.cells)
    case .long: LongTable.rows(of: document, input, options.cells)
    case .text:
      TextReport.text(
        of: document, options.change(document, input), naming: options.naming,
        in: options.language)
    }
  }
}

/// Options within a format: JSON layout, measure names, language, CSV cells and the baseline.
struct ResultsOptions: Sendable {
  var layout: JSONLayout
  var naming = MeasureNaming.names
  var language = Language.english
  var cells = CSV.Cells.guarded

  /// Compares a document with the baseline.
  var change: @Sendable (ResultsDocument, Input) -> BaselineChange = { _, _ in .noBaseline }
}

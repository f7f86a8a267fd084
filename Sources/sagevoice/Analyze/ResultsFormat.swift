// The forms of results.

import ArgumentParser
import CommandSupport
import VoiceTypes

/// What `analyze --format` takes.
enum ResultsFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case json
  /// A row per recording.
  case csv
  /// A row per recording and measure.
  case long
  case text

  /// The ending of a file in this form.
  var fileExtension: String {
    switch self {
    case .json: "json"
    case .csv, .long: "csv"
    case .text: "txt"
    }
  }

  /// What comes before the first document.
  var header: String {
    switch self {
    case .json, .text: ""
    case .csv: CSVTable.header
    case .long: LongTable.header
    }
  }

  /// Whether all documents together are one table.
  var isTable: Bool {
    switch self {
    case .json, .text: false
    case .csv, .long: true
    }
  }

  /// A document in this form, newline included.
  func rendered(
    _ document: ResultsDocument, of input: Input, _ look: ResultsLook
  ) -> String {
    switch self {
    case .json: document.json.text(look.layout) + "\n"
    case .csv: CSVTable.row(of: document, input, look.cells)
    case .long: LongTable.rows(of: document, input, look.cells)
    case .text: TextReport.text(of: document, naming: look.naming)
    }
  }
}

/// The choices within a form: the layout of JSON, the names in reports and the cells of tables.
struct ResultsLook: Sendable {
  var layout: JSONLayout
  var naming = MeasureNaming.names
  var cells = CSV.Cells.guarded
}

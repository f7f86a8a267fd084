// The forms of documents.

import ArgumentParser
import VoiceTypes

/// What `--format` takes for results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case json
  case csv
  case text

  /// The ending of a file in this form.
  var fileExtension: String {
    switch self {
    case .json: "json"
    case .csv: "csv"
    case .text: "txt"
    }
  }

  /// What comes before the first document.
  var header: String {
    switch self {
    case .json, .text: ""
    case .csv: CSVTable.header
    }
  }

  /// A document in this form, newline included.
  func rendered(
    _ document: ResultsDocument, layout: JSONLayout, naming: MeasureNaming = .names
  ) -> String {
    switch self {
    case .json: document.json.text(layout) + "\n"
    case .csv: CSVTable.row(of: document)
    case .text: TextReport.text(of: document, naming: naming)
    }
  }
}

/// What `--format` takes for documents of which no table is made.
enum DocumentFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case text
}

package import ArgumentParser

/// An output format with a form for people.
package protocol ReadableFormat {
  static var text: Self { get }
}

extension ReadableFormat {
  /// Returns the default of `--format`: text at a terminal, `data` in a pipe or a file.
  package static func byOutput(otherwise data: Self) -> Self {
    StandardStreams.outputIsTerminal ? .text : data
  }
}

extension Option {
  /// Creates the option `--format` with text as the default at a terminal, and `data` elsewhere.
  package init(help: String = "Output format.", otherwise data: Value)
  where Value: ReadableFormat & ExpressibleByArgument {
    self.init(
      wrappedValue: .byOutput(otherwise: data), name: .shortAndLong,
      help: "\(help) At a terminal, the default is text instead.")
  }
}

/// The `--format` values of lists and documents with a table form.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, ReadableFormat, Sendable {
  case json
  case csv
  case text
}

/// The `--format` values of documents without a table form.
package enum DocumentFormat: String, CaseIterable, ExpressibleByArgument, ReadableFormat {
  case json
  case text
}

/// The extent of messages on standard error.
package enum Verbosity: Sendable {
  case usual
  /// Only messages that need attention (`--quiet`).
  case quiet
}

/// The option of messages on standard error.
package struct QuietOption: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Suppress notices and progress on standard error. Errors are still printed.")
  package var quiet = false

  package init() {}

  package var verbosity: Verbosity { quiet ? .quiet : .usual }
}

package struct CellOptions: ParsableArguments {
  @Flag(
    help: """
      Write CSV cells that start with =, +, -, @, a tab or a line break unchanged. By default, \
      an apostrophe before such a cell prevents spreadsheets from running it as a formula.
      """)
  package var rawCells = false

  package init() {}

  package var cells: CSV.Cells { rawCells ? .raw : .guarded }

  /// Throws a validation error if the option has no effect.
  package func check(isTable: Bool) throws {
    guard !rawCells || isTable else {
      throw ValidationError("--raw-cells takes effect with tables (CSV) only.")
    }
  }
}

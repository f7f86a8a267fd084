import ArgumentParser

/// The option of CSV cells.
package struct CellOptions: ParsableArguments {
  @Flag(
    help: """
      In CSV leave a text that begins with =, +, -, @, a tab or a line break as it is; without this an apostrophe comes \
      before it, so that no spreadsheet runs it as a formula.
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

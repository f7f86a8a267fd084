import ArgumentParser

/// The option of CSV cells.
package struct CellOptions: ParsableArguments {
  @Flag(
    help: """
      Keep CSV cells unchanged that start with =, +, -, @, a tab or a line break. By default an apostrophe \
      protects spreadsheets from formulas.
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

// The one way in which reports set cells below each other.

/// Columns of text.
package struct TextTable {
  /// How wide a column is, in characters, and at which edge its text stands.
  package enum Column {
    case left(Int)
    case right(Int)
  }

  /// The columns from left to right; cells behind them are as wide as their text.
  package let columns: [Column]

  /// What stands before every line.
  package var indent = ""

  /// The spaces behind a text at the left edge that fills its column.
  package var gap = 1

  /// Columns of which the first is as wide as the widest of its texts.
  package init(fitting texts: [String], indent: String = "", gap: Int) {
    self.init([.left((texts.map(\.count).max() ?? 0) + gap)], indent: indent, gap: gap)
  }

  /// Columns that are as wide as is said.
  package init(_ columns: [Column], indent: String = "", gap: Int = 1) {
    self.columns = columns
    self.indent = indent
    self.gap = gap
  }

  /// Cells on one line, each printable.
  package func line(_ cells: [String]) -> String {
    let placed = cells.enumerated().map { index, cell in
      columns.indices.contains(index) ? place(cell.printable, in: columns[index]) : cell.printable
    }
    return indent + placed.joined()
  }

  private func place(_ text: String, in column: Column) -> String {
    switch column {
    case .left(let width): text + spaces(max(gap, width - text.count))
    case .right(let width): spaces(max(0, width - text.count)) + text
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

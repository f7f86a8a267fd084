/// A text table with fixed columns, used by all reports.
package struct TextTable {
  /// The alignment and the width of a column, in characters.
  package enum Column {
    case left(Int)
    case right(Int)
  }

  /// The columns from left to right. Further cells are as wide as their text.
  package let columns: [Column]

  /// The prefix of every line.
  package var indent = ""

  /// Minimum spaces after a left-aligned text that fills its column.
  package var gap = 1

  /// Creates a table whose first column fits the widest of `texts`.
  package init(fitting texts: [String], indent: String = "", gap: Int) {
    self.init([.left((texts.map(\.count).max() ?? 0) + gap)], indent: indent, gap: gap)
  }

  package init(_ columns: [Column], indent: String = "", gap: Int = 1) {
    (self.columns, self.indent, self.gap) = (columns, indent, gap)
  }

  /// Returns a row without trailing spaces, each cell printable.
  package func line(_ cells: [String]) -> String {
    let placed = cells.enumerated().map { index, cell in
      columns.indices.contains(index) ? place(cell.printable, in: columns[index]) : cell.printable
    }
    return String((indent + placed.joined()).reversed().drop { $0 == " " }.reversed())
  }

  private func place(_ text: String, in column: Column) -> String {
    switch column {
    case .left(let width): text + spaces(max(gap, width - text.count))
    case .right(let width): spaces(max(0, width - text.count)) + text
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

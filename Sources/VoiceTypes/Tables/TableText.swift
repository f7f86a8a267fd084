// Comma-separated values taken apart (RFC 4180, with either kind of line end).

/// A row and the line it starts on.
package struct TableRow: Equatable, Sendable {
  package let line: Int
  package let fields: [String]
}

/// Text of comma-separated values taken apart.
package enum TableText {
  /// The rows of a text; empty lines are passed over.
  package static func rows(of text: String, name: String) throws(FileFault) -> [TableRow] {
    var reader = TableReader()
    // By scalar: a comma with an accent on it is another character, and still a comma in a table.
    for scalar in text.unicodeScalars {
      guard reader.take(scalar) else {
        throw FileFault(
          "\(name), line \(reader.line)", found: "text beside a quoted field",
          allowed: "a field either quoted whole or not at all")
      }
    }
    guard reader.end() else {
      throw FileFault(
        "\(name), line \(reader.start)", found: "a quotation mark that is not closed",
        allowed: "quotation marks in pairs")
    }
    return reader.rows.filter { $0.fields != [""] }
  }
}

private struct TableReader {
  private enum State { case atStart, plain, quoted, closed }

  private(set) var rows: [TableRow] = []
  private(set) var line = 1
  private(set) var start = 1
  private var state = State.atStart
  private var fields: [String] = []
  private var field = String.UnicodeScalarView()

  /// Takes the next character; false where there must be none.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    defer { if scalar == "\n" { line += 1 } }
    switch (state, scalar) {
    case (.quoted, "\""): state = .closed
    case (.quoted, _): field.append(scalar)
    case (.closed, "\""):
      field.append(scalar)
      state = .quoted
    case (.atStart, "\""): state = .quoted
    case (_, ","): endField()
    case (_, "\n"): endRow()
    // Of a line end of two characters the second counts.
    case (_, "\r"): break
    case (.closed, _), (.plain, "\""): return false
    default:
      field.append(scalar)
      state = .plain
    }
    return true
  }

  /// Ends the last row; false inside quotation marks.
  mutating func end() -> Bool {
    guard state != .quoted else { return false }
    if state != .atStart || !fields.isEmpty { endRow() }
    return true
  }

  private mutating func endField() {
    fields.append(String(field))
    field = .init()
    state = .atStart
  }

  private mutating func endRow() {
    endField()
    rows.append(TableRow(line: start, fields: fields))
    fields = []
    start = line + 1
  }
}

// Rows of separated values (RFC 4180), as spreadsheets write them: with commas, semicolons or tabs, any line end, and
// blanks around fields.

/// A row and the line it starts on.
struct TableRow: Equatable {
  /// The reason that the fields of a row cannot be separated.
  enum Fault {
    case textBesideQuotes
    case openQuotes
  }

  let line: Int
  let fields: [String]
  var fault: Fault?

  fileprivate var isBlank: Bool { fault == nil && fields.allSatisfy(\.isEmpty) }

  /// Whether it is the first line of Excel, `sep=;`, which names the separator.
  fileprivate var namesSeparator: Bool { fields[0].lowercased().hasPrefix("sep=") }
}

/// Text of separated values.
enum TableText {
  /// Of several with equally many columns the first is the separator.
  private static let separators: [Unicode.Scalar] = [",", ";", "\t"]

  /// The header and the rows of a table, by the separator with which the header has most of `columns`. Rows without any
  /// text are left out. Nil for a text without rows.
  static func rows(of text: String, columns: [String]) -> (header: TableRow, rows: [TableRow])? {
    let readers = separators.map { separator in
      var reader = TableReader(text, separator)
      let header = reader.header()
      let count = header?.fields.count { columns.contains($0.lowercased()) } ?? 0
      return (header: header, count: count, reader: reader)
    }
    let most = readers.map(\.count).max() ?? 0
    guard var best = readers.first(where: { $0.count == most }), let header = best.header else {
      return nil
    }
    return (header, best.reader.rest())
  }
}

private struct TableReader {
  private enum State {
    case atStart
    case plain
    case quoted
    case afterQuotes
    case afterField
  }

  private let separator: Unicode.Scalar
  private var text: Substring.UnicodeScalarView
  private var line = 1

  // By scalar: a comma with an accent on it is another character, and still a comma in a table.
  init(_ text: String, _ separator: Unicode.Scalar) {
    self.text = Substring(text).unicodeScalars
    self.separator = separator
  }

  /// The first row with a text that does not name the separator.
  mutating func header() -> TableRow? {
    while let row = next() {
      if !row.isBlank, !(row.line == 1 && row.namesSeparator) { return row }
    }
    return nil
  }

  /// The remaining rows with a text.
  mutating func rest() -> [TableRow] {
    var rows: [TableRow] = []
    while let row = next() {
      if !row.isBlank { rows.append(row) }
    }
    return rows
  }

  /// The next row; nil at the end. Of a row whose quotation marks stay open, or close beside a text on another line, only
  /// the first line is lost.
  private mutating func next() -> TableRow? {
    guard !text.isEmpty else { return nil }
    let (start, first) = (text, line)
    if let row = row(), row.fault == nil || line <= first + 1 { return row }
    (text, line) = (start, first)
    while let scalar = text.popFirst() {
      if endsLine(scalar) { break }
    }
    return TableRow(line: first, fields: [""], fault: .openQuotes)
  }

  /// The next row; nil where the text ends within quotation marks.
  private mutating func row() -> TableRow? {
    var (fields, field, state) = ([String](), String.UnicodeScalarView(), State.atStart)
    var fault: TableRow.Fault?
    let first = line
    func ended() -> String { String(state == .plain ? field.withoutTrailingBlanks : field) }
    while let scalar = text.popFirst() {
      switch (state, scalar) {
      case (.quoted, "\""): state = .afterQuotes
      case (.quoted, _):
        if scalar == "\n" { line += 1 }
        field.append(scalar)
      case (_, separator):
        fields.append(ended())
        (field, state) = (.init(), .atStart)
      case (_, "\n"), (_, "\r"):
        _ = endsLine(scalar)
        return TableRow(line: first, fields: fields + [ended()], fault: fault)
      case (.afterQuotes, "\""):
        field.append(scalar)
        state = .quoted
      case (.atStart, "\"") where fault == nil: state = .quoted
      case (.atStart, _) where scalar.isBlank: break
      case (.afterQuotes, _) where scalar.isBlank, (.afterField, _) where scalar.isBlank:
        state = .afterField
      default:
        if state == .afterQuotes || state == .afterField || scalar == "\"" {
          fault = .textBesideQuotes
        }
        field.append(scalar)
        state = .plain
      }
    }
    return state == .quoted ? nil : TableRow(line: first, fields: fields + [ended()], fault: fault)
  }

  /// Whether a scalar ends a line; of a line end of two characters the second is passed too.
  private mutating func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar == "\n" || scalar == "\r" else { return false }
    if scalar == "\r", text.first == "\n" { text.removeFirst() }
    line += 1
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\u{A0}" }
}

extension String.UnicodeScalarView {
  fileprivate var withoutTrailingBlanks: Self {
    Self(self[..<(lastIndex { !$0.isBlank }.map(index(after:)) ?? startIndex)])
  }
}

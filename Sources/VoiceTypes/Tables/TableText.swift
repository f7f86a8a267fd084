// Rows of separated values (RFC 4180) as written by spreadsheets: commas, semicolons or tabs, any
// line end, and blanks around fields.

/// Row with the line number of its start.
struct TableRow: Equatable {
  /// Reason why the fields of a row are not separable.
  enum Fault {
    case textBesideQuotes
    case openQuotes
  }

  let line: Int
  let fields: [String]
  var fault: Fault?

  fileprivate var isBlank: Bool { fault == nil && fields.allSatisfy(\.isEmpty) }

  /// Whether this is Excel's first line `sep=;`, which names the separator.
  fileprivate var namesSeparator: Bool { fields[0].lowercased().hasPrefix("sep=") }
}

/// Parser of separated values.
enum TableText {
  /// Candidates in order of preference for equal column counts.
  private static let separators: [Unicode.Scalar] = [",", ";", "\t"]

  /// Splits a text into header and rows, by the separator with which the header has most of
  /// `columns`. Omits blank rows. Returns nil for a text without rows.
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

  // Unicode scalars: a comma with a combining accent is another character, but separates fields.
  init(_ text: String, _ separator: Unicode.Scalar) {
    self.text = Substring(text).unicodeScalars
    self.separator = separator
  }

  /// Returns the first non-blank row that does not name the separator.
  mutating func header() -> TableRow? {
    while let row = next() {
      if !row.isBlank, !(row.line == 1 && row.namesSeparator) { return row }
    }
    return nil
  }

  /// Returns the remaining non-blank rows.
  mutating func rest() -> [TableRow] {
    var rows: [TableRow] = []
    while let row = next() {
      if !row.isBlank { rows.append(row) }
    }
    return rows
  }

  /// Returns the next row; nil at the end.
  /// A row with unclosed quotation marks loses only its first line. So does a row with text after a
  /// closing mark on another line.
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

  /// Returns the next row; nil if the text ends within quotation marks.
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

  /// Whether a scalar ends a line. Also consumes the second character of CR LF.
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

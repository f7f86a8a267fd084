// The table behind `--sessions`: a row per recording (RFC 4180, with either kind of line end).

public import VoiceTypes

/// What was told of recordings, by file.
public struct SessionTable: Sendable, Equatable {
  /// Columns that must be there.
  public static let neededColumns = ["file", "session_id", "recorded_at"]

  /// Columns that may be.
  public static let furtherColumns = ["device", "flags"]

  private static let flagSeparator: Unicode.Scalar = ";"

  private var notes: [(file: String, notes: RecordingNotes)] = []

  /// Two tables of the same rows are equal.
  public static func == (first: SessionTable, second: SessionTable) -> Bool {
    first.notes.elementsEqual(second.notes) { $0 == $1 }
  }

  /// Reads a table; every fault is named with its line.
  public init(text: String, name: String) throws(FileFaults) {
    let rows: [TableRow]
    do {
      rows = try TableText.rows(of: text, name: name)
    } catch {
      throw FileFaults(faults: [error])
    }
    guard let header = rows.first else {
      throw FileFaults(faults: [
        FileFault(name, found: "nothing", allowed: "a header and a row per recording")
      ])
    }
    var faults = Self.faults(ofHeader: header, name: name)
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    for row in rows.dropFirst() {
      do {
        try add(row, columns: header.fields, name: name)
      } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
  }

  /// The row of a recording: by its path as it was given, or as the end of it; nil without one, or
  /// with several.
  public func notes(for path: String) -> RecordingNotes? {
    if let exact = notes.first(where: { $0.file == path }) { return exact.notes }
    let ends = notes.filter { path.hasSuffix("/" + $0.file) }
    return ends.count == 1 ? ends.first?.notes : nil
  }

  private static func faults(ofHeader header: TableRow, name: String) -> [FileFault] {
    let known = neededColumns + furtherColumns
    let place = "\(name), line \(header.line)"
    let missing = neededColumns.filter { !header.fields.contains($0) }.map { column in
      FileFault(place, found: "no column \(column)", allowed: known.joined(separator: ", "))
    }
    let unknown = header.fields.filter { !known.contains($0) }.map { column in
      FileFault(
        place, found: "a column \(column.excerpt)",
        allowed: known.joined(separator: ", "))
    }
    let repeated = known.filter { column in header.fields.count { $0 == column } > 1 }
      .map { FileFault(place, found: "the column \($0) twice", allowed: "each column once") }
    return missing + unknown + repeated
  }

  private mutating func add(
    _ row: TableRow, columns: [String], name: String
  ) throws(FileFault) {
    let place = "\(name), line \(row.line)"
    guard row.fields.count == columns.count else {
      throw FileFault(
        place, found: "\(row.fields.count) fields", allowed: "\(columns.count), as in the header")
    }
    let fields = Dictionary(zip(columns, row.fields), uniquingKeysWith: { first, _ in first })
    let file = try Self.text("file", in: fields, at: place)
    guard !notes.contains(where: { $0.file == file }) else {
      throw FileFault(place, found: "\(file) a second time", allowed: "each file once")
    }
    var row = RecordingNotes()
    row.sessionID = try Self.text("session_id", in: fields, at: place)
    let time = try Self.text("recorded_at", in: fields, at: place)
    row.recordedAt = try Codec.recordedTime.read(.string(time), at: "\(place), recorded_at")
    row.deviceModel = fields["device"].flatMap { $0.isEmpty ? nil : $0 }
    let flags = try (fields["flags"] ?? "").unicodeScalars.split(separator: Self.flagSeparator)
      .map { name throws(FileFault) in
        try Codec<ContextFlag>.choice.read(.string(String(name)), at: "\(place), flags")
      }
    row.flags = ContextFlag.allCases.filter(flags.contains)
    notes.append((file, row))
  }

  private static func text(
    _ column: String, in fields: [String: String], at place: String
  ) throws(FileFault) -> String {
    guard let text = fields[column], !text.isEmpty else {
      throw FileFault("\(place), \(column)", found: "nothing", allowed: "a text")
    }
    return text
  }
}

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

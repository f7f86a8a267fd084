// Table with named columns. A fault names its line and, if known, its column. Other rows remain
// usable.

/// Rows of named fields.
package struct ColumnTable: Sendable {
  /// One row.
  package struct Row: Sendable {
    /// Position of the row for faults.
    package let place: String

    private let fields: [String: String]

    /// Fault that makes the fields unusable.
    fileprivate let fault: FileFault?

    fileprivate init(place: String, fields: [String: String], fault: FileFault?) {
      (self.place, self.fields, self.fault) = (place, fields, fault)
    }

    /// Returns the text of a column; nil if the column is empty or missing.
    package func value(_ column: String) -> String? {
      fields[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the text of a required column. Throws if it is empty.
    package func text(_ column: String) throws(FileFault) -> String {
      guard let text = value(column) else {
        throw FileFault("\(place), \(column)", found: "nothing", allowed: "a text")
      }
      return text
    }

    /// Parses a whole number, also as `40.0` or `40,0`. Returns nil for an empty field.
    package func wholeNumber(
      _ column: String, in allowed: ClosedRange<Int>, meaning: String
    ) throws(FileFault) -> Int? {
      guard let text = value(column) else { return nil }
      let number = Double(text.replacing(",", with: ".")).flatMap { Int(exactly: $0) }
      if let number, allowed.contains(number) { return number }
      throw FileFault(
        place(of: column), found: text.excerpt,
        allowed: "a whole number from \(allowed.lowerBound) to \(allowed.upperBound), \(meaning)")
    }

    /// Position of a column of this row for faults.
    package func place(of column: String) -> String { "\(place), \(column)" }
  }

  private let rows: [Row]

  /// Warnings: a line per column without effect, and one with the known columns.
  package let warnings: [String]

  /// Whether the table has no rows.
  package var isEmpty: Bool { rows.isEmpty }

  /// Parses a table with a row per `item`. The header must contain the columns `needed`, in any
  /// letter case.
  package init(
    text: String, name: String, needed: [String], further: [String] = [], rowPer item: String
  ) throws(FileFaults) {
    let known = needed + further
    guard let (header, rows) = TableText.rows(of: text, columns: known) else {
      throw FileFaults(faults: [
        FileFault(name, found: "nothing", allowed: "a header and a row per \(item)")
      ])
    }
    let place = "\(name), line \(header.line)"
    let columns = header.fields.map { column in
      known.contains(column.lowercased()) ? column.lowercased() : column
    }
    let faults =
      header.fault.map { [FileFault($0, at: place)] }
      ?? Self.faults(of: columns, needed: needed, known: known, at: place)
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    self.rows = rows.map { Self.row($0, columns, "\(name), line \($0.line)") }
    let unknown = columns.filter { !known.contains($0) && !$0.isEmpty }
    warnings =
      unknown.isEmpty
      ? []
      : unknown.map { "\(place): the column \($0.excerpt) is not known and has no effect" }
        + ["\(name): the columns with an effect are \(known.joined(separator: ", "))"]
  }

  /// Maps each row to a value. A row with a fault maps to that fault.
  package func map<Made>(
    _ make: (Row) throws(FileFault) -> Made
  ) -> [(row: Row, made: Result<Made, FileFault>)] {
    rows.map { row in
      do throws(FileFault) {
        if let fault = row.fault { throw fault }
        return (row, .success(try make(row)))
      } catch {
        return (row, .failure(error))
      }
    }
  }

  private static func row(_ row: TableRow, _ columns: [String], _ place: String) -> Row {
    var fault = row.fault.map { FileFault($0, at: place) }
    let beyond = row.fields.dropFirst(columns.count)
    // Spreadsheets write empty fields after the last column.
    if fault == nil, row.fields.count < columns.count || !beyond.allSatisfy(\.isEmpty) {
      fault = FileFault(
        place, found: row.fields.count.counted("field"),
        allowed: "\(columns.count), as in the header")
    }
    let fields = Dictionary(zip(columns, row.fields), uniquingKeysWith: { first, _ in first })
    return Row(place: place, fields: fields, fault: fault)
  }

  private static func faults(
    of columns: [String], needed: [String], known: [String], at place: String
  ) -> [FileFault] {
    let missing = needed.filter { !columns.contains($0) }
      .map { FileFault(place, found: "no column \($0)", allowed: known.joined(separator: ", ")) }
    let repeated = known.filter { column in columns.count { $0 == column } > 1 }
      .map { FileFault(place, found: "the column \($0) twice", allowed: "each column once") }
    return missing + repeated
  }
}

extension FileFault {
  fileprivate init(_ fault: TableRow.Fault, at place: String) {
    switch fault {
    case .textBesideQuotes:
      self.init(
        place, found: "text next to a quoted field",
        allowed: "a field quoted completely or not at all")
    case .openQuotes:
      self.init(
        place, found: "an unclosed quotation mark", allowed: "quotation marks in pairs")
    }
  }
}

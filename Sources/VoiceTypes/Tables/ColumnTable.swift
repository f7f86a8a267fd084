// A table whose columns have names: what programs and people hand over beside recordings. Every fault
// is named with its line, and with its column where one is at fault.

/// Rows of named fields.
package struct ColumnTable: Sendable {
  /// The columns of a kind of table.
  package struct Columns: Sendable {
    let needed: [String]
    let further: [String]
    let others: Others

    /// Columns that must be there, those that may be, and what becomes of others.
    package init(needed: [String], further: [String] = [], others: Others = .refused) {
      self.needed = needed
      self.further = further
      self.others = others
    }

    /// What becomes of columns that nobody asked for.
    package enum Others: Sendable {
      case refused
      /// They are passed over: whoever made the table has a use for them.
      case passedOver
    }
  }

  /// One row.
  package struct Row: Sendable {
    /// Where it is, as faults name it.
    package let place: String

    private let fields: [String: String]

    init(place: String, fields: [String: String]) {
      self.place = place
      self.fields = fields
    }

    /// What a column says; nil where it is empty, or not there.
    package func told(_ column: String) -> String? {
      fields[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What a column says that must say something.
    package func text(_ column: String) throws(FileFault) -> String {
      guard let text = told(column) else {
        throw FileFault("\(place), \(column)", found: "nothing", allowed: "a text")
      }
      return text
    }

    /// Where a column of it is.
    package func place(of column: String) -> String { "\(place), \(column)" }
  }

  private let name: String
  private let rows: [TableRow]
  private let columns: [String]

  /// Whether there is a header and no row.
  package var isEmpty: Bool { rows.isEmpty }

  /// Reads the text of a table that has a row per `item`, and looks at its header.
  package init(
    text: String, name: String, _ columns: Columns, rowPer item: String
  ) throws(FileFaults) {
    let rows: [TableRow]
    do {
      rows = try TableText.rows(of: text, name: name)
    } catch {
      throw FileFaults(faults: [error])
    }
    guard let header = rows.first else {
      throw FileFaults(faults: [
        FileFault(name, found: "nothing", allowed: "a header and a row per \(item)")
      ])
    }
    let faults = Self.faults(of: header, columns, at: "\(name), line \(header.line)")
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    self.name = name
    self.rows = Array(rows.dropFirst())
    self.columns = header.fields
  }

  /// Makes something of every row; all faults of all rows are named at once.
  package func map<Made>(
    _ make: (Row) throws(FileFault) -> Made
  ) throws(FileFaults) -> [Made] {
    var made: [Made] = []
    var faults: [FileFault] = []
    for row in rows {
      do throws(FileFault) {
        made.append(try make(try named(row)))
      } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    return made
  }

  private func named(_ row: TableRow) throws(FileFault) -> Row {
    let place = "\(name), line \(row.line)"
    guard row.fields.count == columns.count else {
      throw FileFault(
        place, found: "\(row.fields.count) fields", allowed: "\(columns.count), as in the header")
    }
    return Row(
      place: place,
      fields: Dictionary(zip(columns, row.fields), uniquingKeysWith: { first, _ in first }))
  }

  private static func faults(
    of header: TableRow, _ columns: Columns, at place: String
  ) -> [FileFault] {
    let known = columns.needed + columns.further
    let allowed = known.joined(separator: ", ")
    let missing = columns.needed.filter { !header.fields.contains($0) }
      .map { FileFault(place, found: "no column \($0)", allowed: allowed) }
    let unknown = header.fields
      .filter { columns.others == .refused && !known.contains($0) }
      .map { FileFault(place, found: "a column \($0.excerpt)", allowed: allowed) }
    let repeated = known.filter { column in header.fields.count { $0 == column } > 1 }
      .map { FileFault(place, found: "the column \($0) twice", allowed: "each column once") }
    return missing + unknown + repeated
  }
}

// Values of statements and rows. SQLite and PostgreSQL share them; each driver encodes and decodes its own form.

/// A value of a statement or of a row.
package enum SQLValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case number(Double)
  case text(String)
  case bytes([UInt8])
  /// A UUID in its canonical text form. Rows return it as text.
  case uuid(String)
  /// A JSON text. Rows return it as text.
  case json(String)

  /// A text, or null.
  package static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

/// A row of a result. The first column is 0.
package struct SQLRow: Sendable, Equatable {
  package let values: [SQLValue]

  package init(values: [SQLValue]) { self.values = values }

  package func int(_ column: Int) throws(SQLError) -> Int {
    guard case .int(let value) = values[column] else { throw unreadable(column, "a whole number") }
    return Int(value)
  }

  package func number(_ column: Int) throws(SQLError) -> Double {
    guard case .number(let value) = values[column] else { throw unreadable(column, "a number") }
    return value
  }

  package func bool(_ column: Int) throws(SQLError) -> Bool {
    switch values[column] {
    case .bool(let value): return value
    // SQLite has no Boolean type.
    case .int(let value): return value != 0
    default: throw unreadable(column, "true or false")
    }
  }

  package func text(_ column: Int) throws(SQLError) -> String {
    guard case .text(let value) = values[column] else { throw unreadable(column, "a text") }
    return value
  }

  package func bytes(_ column: Int) throws(SQLError) -> [UInt8] {
    guard case .bytes(let value) = values[column] else { throw unreadable(column, "bytes") }
    return value
  }

  package func isNull(_ column: Int) -> Bool { values[column] == .null }

  private func unreadable(_ column: Int, _ wanted: String) -> SQLError {
    .unreadable("column \(column) is not \(wanted)")
  }
}

// The interface between a store and its database: transactions, statements and locks. SQLite and PostgreSQL implement it.

/// A database of stores. Each store is one tenant.
package protocol SQLDatabase: Sendable {
  /// The differences from the SQL that both databases share.
  var dialect: SQLDialect { get }

  /// Checks that this version can use the schema of the database.
  func checkSchema() throws(StoreError)

  /// Runs `body` in one transaction of a tenant. If it throws, no change remains.
  func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value

  /// Acquires a lock that other processes respect. Returns nil while another process holds it.
  func lock(_ name: String) throws(StoreError) -> (any FileLock)?

  /// Overwrites the space of deleted rows in all files of the database.
  func scrub() throws(StoreError)
}

/// The connection of one transaction.
package protocol SQLConnection {
  /// Runs one statement with the parameters $1, $2, …
  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> [SQLRow]
}

/// Fragments of SQL that differ between the databases.
package enum SQLDialect: Sendable {
  case sqlite, postgres

  /// Locks the selected rows until the transaction ends. Writing transactions of SQLite exclude each other.
  var forUpdate: String { self == .postgres ? " for update" : "" }

  /// Locks the selected rows, without those that another transaction has locked.
  var forUpdateSkippingLocked: String { self == .postgres ? " for update skip locked" : "" }

  /// Whether a JSON object has a member, also with the value null.
  func has(_ name: String, in object: String) -> String {
    self == .postgres ? "\(object) ? \(name)" : "json_type(\(object), '$.' || \(name)) is not null"
  }

  /// SHA-256 of the plain document of a row of `kept_document`, in hexadecimal digits.
  var documentHash: String {
    self == .postgres ? "coalesce(content_sha, encode(sha256, 'hex'))" : "content_sha"
  }
}

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

/// An error of a connection or a statement.
package enum SQLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No connection. The transaction may have committed.
  case away(String)

  /// The server refused a statement.
  case refused(SQLState, String)

  /// The server sent a reply that this version cannot parse.
  case unreadable(String)

  /// Whether a retry can succeed.
  package var passes: Bool {
    switch self {
    case .away: true
    case .refused(let state, _): state.passes
    case .unreadable: false
    }
  }

  /// Whether the connection is unusable. A server that shuts down reports this before it closes the connection.
  package var endsConnection: Bool {
    switch self {
    case .away: true
    case .refused(let state, _): state.code.hasPrefix("57P") || state.code.hasPrefix("08")
    case .unreadable: false
    }
  }

  /// Whether a prepared statement is missing, or has other columns since a table was changed. Preparing it again can
  /// succeed.
  package var isOutdatedPlan: Bool {
    guard case .refused(let state, _) = self else { return false }
    return state.code == "0A000" || state.code == "26000"
  }

  /// The problem and the next step. It omits the detail of the server, which may contain
  /// values of rows.
  package var description: String {
    switch self {
    case .away(let message):
      "the database cannot be reached: \(message); check that it runs"
    case .refused(let state, let message):
      "the database refused the statement (\(state.code)): \(message)"
    case .unreadable(let found):
      "this version cannot read the answer of the database: \(found); use matching versions"
    }
  }
}

/// The five-character error code of PostgreSQL (Appendix A of its manual).
package struct SQLState: Sendable, Hashable {
  package let code: String

  package init(_ code: String) { self.code = code }

  package static let insufficientPrivilege = SQLState("42501")
  package static let lockNotAvailable = SQLState("55P03")
  package static let missingStatement = SQLState("26000")

  /// Lost connections, conflicts between transactions, exhausted resources, a server that starts or shuts down or is
  /// read-only, missing prepared statements, and timeouts.
  private static let passingClasses: Set<Substring> = ["08", "40", "53", "57", "58"]
  private static let passingCodes: Set<String> = ["25006", "25P03", "26000", "55P03"]

  /// Whether a retry of the statement can succeed.
  package var passes: Bool {
    Self.passingClasses.contains(code.prefix(2)) || Self.passingCodes.contains(code)
  }
}
extension SQLError {
  /// The error of a store. Transient errors are retried. The message of the server is omitted, as
  /// it may contain values of rows.
  package var storeError: StoreError {
    switch self {
    case .away: .away(RedactedReason("the database cannot be reached; check that it runs"))
    case .refused(let state, _) where state.passes:
      .away(
        RedactedReason("the database refused the statement for now", code: state.code.lowercased()))
    case .refused, .unreadable: .unusable(description)
    }
  }
}

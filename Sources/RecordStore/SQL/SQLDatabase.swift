// The interface between a store and its database: transactions, statements and locks. SQLite and PostgreSQL implement it.

internal import Platform

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

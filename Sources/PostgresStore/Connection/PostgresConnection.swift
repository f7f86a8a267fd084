// libpq wrapped in one type: the only file that calls it, and the owner of its handles.
//
// Calls of libpq block. A connection therefore belongs to one thread while in use
// (`ConnectionPool`), never to the threads of Swift's tasks. Parameters and results use
// the binary format (`SQLValue`), so no text becomes part of a statement.

internal import CPostgreSQL
internal import Glibc
package import RecordStore
internal import Synchronization

/// A connection to a server. One thread uses it at a time; others wait.
package final class PostgresConnection: SQLConnection, Sendable {
  private let handle: Mutex<Handle>

  /// Connects to the server.
  package init(_ options: ConnectionOptions) throws(SQLError) {
    handle = Mutex(try Handle(options.keywords))
    let settings = options.settings
    let calls = settings.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), false)" }
    _ = try run(
      "select " + calls.joined(separator: ", "),
      settings.flatMap { [.text($0.0), .text($0.1)] })
  }

  /// Runs one statement with the parameters $1, $2, …
  @discardableResult
  package func run(_ sql: String, _ parameters: [SQLValue] = []) throws(SQLError) -> [SQLRow] {
    try handle.withLock { handle throws(SQLError) in try handle.run(sql, parameters) }
  }

  /// Runs several statements without reading their results.
  package func runScript(_ sql: String) throws(SQLError) {
    try handle.withLock { handle throws(SQLError) in try handle.runScript(sql) }
  }

  /// Whether the connection is usable, as far as is known.
  package var isUsable: Bool { handle.withLock { $0.isUsable } }

  /// Waits for a notification on a channel that this connection listens to.
  /// - Returns: Whether one arrived before the timeout.
  package func awaitNotice(_ patience: Duration) throws(SQLError) -> Bool {
    try handle.withLock { handle throws(SQLError) in try handle.awaitNotice(patience) }
  }

  /// Runs `body` in one transaction.
  package func transaction<Value>(
    _ access: StoreAccess = .writing, _ body: () throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try run(access == .reading ? "begin read only" : "begin")
    do throws(SQLError) {
      let value = try body()
      try run("commit")
      return value
    } catch {
      // A lost connection has rolled back already.
      _ = try? run("rollback")
      throw error
    }
  }

  /// Runs `body` in a transaction of one tenant, and of one of its people if given.
  package func transaction<Value>(
    of tenant: String, person: String = "", _ access: StoreAccess = .writing,
    _ body: () throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try transaction(access) { () throws(SQLError) in
      try run(
        "select set_config('sagevoice.tenant', $1, true), set_config('sagevoice.person', $2, true)",
        [.text(tenant), .text(person)])
      return try body()
    }
  }
}

/// The handle of libpq.
///
/// Memory safety: the pointer is valid from `init` to `deinit`. Results are cleared before a call
/// returns, and read values are copied before.
@safe
private struct Handle: ~Copyable {
  private let connection: OpaquePointer
  private var statements = PreparedStatements()

  init(_ keywords: [(String, String)]) throws(SQLError) {
    let names = ParameterBytes(texts: keywords.map(\.0))
    let values = ParameterBytes(texts: keywords.map(\.1))
    let opened = unsafe names.withPointers { names in
      // Both arrays end with a null pointer; 1 allows a URL in `dbname`.
      unsafe values.withPointers { values in unsafe PQconnectdbParams(names, values, 1) }
    }
    guard let opened = unsafe opened else { throw .away("out of memory") }
    guard unsafe PQstatus(opened) == CONNECTION_OK else {
      let message = unsafe Self.sentence(PQerrorMessage(opened))
      unsafe PQfinish(opened)
      throw .away(message)
    }
    // By default notices go to standard error.
    _ = unsafe PQsetNoticeProcessor(opened, { _, _ in }, nil)
    unsafe connection = opened
  }

  deinit { unsafe PQfinish(connection) }

  var isUsable: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

  mutating func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> [SQLRow] {
    let encoded = parameters.map(\.encoded)
    let statement = PreparedStatements.Statement(sql: sql, types: encoded.map(\.type))
    let bytes = ParameterBytes(encoded.map(\.bytes))
    guard let name = try prepare(statement) else {
      let result = unsafe bytes.withPointers { values in
        // Values, lengths and formats have the count of the types; 1 is the binary format.
        unsafe PQexecParams(
          connection, sql, bytes.count, statement.types.map { Oid($0) }, values, bytes.lengths,
          bytes.formats, 1)
      }
      return try unsafe rows(of: result)
    }
    do throws(SQLError) {
      let result = unsafe bytes.withPointers { values in
        unsafe PQexecPrepared(
          connection, name, bytes.count, values, bytes.lengths, bytes.formats, 1)
      }
      return try unsafe rows(of: result)
    } catch {
      guard error.isOutdatedPlan else { throw error }
      statements.forget(statement)
      // The fault has aborted the transaction. Its next run prepares the statement again.
      guard unsafe PQtransactionStatus(connection) == PQTRANS_IDLE else {
        throw .refused(.missingStatement, error.description)
      }
      return try run(sql, parameters)
    }
  }

  /// The name of the prepared statement; nil at the first execution.
  private mutating func prepare(
    _ statement: PreparedStatements.Statement
  ) throws(SQLError) -> String? {
    switch statements.use(of: statement) {
    case .once: return nil
    case .execute(let name): return name
    case .prepare(let name):
      let types = statement.types.map { Oid($0) }
      _ = try unsafe rows(of: PQprepare(connection, name, statement.sql, Int32(types.count), types))
      statements.prepared(statement, as: name)
      return name
    }
  }

  func runScript(_ sql: String) throws(SQLError) {
    _ = try unsafe rows(of: PQexec(connection, sql))
  }

  func awaitNotice(_ patience: Duration) throws(SQLError) -> Bool {
    if hasNotice() { return true }
    let milliseconds = Int32(patience / .milliseconds(1))
    var polled = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, milliseconds) > 0 else { return false }
    guard unsafe PQconsumeInput(connection) == 1 else { throw lost() }
    return hasNotice()
  }

  /// Whether a notification has arrived; consumes all of them.
  private func hasNotice() -> Bool {
    var found = false
    while let notice = unsafe PQnotifies(connection) {
      unsafe PQfreemem(notice)
      found = true
    }
    return found
  }

  /// The rows of a result, which is cleared.
  private func rows(of result: OpaquePointer?) throws(SQLError) -> [SQLRow] {
    guard let result = unsafe result else { throw lost() }
    defer { unsafe PQclear(result) }
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return []
    case PGRES_TUPLES_OK: return try unsafe Self.rows(result)
    default: throw unsafe fault(of: result)
    }
  }

  private static func rows(_ result: OpaquePointer) throws(SQLError) -> [SQLRow] {
    let columns = unsafe PQnfields(result)
    let types = (0..<columns).map { unsafe PQftype(result, $0) }
    var rows: [SQLRow] = []
    for row in unsafe 0..<PQntuples(result) {
      var values: [SQLValue] = []
      for column in 0..<columns {
        values.append(try unsafe value(result, row, column, types[Int(column)]))
      }
      rows.append(SQLRow(values: values))
    }
    return rows
  }

  private static func value(
    _ result: OpaquePointer, _ row: Int32, _ column: Int32, _ type: UInt32
  ) throws(SQLError) -> SQLValue {
    guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
    // The value is valid until the result is cleared, and has the stated number of bytes.
    let buffer = unsafe UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    return try .decoded(unsafe Array(buffer), as: type)
  }

  /// The reason for a failed statement.
  private func fault(of result: OpaquePointer) -> SQLError {
    let code = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
    guard let code = unsafe code.map({ unsafe String(cString: $0) }), isUsable else {
      return lost()
    }
    let message = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M")))
    return unsafe .refused(SQLState(code), Self.sentence(message))
  }

  private func lost() -> SQLError {
    unsafe .away(Self.sentence(PQerrorMessage(connection)))
  }

  /// The message of libpq on one line, copied from its C string.
  private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
    let text = unsafe text.map { unsafe String(cString: $0) } ?? ""
    return text.split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
  }
}

/// The values of a statement, or C strings, in one buffer.
private struct ParameterBytes {
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []
  private(set) var lengths: [Int32] = []

  /// C strings, and a final null pointer.
  init(texts: [String]) {
    let strings: [[UInt8]?] = texts.map { Array($0.utf8) + [0] }
    self.init(strings + [nil])
  }

  /// - Parameter encoded: The bytes of each value. Nil for null.
  init(_ encoded: [[UInt8]?]) {
    // Reserves the space first: audio is large, and a growing buffer copies it repeatedly.
    bytes.reserveCapacity(encoded.reduce(1) { $0 + ($1?.count ?? 0) })
    for value in encoded {
      starts.append(value.map { _ in bytes.count })
      lengths.append(Int32(value?.count ?? 0))
      bytes += value ?? []
    }
    // A start for a value without bytes.
    bytes.append(0)
  }

  var count: Int32 { Int32(lengths.count) }

  /// The binary format of each value.
  var formats: [Int32] { lengths.map { _ in 1 } }

  /// Calls `body` with a pointer to each value; null for null.
  func withPointers<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
    unsafe bytes.withUnsafeBytes { buffer in
      // Bytes and C characters have the same layout.
      let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      for start in starts {
        // Every value is within the bytes.
        unsafe pointers.append(start.flatMap { unsafe base?.advanced(by: $0) })
      }
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

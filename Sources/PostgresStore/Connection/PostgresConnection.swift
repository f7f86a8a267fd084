// libpq behind one type: the only file that talks to it, and the owner of its handles.
//
// Calls of libpq block, so a connection belongs to a thread for as long as it is lent out
// (`ConnectionPool`), and never to the threads that Swift's tasks share. Parameters and answers are in
// the binary form (`SQLValue`), so that bytes are bytes and no text is ever made part of a statement.

internal import CPostgreSQL
internal import Glibc
package import RecordStore
internal import Synchronization

/// A connection to a server, which one thread uses at a time; others wait.
package final class PostgresConnection: SQLConnection, Sendable {
  private let handle: Mutex<Handle>

  /// Connects; returns once statements can be run.
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
  package func run(
    _ sql: String, _ parameters: [SQLValue] = []
  ) throws(SQLError) -> [SQLRow] {
    try handle.withLock { handle throws(SQLError) in try handle.run(sql, parameters) }
  }

  /// Runs several statements without reading their results.
  package func runScript(_ sql: String) throws(SQLError) {
    try handle.withLock { handle throws(SQLError) in try handle.runScript(sql) }
  }

  /// Whether statements can be run, as far as is known.
  package var isUsable: Bool { handle.withLock { $0.isUsable } }

  /// Waits for a message on a channel that this connection listens to.
  /// - Returns: Whether one came within the time given.
  package func awaitNotice(_ patience: Duration) throws(SQLError) -> Bool {
    try handle.withLock { handle throws(SQLError) in try handle.awaitNotice(patience) }
  }

  /// Does something in one transaction: all of it happens, or nothing.
  package func transaction<Value>(
    _ access: StoreAccess = .writing, _ body: () throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try run(access == .reading ? "begin read only" : "begin")
    do throws(SQLError) {
      let value = try body()
      try run("commit")
      return value
    } catch {
      // Without a connection there is nothing left to take back.
      _ = try? run("rollback")
      throw error
    }
  }

  /// The same for one tenant, and for one of its people where one is named.
  package func transaction<Value>(
    of tenant: String, person: String = "", _ access: StoreAccess = .writing,
    _ body: () throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try transaction(access) { () throws(SQLError) in
      try run(
        """
        select set_config('sagevoice.tenant', $1, true), set_config('sagevoice.person', $2, true)
        """, [.text(tenant), .text(person)])
      return try body()
    }
  }
}

/// What libpq knows of a connection.
///
/// Memory safety: the pointer is that of `init` until `deinit` ends it; answers are cleared before a call
/// returns, and all that is read of them is copied before.
@safe
private struct Handle: ~Copyable {
  private let connection: OpaquePointer
  private var statements = PreparedStatements()

  init(_ keywords: [(String, String)]) throws(SQLError) {
    let names = CStrings(keywords.map(\.0))
    let values = CStrings(keywords.map(\.1))
    let opened = unsafe names.withPointers { names in
      // Both arrays end with a null; 1 lets `dbname` be a URL.
      unsafe values.withPointers { values in unsafe PQconnectdbParams(names, values, 1) }
    }
    guard let opened = unsafe opened else { throw .away("out of memory") }
    guard unsafe PQstatus(opened) == CONNECTION_OK else {
      let message = unsafe Self.sentence(PQerrorMessage(opened))
      unsafe PQfinish(opened)
      throw .away(message)
    }
    // Notices would go to standard error.
    _ = unsafe PQsetNoticeProcessor(opened, { _, _ in }, nil)
    unsafe connection = opened
  }

  deinit { unsafe PQfinish(connection) }

  var isUsable: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

  mutating func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> [SQLRow] {
    let statement = PreparedStatements.Statement(sql: sql, types: parameters.map(\.type))
    let bytes = ParameterBytes(parameters)
    guard let name = try prepare(statement) else {
      let result = unsafe bytes.withPointers { values in
        // As many values, lengths and formats as types; 1 is the binary form.
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
      // Within a transaction all that was done is lost with it; whoever began it begins again.
      guard unsafe PQtransactionStatus(connection) == PQTRANS_IDLE else { throw error }
      return try run(sql, parameters)
    }
  }

  /// The name under which the server has a statement parsed and planned; nil for one that comes for the first time.
  private mutating func prepare(
    _ statement: PreparedStatements.Statement
  ) throws(SQLError) -> String? {
    switch statements.use(of: statement) {
    case .once: return nil
    case .execute(let name): return name
    case .prepare(let name):
      let types = statement.types.map { Oid($0) }
      _ = try unsafe rows(
        of: PQprepare(connection, name, statement.sql, Int32(types.count), types))
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

  /// Whether a message has come; takes all that have.
  private func hasNotice() -> Bool {
    var found = false
    while let notice = unsafe PQnotifies(connection) {
      unsafe PQfreemem(notice)
      found = true
    }
    return found
  }

  /// The rows of an answer, which is cleared.
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
    // The value lasts as long as the answer, and has as many bytes as its length says.
    let buffer = unsafe UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    return try .decoded(unsafe Array(buffer), as: type)
  }

  /// Why a statement failed.
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

  /// What libpq says, on one line; it ends with a zero and is copied.
  private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
    let text = unsafe text.map { unsafe String(cString: $0) } ?? ""
    return text.split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
  }
}

/// Texts that each end with a zero.
private struct CStrings {
  private var bytes: [CChar] = []
  private var starts: [Int] = []

  init(_ texts: [String]) {
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// Calls with a pointer to each text and a null behind the last.
  func withPointers<Value>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    // Every start is within the bytes, whose last one is a zero.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      for start in starts { unsafe pointers.append(buffer.baseAddress?.advanced(by: start)) }
      unsafe pointers.append(nil)
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

/// The values of a statement, one behind the other.
private struct ParameterBytes {
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []
  private(set) var lengths: [Int32] = []

  init(_ parameters: [SQLValue]) {
    let encoded = parameters.map(\.encoded)
    // Sound is large: what grew under it would be copied again and again.
    bytes.reserveCapacity(encoded.reduce(1) { $0 + ($1?.count ?? 0) })
    for value in encoded {
      starts.append(value.map { _ in bytes.count })
      lengths.append(Int32(value?.count ?? 0))
      bytes += value ?? []
    }
    // Somewhere for a value without bytes to begin.
    bytes.append(0)
  }

  var count: Int32 { Int32(lengths.count) }

  /// The binary form for each.
  var formats: [Int32] { lengths.map { _ in 1 } }

  /// Calls with a pointer to each value; null for null.
  func withPointers<Value>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    unsafe bytes.withUnsafeBytes { buffer in
      // Bytes and characters of C are one and the same to a pointer.
      let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      for start in starts {
        // Every value lies within the bytes.
        unsafe pointers.append(start.flatMap { unsafe base?.advanced(by: $0) })
      }
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

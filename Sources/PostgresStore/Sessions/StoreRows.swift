// One transaction of a store of sessions: statements of one tenant, whose faults are the store's.

internal import RecordStore
internal import VoiceTypes

/// Who lends connections; a pool, or in tests one that is away at times.
package protocol ConnectionLender: Sendable {
  /// Does something with a connection that nobody else has meanwhile.
  func with<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value

  /// A connection of the caller's own.
  func connect() throws(PostgresError) -> PostgresConnection
}

extension ConnectionPool: ConnectionLender {
  package func connect() throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(options)
  }
}

/// What can be asked within a transaction.
final class StoreRows {
  /// Whose rows.
  let tenant: String

  /// The form of the rows.
  let form: RowForm

  private let connection: PostgresConnection
  private let clock: (any StoreClock)?

  /// What is to stand in the history of the tenant.
  private var news: [(action: String, user: UserHash?, detail: JSONValue)] = []

  /// Why a statement failed, if one did.
  private(set) var fault: PostgresError?

  init(
    _ connection: PostgresConnection, of tenant: String, _ clock: (any StoreClock)?, _ form: RowForm
  ) {
    (self.connection, self.tenant, self.clock, self.form) = (connection, tenant, clock, form)
  }

  /// Runs one statement, of which $1 is the tenant; the parameters are $2, $3, …
  @discardableResult
  func run(_ sql: String, _ parameters: SQLValue...) throws(StoreError) -> [SQLRow] {
    try run(sql, with: parameters)
  }

  /// The same with as many parameters as there are.
  @discardableResult
  func run(_ sql: String, with parameters: [SQLValue]) throws(StoreError) -> [SQLRow] {
    try read { () throws(PostgresError) in
      try connection.run(sql, [.text(tenant)] + parameters)
    }
  }

  /// Does something with rows.
  func read<Value>(
    _ body: () throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    do throws(PostgresError) { return try body() } catch {
      fault = error
      throw error.storeError
    }
  }

  /// Has something stand in the history of the tenant, if the transaction happens.
  func tell(_ action: String, of user: UserHash?, _ detail: JSONValue = [:]) {
    news.append((action, user, detail))
  }

  /// Writes what is to be told, as the last of the transaction: all transactions of the tenant that tell
  /// something wait for each other from here on.
  func writeNews() throws(StoreError) {
    for (action, user, detail) in news {
      try run(
        """
        insert into sagevoice.tenant_line (tenant, user_hash, actor, action, detail)
        values ($1, $2, $3, $4, $5::text::jsonb)
        """, .optional(user?.text), .optional(AuditActor.acting?.name), .text(action),
        .text(detail.text(.compact)))
    }
    news = []
  }

  /// Whether a query finds anything.
  func finds(_ sql: String, _ parameters: SQLValue...) throws(StoreError) -> Bool {
    try read { () throws(PostgresError) in
      try !connection.run(sql, [.text(tenant)] + parameters).isEmpty
    }
  }

  /// The names in the first column.
  func sessions(_ sql: String, _ parameters: SQLValue...) throws(StoreError) -> [SessionID] {
    try read { () throws(PostgresError) in
      try connection.run(sql, [.text(tenant)] + parameters).map { row throws(PostgresError) in
        guard let id = SessionID(try row.text(0)) else {
          throw PostgresError.unreadable("the id of a session")
        }
        return id
      }
    }
  }

  /// Keeps others who name the same from what follows, until the transaction ends.
  func lock(_ name: String) throws(StoreError) {
    try run("select pg_advisory_xact_lock(hashtextextended($2 || '/' || $1, 0))", .text(name))
  }

  func lock(_ session: SessionID) throws(StoreError) { try lock("session/\(session.text)") }

  func lock(_ user: UserHash) throws(StoreError) { try lock("user/\(user.text)") }

  /// The time of the database, or of a test.
  func now() throws(StoreError) -> StoreTime {
    if let clock { return clock.now() }
    let rows = try run(
      "select (extract(epoch from clock_timestamp()) * 1000)::bigint where $1 is not null")
    return try read { () throws(PostgresError) in
      guard let row = rows.first else { throw PostgresError.unreadable("the time") }
      return StoreTime(milliseconds: Int64(try row.int(0)))
    }
  }
}

extension SQLValue {
  static func session(_ id: SessionID) -> SQLValue { .text(id.text) }

  static func user(_ user: UserHash) -> SQLValue { .text(user.text) }
}

// One transaction of a store: its statements and the history of its changes.

internal import VoiceTypes

/// The rows of one tenant during one transaction.
final class StoreTransaction {
  let tenant: String

  /// Encrypts rows and hashes names.
  let form: RowCodec

  let dialect: SQLDialect

  /// The folder with the audio files. Nil: audio is in the database.
  let folder: StoreFolder?

  /// Sessions and people whose files are written after the commit.
  var changedFiles: Set<ChangedFiles> = []

  /// Sessions whose audio this transaction has written.
  var writtenAudio: Set<SessionID> = []

  private let connection: any SQLConnection
  private let clock: (any StoreClock)?
  private let login: String

  /// Lines for the history of the tenant. They are written at the end of the transaction.
  private var news: [(action: String, user: UserHash?, detail: JSONValue)] = []

  /// - Parameters:
  ///   - clock: Replaces the clock of the database.
  ///   - login: The writer of history lines. PostgreSQL records the login of the connection instead.
  init(
    _ connection: any SQLConnection, _ dialect: SQLDialect, of tenant: String,
    _ clock: (any StoreClock)?, _ form: RowCodec, login: String, in folder: StoreFolder? = nil
  ) {
    self.folder = folder
    (self.connection, self.dialect, self.tenant) = (connection, dialect, tenant)
    (self.clock, self.form, self.login) = (clock, form, login)
  }

  /// Runs one statement. $1 is the tenant, and the parameters are $2, $3, …
  @discardableResult
  func run(_ sql: String, _ parameters: SQLValue...) throws -> [SQLRow] {
    try run(sql, with: parameters)
  }

  /// Runs one statement with any number of parameters.
  @discardableResult
  func run(_ sql: String, with parameters: [SQLValue]) throws -> [SQLRow] {
    try connection.run(sql, [.text(tenant)] + parameters)
  }

  /// Whether a query has a result.
  func finds(_ sql: String, _ parameters: SQLValue...) throws -> Bool {
    try !run(sql, with: parameters).isEmpty
  }

  /// The session ids in the first column of a query.
  func sessions(_ sql: String, _ parameters: SQLValue...) throws -> [SessionID] {
    try sessions(sql, with: parameters)
  }

  func sessions(_ sql: String, with parameters: [SQLValue]) throws -> [SessionID] {
    try run(sql, with: parameters).map { row in
      guard let id = SessionID(try row.text(0)) else {
        throw SQLError.unreadable("the id of a session")
      }
      return id
    }
  }

  /// The names of parameters for a list, such as $3, $4. For an empty list, a null that equals no value.
  static func parameters(_ count: Int, from first: Int) -> String {
    count == 0 ? "null" : (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
  }

  /// Excludes other transactions that lock the same name until this one ends. Writing transactions of SQLite exclude each
  /// other without it.
  func lock(_ name: String) throws {
    guard dialect == .postgres else { return }
    try run("select pg_advisory_xact_lock(hashtextextended($2 || '/' || $1, 0))", .text(name))
  }

  func lock(_ session: SessionID) throws { try lock("session/\(session.text)") }

  func lock(_ user: UserHash) throws { try lock("user/\(user.text)") }

  /// The time of the database server, or of this machine.
  func now() throws -> StoreTime {
    if let clock { return clock.now() }
    guard dialect == .postgres else { return SystemClock().now() }
    let rows = try run(
      "select (extract(epoch from clock_timestamp()) * 1000)::bigint where $1 is not null")
    guard let row = rows.first else { throw SQLError.unreadable("the time") }
    return StoreTime(milliseconds: Int64(try row.int(0)))
  }

  // MARK: - Histories

  /// Appends a line to the history of a session. On SQLite, the history of the tenant then contains its hash.
  func append(_ action: String, _ detail: JSONValue, to id: SessionID) throws {
    changedFiles.insert(.session(id))
    guard dialect == .sqlite else {
      // A trigger adds number, time, login and hashes.
      try run(
        "insert into kept_line (tenant, session, action, detail) values ($1, $2, $3, $4)",
        .session(id), .text(action), .json(detail.text(.compact)))
      return
    }
    let last = try run(
      """
      select number, hash from kept_line where tenant = $1 and session = $2
      order by number desc limit 1
      """, .session(id))
    let line = try line(after: last.first, of: id.text, action, detail)
    let hash = form.names.chainHash(line)
    try run(
      """
      insert into kept_line
        (tenant, session, number, at_microseconds, actor, action, detail, previous, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """, .session(id), .int(Int64(line.number)), .int(line.microseconds), .text(line.login),
      .text(action), .json(line.detail), .text(line.previous), .text(hash))
    log(
      Self.anchorAction, of: nil,
      ["session": .string(id.text), "number": .int(line.number), "hash": .string(hash)])
  }

  /// The action of a line that contains the last hash of the history of a session.
  static let anchorAction = "session"

  /// Records an event in the history of the tenant if the transaction commits.
  func log(_ action: String, of user: UserHash?, _ detail: JSONValue = [:]) {
    news.append((action, user, detail))
  }

  /// Writes the recorded events. On PostgreSQL, later writers of the tenant wait from here to the commit.
  func writeLoggedEvents() throws {
    for (action, user, detail) in news { try append(action, user, detail) }
    news = []
  }

  private func append(_ action: String, _ user: UserHash?, _ detail: JSONValue) throws {
    let actor = AuditActor.acting?.name
    guard dialect == .sqlite else {
      try run(
        """
        insert into tenant_line (tenant, user_hash, actor, action, detail)
        values ($1, $2, $3, $4, $5)
        """, .optional(user?.text), .optional(actor), .text(action), .json(detail.text(.compact)))
      return
    }
    let last = try run(
      "select number, hash from tenant_line where tenant = $1 order by number desc limit 1")
    var line = try line(after: last.first, of: user?.text ?? "", action, detail)
    line.actor = actor
    try insert(line)
  }

  /// The line of a history in SQLite after the last one.
  private func line(
    after last: SQLRow?, of owner: String, _ action: String, _ detail: JSONValue
  ) throws -> HistoryLine {
    HistoryLine(
      number: try last.map { try $0.int(0) + 1 } ?? 1, microseconds: try now().milliseconds * 1000,
      login: login, owner: owner, action: action, detail: detail.text(.compact),
      previous: try last?.text(1) ?? "")
  }

  /// Inserts a line of the history of the tenant in SQLite, and returns its hash.
  @discardableResult
  func insert(_ line: HistoryLine) throws -> String {
    let hash = form.names.chainHash(line)
    try run(
      """
      insert into tenant_line
        (tenant, number, at_microseconds, login, actor, user_hash, action, detail, previous, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """, .int(Int64(line.number)), .int(line.microseconds), .text(line.login),
      .optional(line.actor), .optional(line.owner.isEmpty ? nil : line.owner), .text(line.action),
      .json(line.detail), .text(line.previous), .text(hash))
    return hash
  }
}

/// A line of a history whose hashes the program computes.
struct HistoryLine {
  var number: Int
  var microseconds: Int64
  var login: String
  var actor: String?

  /// The session, or the person of an event of the tenant.
  var owner: String
  var action: String
  var detail: String

  /// The hash of the line before. Empty for the first one.
  var previous: String
}

extension StoreSecrets {
  /// The hash of a line and all lines before it. Keyed in an encrypted store.
  func chainHash(_ line: HistoryLine) -> String {
    let members: JSONValue = [
      .int(line.number), .string("\(line.microseconds)"), .string(line.login),
      .optional(line.actor), .string(line.owner), .string(line.action), .string(line.detail),
      .string(line.previous),
    ]
    return chainHash(of: members.text(.compact))
  }
}

extension SQLValue {
  static func session(_ id: SessionID) -> SQLValue { .uuid(id.text) }

  static func session(_ id: SessionID?) -> SQLValue { id.map { .uuid($0.text) } ?? .null }

  static func user(_ user: UserHash) -> SQLValue { .text(user.text) }
}

// The first row of a store: the secret of its hashes, and its encrypted keys.
extension StoreTransaction {
  /// Opens the store of the tenant, or creates it.
  /// - Parameter secret: The secret of a new store. Nil: random.
  /// - Returns: The secret of the store, and the content of its key file; nil for a store without encryption.
  func openStore(
    with keys: StoreKeys?, creating creation: StoreCreation, secret: [UInt8]? = nil
  ) throws -> (secret: [UInt8], keys: [UInt8]?) {
    if let kept = try store() {
      guard creation != .always else {
        throw StoreError.unusable(
          "\(tenant) already has a store in the database; give another tenant")
      }
      return kept
    }
    guard creation != .never else { throw StoreError.notAStore(path: "\(tenant) in the database") }
    let made = try keys.map { keys in
      SQLValue.bytes(try RowEncryption.newFile(for: keys, secret: secret, at: try now()))
    }
    let own = keys == nil ? secret : nil
    try run(
      "insert into store (tenant, secret, keys) values ($1, $2, $3) on conflict do nothing",
      .bytes(own ?? StoreSecrets.newSecret()), made ?? .null)
    if dialect == .sqlite { try save(RetentionClock(at: now())) }
    guard let kept = try store() else {
      throw StoreError.unusable("the store of \(tenant) cannot be created")
    }
    return kept
  }

  private func store() throws -> (secret: [UInt8], keys: [UInt8]?)? {
    try run("select secret, keys from store where tenant = $1").first.map { row in
      (try row.bytes(0), row.isNull(1) ? nil : try row.bytes(1))
    }
  }

  /// Makes the first given key the current one, unless the store knows it.
  /// - Returns: The new encrypted keys of the store. Nil without a change.
  func activateFirstKey() throws -> [UInt8]? {
    guard let sealing = form.sealing, try sealing.changed() != nil,
      let file = try keys(isChanging: true)
    else { return nil }
    try sealing.follow(file)
    guard let changed = try sealing.changed() else { return nil }
    try run("update store set keys = $2 where tenant = $1", .bytes(changed))
    log("key_changed", of: nil)
    return changed
  }
}

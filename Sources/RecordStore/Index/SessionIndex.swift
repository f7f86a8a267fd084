// The index: what makes lists and searches fast, and nothing else. It never makes a call of the
// store fail: an index that cannot be opened or written is replaced by one in memory, or noted as
// stale, and is right again at the next opening.

internal import GRDB
internal import Synchronization

/// A table of the sessions, in a file of its own or in memory.
final class SessionIndex: Sendable {
  /// Why the index is in memory, or was made anew; nil when nothing is to be said.
  let notice: String?

  /// Each waits as long as any writer does for another one [E].
  private static let forgettingTries = 3

  private let path: String
  private let disk: Disk
  private let database: Mutex<(any DatabaseWriter)?>

  /// Opens the index beside the sessions, or makes one. A disk on which that might end the program has it in memory
  /// for once, and what lies there stays: another program may be using it.
  init(
    at path: String, disk: Disk, access: StoreAccess,
    isUncertain: (_ folder: String) -> Bool = MappedRoom.isUncertain
  ) {
    var notice: String?
    let isUncertain = isUncertain(
      String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
    let opened: Opened = isUncertain ? .unavailable : Self.open(path, disk, access)
    var database = opened.database
    if case .corrupt = opened, access == .writing {
      notice = "the unreadable index was rebuilt from the sessions"
      Self.remove(path, disk)
      database = Self.open(path, disk, access).database
    }
    if database == nil {
      notice = "the index of the store is not usable; a temporary index in memory replaces it"
      database = try? DatabaseQueue()
      if let memory = database { try? Self.migrations.migrate(memory) }
    }
    self.notice = notice
    self.path = path
    self.disk = disk
    self.database = Mutex(database)
  }

  private static func remove(_ path: String, _ disk: Disk) {
    for name in [path, path + "-wal", path + "-shm"] { _ = try? disk.removeIfPresent(name) }
  }

  /// Makes an empty index anew if the file of this one is broken.
  func mend() {
    database.withLock { database in
      guard let found = database, Self.isCorrupt(found) else { return }
      database = nil
      Self.remove(path, disk)
      database = Self.open(path, disk, .writing).database
    }
  }

  private static func isCorrupt(_ database: any DatabaseWriter) -> Bool {
    do {
      return try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } != "ok"
    } catch {
      return isCorruption(error)
    }
  }

  /// Whether the contents of the file are the reason of a fault. Any other reason, such as a full disk or too many open
  /// files, says nothing about an index that another process may have open.
  private static func isCorruption(_ error: any Error) -> Bool {
    guard let code = (error as? DatabaseError)?.resultCode else { return false }
    // SQLITE_ERROR: its tables are others.
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(code)
  }

  /// The outcome of opening the file of the index.
  private enum Opened {
    case open(any DatabaseWriter)
    case corrupt
    case unavailable

    var database: (any DatabaseWriter)? {
      if case .open(let database) = self { database } else { nil }
    }
  }

  private var current: (any DatabaseWriter)? { database.withLock { $0 } }

  /// Appended to, never edited.
  private static var migrations: DatabaseMigrator {
    var migrations = DatabaseMigrator()
    migrations.registerMigration("1 sessions") { database in
      try database.execute(sql: SessionsTable.creation)
    }
    migrations.registerMigration("2 whose and which") { database in
      try database.execute(sql: SessionsTable.whoseAndWhich)
    }
    migrations.registerMigration("3 what lists show") { database in
      try database.execute(sql: SessionsTable.whatListsShow)
    }
    migrations.registerMigration("4 how far") { database in
      try database.execute(sql: IndexMarkTable.creation)
    }
    migrations.registerMigration("5 what amends") { database in
      try database.execute(sql: SessionsTable.whatAmends)
    }
    return migrations
  }

  private static func open(
    _ path: String, _ disk: Disk, _ access: StoreAccess
  ) -> Opened {
    do {
      // SQLite would follow a link.
      if let kind = try disk.facts(of: path)?.kind, kind != .file { return .corrupt }
      // SQLite gives its own files the mode of the database, so that one has to be there first.
      if try disk.facts(of: path) == nil {
        guard access == .writing else { return .unavailable }
        try disk.run { files throws(FileSystemError) in try files.create(path, []) }
      }
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // What a row held is overwritten when it changes or goes.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
      let database = try DatabasePool(path: path, configuration: configuration)
      try migrations.migrate(database)
      // One with a mark was in order when that was set, and looking at all of it takes its time.
      let isMarked = try database.read { try IndexMarkTable.mark(in: $0) } != nil
      return isMarked || !isCorrupt(database) ? .open(database) : .corrupt
    } catch {
      return isCorruption(error) ? .corrupt : .unavailable
    }
  }

  /// Writes rows, and moves the mark on with them; false when that did not succeed.
  func put(
    _ rows: [IndexedSession], removing gone: [SessionID] = [], _ move: IndexMarkMove? = nil
  ) -> Bool {
    write { database in
      for id in gone { try SessionsTable.remove(id, from: database) }
      for row in rows { try SessionsTable.put(row, in: database) }
      if let move { try IndexMarkTable.move(move, in: database) }
    }
  }

  /// Moves the mark on; where that does not succeed, more is looked at later.
  func move(_ move: IndexMarkMove) {
    _ = write { try IndexMarkTable.move(move, in: $0) }
  }

  /// How far the rows are known to be right; nil where nobody knows.
  func mark() -> IndexMark? {
    (try? current?.read { try IndexMarkTable.mark(in: $0) }) ?? nil
  }

  /// Replaces all rows, of which nothing is known then; false when that did not succeed.
  func replaceAll(by rows: [IndexedSession]) -> Bool {
    write { database in
      try SessionsTable.removeAll(from: database)
      try IndexMarkTable.remove(from: database)
      for row in rows { try SessionsTable.put(row, in: database) }
    }
  }

  private func write(_ body: (Database) throws -> Void) -> Bool {
    do {
      guard let database = current else { return false }
      try database.write(body)
      return true
    } catch {
      return false
    }
  }

  /// Leaves no byte of rows that changed or went: neither in free room nor in the write-ahead log.
  /// - Returns: Whether that succeeded; other programs may be reading.
  func forgetFormerRows() -> Bool {
    guard let pool = current as? DatabasePool else { return true }
    for _ in 1...Self.forgettingTries where forgetFormerRows(of: pool) { return true }
    return false
  }

  private func forgetFormerRows(of pool: DatabasePool) -> Bool {
    do {
      try pool.vacuum()
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return true
    } catch {
      return false
    }
  }

  /// The rows of a query; nil when they cannot be read.
  func rows(_ query: SessionQuery) -> [IndexedSession]? {
    try? current?.read { try SessionsTable.rows(query, in: $0) }
  }

  /// The length of a session's log as its row has it; nil without a row.
  func logLength(of session: SessionID) -> Int? {
    (try? current?.read { try SessionsTable.logLength(of: session, in: $0) }) ?? nil
  }

  /// The lengths of the logs as the rows have them; nil when they cannot be read.
  func logLengths() -> [String: Int]? {
    try? current?.read { try SessionsTable.logLengths(in: $0) }
  }
}

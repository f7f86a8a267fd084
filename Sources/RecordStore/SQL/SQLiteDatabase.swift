// SQLite as the database of a store: one file in write-ahead mode, with every commit synchronized to the disk.

internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Glibc
package import Platform
internal import Synchronization

/// A SQLite file, or a database in memory.
package final class SQLiteDatabase: SQLDatabase {
  package let dialect = SQLDialect.sqlite

  /// The name of the file in the folder of a store.
  package static let fileName = "store.sqlite"

  private let writer: any DatabaseWriter
  private let path: String?

  private let files: any FileSystem

  /// Locks of a database in memory.
  private let held = Mutex<Set<String>>([])

  /// Opens a file. Its folder must exist. A missing file is created with mode 0600.
  package init(
    at path: String, for access: StoreAccess, files: any FileSystem = POSIXFileSystem()
  ) throws(StoreError) {
    (self.path, self.files) = (path, files)
    do {
      // A lock for programs that create the same database.
      let lock = access == .writing ? try files.lock("\(path)-schema.lock", .exclusive) : nil
      defer { lock?.release() }
      // SQLite creates its other files with the mode of this one.
      if access == .writing, try files.facts(of: path) == nil { try files.create(path, []) }
      try Self.checkRoom(path)
      writer = try DatabasePool(path: path, configuration: Self.configuration(access))
      if access == .writing { try Self.migrations.migrate(writer) }
    } catch {
      throw StoreError(sqlite: error)
    }
  }

  /// Opens an empty database in memory.
  package init() throws(StoreError) {
    (path, files) = (nil, POSIXFileSystem())
    do {
      writer = try DatabaseQueue(configuration: Self.configuration(.writing))
      try Self.migrations.migrate(writer)
    } catch {
      throw SQLError(error).storeError
    }
  }

  private static func configuration(_ access: StoreAccess) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = access == .reading
    configuration.busyMode = .timeout(30)
    configuration.prepareDatabase { database in
      if access == .writing {
        // The log remains after the last writer, because a reader without write permission cannot create it.
        var isStored: CInt = 1
        unsafe sqlite3_file_control(
          database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isStored)
      }
      try database.execute(
        sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
    }
    return configuration
  }

  private static var migrations: DatabaseMigrator {
    var migrations = DatabaseMigrator()
    for (index, sql) in SQLiteSchema.versions.enumerated() {
      migrations.registerMigration("\(index + 1)") { try $0.execute(sql: sql) }
    }
    return migrations
  }

  package func checkSchema() throws(StoreError) {
    let name = path ?? "the database"
    do {
      try writer.read { database in
        if try Self.migrations.hasBeenSuperseded(database) {
          throw StoreError.newerSchema(
            path: name, found: "a later one", known: "sagevoice/sqlite/3")
        }
        guard try Self.migrations.hasCompletedMigrations(database) else {
          throw StoreError.unusable(
            "\(name) has an earlier schema; open it for writing once to convert it")
        }
      }
    } catch {
      throw StoreError(sqlite: error)
    }
  }

  package func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value {
    do {
      switch access {
      case .reading: return try writer.read { try body(SQLiteConnection($0)) }
      case .writing:
        if let path { try Self.checkRoom(path) }
        return try writer.write { try body(SQLiteConnection($0)) }
      }
    } catch let error as DatabaseError {
      throw fault(error)
    }
  }

  /// The error of a statement. A full or read-only disk, and input or output errors, are errors of the file system.
  private func fault(_ error: DatabaseError) -> any Error {
    let code: Int32? =
      switch error.resultCode {
      case .SQLITE_FULL: ENOSPC
      case .SQLITE_IOERR: EIO
      case .SQLITE_READONLY: EROFS
      default: nil
      }
    guard let path, let code else { return SQLError(error) }
    return StoreError.fileSystem(FileSystemError(code: code, operation: .append, path: path))
  }

  /// Throws if the disk is so full that a write of SQLite could end the program by SIGBUS.
  private static func checkRoom(_ path: String) throws(FileSystemError) {
    guard MappedFileSpace.isUncertain(in: FileName.folder(of: path)) else { return }
    throw FileSystemError(code: ENOSPC, operation: .append, path: path)
  }

  package func lock(_ name: String) throws(StoreError) -> (any FileLock)? {
    guard let path else {
      guard held.withLock({ $0.insert(name).inserted }) else { return nil }
      return MemoryLock { [self] in _ = held.withLock { $0.remove(name) } }
    }
    do {
      return try files.lock("\(path)-\(name.replacing("/", with: "-")).lock", .exclusiveIfFree)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// Copies the database to a new file. Readers and writers continue. The copy is one file.
  func copy(to path: String) throws(StoreError) {
    do {
      try files.create(path, [])
      let copy = try DatabaseQueue(path: path)
      try writer.backup(to: copy)
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
    } catch {
      throw StoreError(sqlite: error)
    }
  }

  package func scrub() throws(StoreError) {
    guard path != nil else { return }
    do {
      // `secure_delete` has overwritten the pages. The log still contains earlier versions of them.
      try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch {
      throw SQLError(error).storeError
    }
  }
}

/// A connection of GRDB. It is valid during one transaction.
private struct SQLiteConnection: SQLConnection {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> [SQLRow] {
    do {
      let statement = try database.cachedStatement(sql: sql)
      // $1 is a parameter with the name 1.
      let values = parameters.enumerated().map { index, value in
        ("\(index + 1)", value.databaseValue)
      }
      let arguments = StatementArguments(Dictionary(uniqueKeysWithValues: values))
      return try Row.fetchAll(statement, arguments: arguments).map(SQLRow.init)
    } catch {
      throw SQLError(error)
    }
  }
}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .bool(let value): value.databaseValue
    case .int(let value): value.databaseValue
    case .number(let value): value.databaseValue
    case .text(let value), .uuid(let value), .json(let value): value.databaseValue
    case .bytes(let value): Data(value).databaseValue
    }
  }
}

extension SQLRow {
  fileprivate init(_ row: Row) {
    self.init(
      values: row.databaseValues.map { value in
        switch value.storage {
        case .null: .null
        case .int64(let number): .int(number)
        case .double(let number): .number(number)
        case .string(let text): .text(text)
        case .blob(let bytes): .bytes(Array(bytes))
        }
      })
  }
}

extension SQLError {
  /// An error of SQLite. Contention, a full disk and input or output errors are transient. A damaged file is not.
  fileprivate init(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = .unreadable("\(error)")
      return
    }
    let message = error.message ?? "no message"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM,
      .SQLITE_READONLY, .SQLITE_PROTOCOL:
      self = .away("\(message) (\(error.extendedResultCode.rawValue))")
    default:
      self = .refused(SQLState("SQLITE-\(error.extendedResultCode.rawValue)"), message)
    }
  }
}

extension StoreError {
  /// The error of SQLite or of a file.
  fileprivate init(sqlite error: any Error) {
    let isKnown = error is StoreError || error is FileSystemError
    self = isKnown ? StoreError(error) : SQLError(error).storeError
  }
}

/// A lock within this process.
private final class MemoryLock: FileLock {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

  deinit { release() }

  func share() {}

  func release() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}

/// Free space for memory-mapped files. SQLite maps the file `-shm` and writes the last byte of each page first, so the
/// file system allocates a block there. With blocks smaller than pages, the rest of a page may have no block. On a full
/// disk a write to that part ends the program with SIGBUS.
private enum MappedFileSpace {
  /// Two of the parts that SQLite maps at once (32 KiB; "WAL-mode File Format", 2.2).
  private static let bytesNeeded = 64 << 10

  /// Whether the file system may have no block for a page of a mapped file.
  static func isUncertain(in folder: String) -> Bool {
    var facts = statvfs()
    // The system fills one `statvfs`.
    guard unsafe statvfs(folder, &facts) == 0 else { return false }
    return facts.f_frsize < UInt(getpagesize())
      && facts.f_bavail < UInt(bytesNeeded) / max(1, facts.f_frsize)
  }
}

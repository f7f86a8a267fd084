// A store of sessions and people in a database. Each call is one transaction of one tenant. Writers lock the name of
// the session or person first. A call with a lost reply can be repeated, and then changes nothing.

package import Platform
internal import Synchronization
package import VoiceTypes

/// The store of one tenant.
public final class RecordStore: Sendable {
  package let tenant: String

  /// The folder of the store. Nil for a store in a database server.
  let folder: StoreFolder?

  /// Whether the files of changed sessions and people are written.
  let updatesFiles: Bool

  /// The file system of the folder.
  package let files: any FileSystem

  let database: any SQLDatabase
  private let clock: (any StoreClock)?
  private let login: String
  let access: StoreAccess
  package let secret: [UInt8]
  package let keys: StoreKeys?
  let form: RowCodec

  /// The database file at opening.
  private let opened: FileFacts?

  /// Numbers of records of changed files that are written. The next transaction deletes the records.
  let writtenFiles = Mutex<Set<Int64>>([])

  /// Committed changes with unwritten files, by their records. The next transaction writes them.
  let lateFiles = Mutex<[Int64: ChangedFiles]>([:])

  private let noticesFound = Mutex<[String]>([])

  /// Warnings for the log of the program.
  package var notices: [String] { noticesFound.withLock { $0 } }

  var names: StoreSecrets { form.names }
  var dialect: SQLDialect { database.dialect }

  /// Opens the store of a tenant. The first key encrypts a new store.
  /// - Parameters:
  ///   - keys: The keys of an encrypted store. Nil opens a plain store.
  ///   - access: A store that is opened for reading must exist, and refuses changes.
  ///   - creation: Whether opening for writing creates the store.
  ///   - login: The writer in histories. PostgreSQL uses its login instead.
  ///   - clock: Replaces the clock of the database.
  ///   - root: The folder of the store.
  package init(
    _ database: any SQLDatabase, tenant: String, keys: StoreKeys? = nil,
    access: StoreAccess = .writing, creating creation: StoreCreation = .ifMissing,
    login: String = "sagevoice-server", clock: (any StoreClock)? = nil,
    files: any FileSystem = POSIXFileSystem(), folder: StoreFolder? = nil,
    updatesFiles: Bool = true, secret given: [UInt8]? = nil
  ) throws(StoreError) {
    self.updatesFiles = updatesFiles
    (self.database, self.tenant, self.clock, self.files) = (database, tenant, clock, files)
    (self.keys, self.access, self.login, self.folder) = (keys, access, login, folder)
    opened = folder.flatMap { (try? files.facts(of: $0.database)) ?? nil }
    try database.checkSchema()
    let kept = try Self.transaction(database, tenant, access, clock, .unknown, login) { rows in
      try rows.openStore(
        with: keys, creating: access == .reading ? .never : creation, secret: given)
    }
    if let file = kept.keys {
      guard let keys else { throw .keyNeeded }
      let sealing = try RowEncryption(file, keys)
      (secret, form) = (sealing.secret, RowCodec(names: sealing.names, sealing: sealing))
    } else {
      guard keys == nil else { throw .notEncrypted }
      (secret, form) = (kept.secret, RowCodec(names: StoreSecrets(secret: kept.secret)))
    }
    guard given ?? secret == secret else {
      throw .unusable(
        "\(place) has other person hashes; give the folder that belongs to this store, or a new one"
      )
    }
    guard access == .writing else { return }
    try finishFiles()
    guard let sealing = form.sealing else { return }
    // Rows are written with the new key only after the store has it: other programs could not read them.
    if let changed = try write({ rows in try rows.activateFirstKey() }) {
      try sealing.follow(changed)
    }
  }

  /// Runs `body` in a transaction that refuses changes.
  func read<Value>(_ body: (StoreTransaction) throws -> Value) throws(StoreError) -> Value {
    try transaction(.reading, body)
  }

  /// Runs `body` in a transaction, without the files of the folder.
  func transaction<Value>(
    _ access: StoreAccess, _ body: (StoreTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    try Self.transaction(database, tenant, access, clock, form, login, folder, body)
  }

  /// Throws if the folder has another database than at opening, as after its disk was removed.
  package func checkPresence() throws(FileSystemError) {
    guard let folder, let opened else { return }
    let found = try files.facts(of: folder.database)
    guard found?.device == opened.device, found?.inode == opened.inode else {
      throw .away(folder.database)
    }
  }

  /// Runs `body` in one transaction. If it throws, no change remains.
  func write<Value>(_ change: (StoreTransaction) throws -> Value) throws(StoreError) -> Value {
    guard access == .writing else { throw .readOnly }
    func body(_ rows: StoreTransaction) throws -> Value {
      try rows.checkHeldLease()
      return try change(rows)
    }
    do { try checkPresence() } catch { throw .fileSystem(error) }
    guard folder != nil else {
      return try transaction(.writing, body)
    }
    let written = writtenFiles.withLock { $0 }
    var changed: [Int64: ChangedFiles] = [:]
    var touched: Set<SessionID> = []
    do throws(StoreError) {
      let value = try transaction(.writing) { rows in
        defer { touched = rows.writtenAudio }
        try rows.deleteChangedFiles(written)
        let value = try body(rows)
        changed = try rows.noteChangedFiles()
        return value
      }
      writtenFiles.withLock { $0.subtract(written) }
      updateFiles(of: changed)
      return value
    } catch {
      removeUncommittedAudio(of: touched)
      // The reply to a commit may be lost.
      updateFiles(of: changed, isCommitted: false)
      throw error
    }
  }

  private static func transaction<Value>(
    _ database: any SQLDatabase, _ tenant: String, _ access: StoreAccess,
    _ clock: (any StoreClock)?, _ form: RowCodec, _ login: String, _ folder: StoreFolder? = nil,
    _ body: (StoreTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try database.transaction(of: tenant, access) { connection in
        let rows = StoreTransaction(
          connection, database.dialect, of: tenant, clock, form, login: login, in: folder)
        let value = try body(rows)
        try rows.writeLoggedEvents()
        return value
      }
    } catch {
      throw StoreError(error)
    }
  }

  func addNotice(_ text: String) {
    noticesFound.withLock { notices in
      if !notices.contains(text) { notices.append(text) }
    }
  }

  deinit {
    guard access == .writing,
      !writtenFiles.withLock(\.isEmpty) || !lateFiles.withLock(\.isEmpty)
    else { return }
    try? write { _ in }
  }

  /// Overwrites the space of deleted rows.
  func scrub() throws(StoreError) { try database.scrub() }

  // MARK: - The runner

  /// The store in messages: the path of its folder, or the name of its tenant.
  package var place: String { folder?.root ?? "the database, for \(tenant)" }

  /// The path of the folder. Nil for a store in a database server.
  package var root: String? { folder?.root }

  package func lockForWatching() throws(StoreError) -> (any FileLock)? {
    try database.lock("watching/\(tenant)")
  }

  /// Stores the status of the runner: in the file `status.json` of a folder, or in a row.
  package func saveStatus(_ bytes: [UInt8]) throws(StoreError) {
    if let folder {
      do {
        try checkPresence()
        return try files.replace("\(folder.root)/status.json", with: bytes, durability: .eventual)
      } catch {
        throw .fileSystem(error)
      }
    }
    try write { rows in
      _ = try rows.run("update store set status = $2 where tenant = $1", .bytes(bytes))
    }
  }

  /// The last status of the runner. Nil without one.
  package func status() throws(StoreError) -> [UInt8]? {
    try read { rows in
      try rows.run("select status from store where tenant = $1 and status is not null").first?
        .bytes(0)
    }
  }

  // MARK: - Names

  package func userHash(of userID: String) -> UserHash { names.user(userID) }

  package func profileHash(of profile: UserProfile) -> String { names.profile(profile) }

  package func identity(_ facts: IdentityFacts) -> RecordingIdentity { names.identity(facts) }

  // MARK: - Sessions

  package func session(_ id: SessionID) throws(StoreError) -> StoredSession {
    try read { rows in try rows.checkNotPurged(id) }
    return StoredSession(id, in: self)
  }

  package func existingSession(_ id: SessionID) throws(StoreError) -> StoredSession? {
    try holds(id) ? StoredSession(id, in: self) : nil
  }

  /// All sessions, by id.
  package func sessionIDs() throws(StoreError) -> [SessionID] {
    try sessions(toSync: nil)
  }

  package func holds(_ id: SessionID) throws(StoreError) -> Bool {
    try read { rows in try rows.holds(id) }
  }

  package func wasPurged(_ id: SessionID) throws(StoreError) -> Bool {
    try read { rows in try rows.wasPurged(id) }
  }

  package func metadata(of session: SessionID) throws(StoreError) -> SessionMetadata? {
    try read { rows in try rows.metadata(of: session) }
  }

  package func metadata(ofRecording sha256: String) throws(StoreError) -> [SessionMetadata] {
    try read { rows in
      let found = try rows.sessions(
        "select id from kept_session where tenant = $1 and recording_sha = $2 order by place",
        rows.column(sha256, .sound))
      return try found.compactMap { try rows.metadata(of: $0) }
    }
  }

  package func sessionResults(of session: SessionID) throws(StoreError) -> SessionResults? {
    try read { rows in try rows.results(of: session) }
  }

  package func isAmended(_ session: SessionID) throws(StoreError) -> Bool {
    try read { rows in
      try rows.finds(
        "select 1 from kept_session where tenant = $1 and parent = $2 limit 1", .session(session))
    }
  }

  package func first(with identity: RecordingIdentity) throws(StoreError) -> SessionID? {
    try read { rows in
      try rows.sessions(
        """
        select id from kept_session
        where tenant = $1 and identity = $2 and counts_as_first order by place limit 1
        """, .text(identity.text)
      ).first
    }
  }

  package func sessions(of user: UserHash) throws(StoreError) -> [SessionID] {
    try read { rows in try rows.sessions(of: user) }
  }

  /// The history of a session, oldest first.
  package func actions(of session: SessionID) throws(StoreError) -> [String] {
    try read { rows in
      try rows.run(
        "select action from kept_line where tenant = $1 and session = $2 order by number",
        .session(session)
      ).map { try $0.text(0) }
    }
  }
}

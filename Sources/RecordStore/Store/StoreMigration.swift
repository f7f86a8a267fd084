// Migration of a store of version 0.24 or earlier to a database. The steps:
//   1. `store.new/` gets the database and the audio, and is compared with the old files;
//   2. `before-sql/` gets a hard link to every old file;
//   3. `store.json` is removed. From here on the database is the store, and the old version refuses the folder;
//   4. the audio and the database are moved to their places, the database last;
//   5. the other old files are removed, the history of the store last. The next opening writes the folders of sessions and
//      people.
// Before step 3 the old files are unchanged, and an interrupted run starts again. After it the next run continues.

internal import VoiceTypes

/// The result of a migration.
package struct StoreMigrationReport: Sendable, Equatable {
  package let sessions: Int

  /// Paths of files that are in the backup only, because no history and no report names them.
  package let unexplained: [String]
}

/// The migration of the store in a folder.
package struct StoreMigration {
  /// The tenant of a store in a folder.
  package static let tenant = "store"

  /// The folder of the backup, in the folder of the store.
  package static let backup = "before-sql"

  /// Sessions per transaction [E].
  private static let sessionsAtOnce = 100

  private static let oldNames: Set<String> = [
    "store.json", "secret", "retention.json", "status.json", "sessions", "failed", "baselines",
    "people", "tombstones", "staging", "audit.log",
  ]

  private let root: String
  private let options: StoreOptions
  private let files: any FileSystem
  private var layout: StoreLayout { StoreLayout(root: root) }
  private var database: String { StoreFolder.database(in: root) }
  private var new: String { Self.new(in: root) }

  /// The folder of the new store before step 4.
  private static func new(in root: String) -> String { "\(root)/store.new" }

  /// The database of a migration that was interrupted.
  static func database(in root: String) -> String { StoreFolder.database(in: new(in: root)) }

  /// Migrates an old store. A folder without one stays unchanged.
  /// - Returns: Nil without an old store.
  package static func run(
    root: String, options: StoreOptions
  ) throws(StoreError) -> StoreMigrationReport? {
    do {
      let group = try options.fileSystem.readingGroup(of: StoreLayout(root: root).storeFile)
      let files = options.fileSystem.shared(with: options.group ?? group)
      return try StoreMigration(root: root, options: options, files: files).run()
    } catch {
      throw StoreError(error)
    }
  }

  private func run() throws -> StoreMigrationReport? {
    guard try isDue() else { return nil }
    guard options.access == .writing else {
      throw StoreError.unusable(
        "\(root) is a store of an earlier version; open it for writing once to convert it")
    }
    guard let lock = try files.lock(layout.writersLock, .exclusiveIfFree) else {
      throw StoreError.unusable(
        "another program has the store \(root) open; stop all programs that use it, and try again")
    }
    defer { lock.release() }
    // Another program may have migrated the store.
    guard try isDue() else { return nil }
    var unexplained: [String] = []
    if try isThere(layout.storeFile) {
      guard try !isThere(database) else {
        throw StoreError.unusable(
          "\(root) contains a store of an earlier version and a converted one; move either of them "
            + "to another folder")
      }
      unexplained = try build()
      try backUp()
      try files.removeFile(layout.storeFile)
      try files.synchronizeFolder(root)
    }
    if try !isThere(database) { try moveNewFiles() }
    let store = try open(root)
    try removeOldFiles(except: store)
    return StoreMigrationReport(sessions: try store.sessionIDs().count, unexplained: unexplained)
  }

  private func isDue() throws -> Bool {
    if try isThere(layout.storeFile) { return true }
    return try isThere(database) ? isThere(layout.auditLog) : isThere(Self.database(in: root))
  }

  private func isThere(_ path: String) throws -> Bool { try files.facts(of: path) != nil }

  private func open(_ root: String) throws -> RecordStore {
    try RecordStore(
      SQLiteDatabase(at: StoreFolder.database(in: root), for: .writing, files: files),
      tenant: Self.tenant, keys: options.keys, creating: .never, login: options.actor,
      clock: options.clock, files: files, folder: StoreFolder(root: root, files: files),
      updatesFiles: false)
  }

  // MARK: - The database

  /// - Returns: The unexplained files.
  private func build() throws -> [String] {
    let old = try OldStore(at: root, keys: options.keys, files)
    try files.removeTree(new)
    try files.makeFolder(new)
    do {
      try fill(from: old)
    } catch {
      try? files.removeTree(new)
      throw error
    }
    let path = Self.database(in: root)
    // Closing the database ends its log.
    guard try files.facts(of: "\(path)-wal")?.size ?? 0 == 0 else {
      throw StoreError.unusable("\(path) is open in another program; stop it, and try again")
    }
    for ending in ["-wal", "-shm"] { try files.removeIfThere(path + ending) }
    try files.synchronizeFile(path)
    try files.synchronizeFolder(new)
    try files.synchronizeFolder(root)
    return old.unexplained
  }

  private func fill(from old: OldStore) throws {
    let (keys, status) = (old.keys, try old.status())
    // An encrypted store keeps its secret in its keys only.
    let secret = keys == nil ? old.secret : StoreSecrets.newSecret()
    try SQLiteDatabase(at: Self.database(in: root), for: .writing, files: files)
      .transaction(of: Self.tenant, .writing) { connection in
        _ = try connection.run(
          "insert into store (tenant, secret, keys, status) values ($1, $2, $3, $4)",
          [
            .text(Self.tenant), .bytes(secret), keys.map { .bytes($0) } ?? .null,
            status.map { .bytes($0) } ?? .null,
          ])
      }
    let store = try open(new)
    let (sessions, people) = (try old.sessions(), try old.personFiles())
    try store.write { rows in
      try rows.append(old.log, old.tombstones)
      for file in people { try rows.save(file) }
    }
    for start in stride(from: 0, to: sessions.count, by: Self.sessionsAtOnce) {
      try store.write { rows in
        for id in sessions[start...].prefix(Self.sessionsAtOnce) {
          guard let copy = try old.session(id) else { continue }
          if keys == nil, copy.documents[.audio] != nil { try linkAudio(of: id) }
          try rows.put(copy, since: copy.entries, StoreTransaction.syncAction)
        }
      }
    }
    for entry in old.reports {
      try store.write { rows in
        try rows.save(entry, entry.file.map { try old.bytes(of: $0) } ?? [])
      }
    }
    try store.write { rows in
      for (member, part) in [("announced", ExpiringPart.session), ("audio_announced", .audio)] {
        for (id, time) in try old.announcements(member) {
          try rows.saveNotice(part, of: id, announced: time)
        }
      }
    }
    try verify(store, against: old, sessions, people)
    try store.scrub()
  }

  /// Compares all rows with the old files.
  private func verify(
    _ store: RecordStore, against old: OldStore, _ sessions: [SessionID],
    _ people: [OldStore.PersonFile]
  ) throws {
    var request = VerificationRequest()
    (request.checksContents, request.checksFiles) = (false, false)
    var problems = try store.verify(request).findings.map(\.description)
    let (versions, files) = (people.count { $0.kind != nil }, old.reports.count { $0.file != nil })
    var rows = [
      "kept_session": 0, "kept_version": versions, "kept_person_document": people.count - versions,
      "failed_file": files, "stranded_file": old.reports.count - files,
      "purged": old.tombstones.count,
    ]
    for id in sessions {
      guard let copy = try old.session(id) else { continue }
      rows["kept_session", default: 0] += 1
      let found = try store.read { rows in try rows.copy(of: id) }
      if found.documents != copy.documents || found.entries.dropLast() != copy.entries[...] {
        problems.append("\(id.text) differs")
      }
    }
    try store.read { [rows] transaction in
      let isComplete = try rows.allSatisfy { table, count in
        try transaction.run("select count(*) from \(table) where tenant = $1").first?.int(0)
          == count
      }
      if !isComplete { problems.append("a row is missing") }
      for file in people where try transaction.content(of: file) != file.bytes {
        problems.append("a file of a person differs")
      }
    }
    guard problems.isEmpty else {
      throw StoreError.unusable(
        "the converted store differs from \(root), which stays unchanged: "
          + problems.joined(separator: "; "))
    }
  }

  // MARK: - Audio

  private func audio(of id: SessionID, in root: String) -> (folder: String, path: String) {
    let folder = StoreFolder(root: root, files: files)
    return ("\(folder.folder(of: id))/artifacts", folder.audio(of: id))
  }

  /// A plain store retains its audio files. Another content replaces the link.
  private func linkAudio(of id: SessionID) throws {
    let (source, target) = (audio(of: id, in: root).path, audio(of: id, in: new))
    guard try files.facts(of: source)?.kind == .file else { return }
    for folder in ["\(new)/sessions", "\(new)/sessions/\(id.text)", target.folder] {
      try files.ensureFolder(folder)
    }
    try files.link(source, to: target.path)
  }

  private func moveNewFiles() throws {
    for id in try files.listIfPresent("\(new)/sessions").compactMap(SessionID.init) {
      let (source, target) = (audio(of: id, in: new).path, audio(of: id, in: root))
      guard try isThere(source) else { continue }
      try files.ensureFolder(target.folder)
      // Has no effect on two links to one file.
      try files.settle(source, at: target.path, in: target.folder)
    }
    try files.settle(Self.database(in: root), at: database, in: root)
  }

  // MARK: - The old files

  private func names() throws -> [String] {
    try files.list(root).filter { name in
      Self.oldNames.contains(name) || name.hasPrefix("index.sqlite")
    }
  }

  private var backup: String { "\(root)/\(Self.backup)" }

  private func backUp() throws {
    for name in Self.oldNames where try files.facts(of: "\(root)/\(name)")?.kind == .link {
      throw StoreError.damaged(
        path: "\(root)/\(name)",
        problem: "the path is a symbolic link; replace it with its target")
    }
    let partial = "\(backup).new"
    // The copy of an interrupted run may be older than the store.
    for path in [backup, partial] { try files.removeTree(path) }
    try files.makeFolder(partial)
    for name in try names() { try link("\(root)/\(name)", to: "\(partial)/\(name)") }
    try files.synchronizeFolder(partial)
    try files.settle(partial, at: backup, in: root, .keepingExisting)
  }

  private func link(_ path: String, to target: String) throws {
    switch try files.facts(of: path)?.kind {
    case .file: try files.link(path, to: target)
    case .folder:
      try files.makeFolder(target)
      for name in try files.list(path) { try link("\(path)/\(name)", to: "\(target)/\(name)") }
      try files.synchronizeFolder(target)
    default: break
    }
  }

  private func removeOldFiles(except store: RecordStore) throws {
    for id in try files.listIfPresent(layout.sessions).compactMap(SessionID.init)
    where try !store.holds(id) {
      try files.removeTree(layout.folder(of: id))
    }
    for name in try names() where !["sessions", "audit.log"].contains(name) {
      try files.removeTree("\(root)/\(name)")
    }
    try files.removeTree(new)
    for name in ["append.lock", "watcher.lock"] { try files.removeIfThere(layout.path(of: name)) }
    try files.synchronizeFolder(root)
    try files.removeIfThere(layout.auditLog)
    try files.removeIfThere(layout.writersLock)
    try files.synchronizeFolder(root)
  }
}

extension StoreTransaction {
  /// Appends the history of an old store, with times and actors, and the ids of purged sessions.
  fileprivate func append(_ log: AuditLog, _ tombstones: [SessionID: Tombstone]) throws {
    for id in tombstones.keys.sorted() {
      try run("insert into purged (tenant, session) values ($1, $2)", .session(id))
    }
    var (number, previous) = (0, "")
    for entry in log.lines.map(\.entry) where entry.action != "anchored" {
      let names = entry.documents.map(\.name)
      let user = names.lazy.compactMap(OldStore.user).first
      let purged = names.lazy.compactMap(Tombstone.session).first
      let members: [(String, String?)] = [
        ("field", entry.field), ("old", entry.old), ("new", entry.new),
        ("session", (purged ?? entry.anchor?.session)?.text),
        ("reason", purged.flatMap { tombstones[$0]?.reason }),
      ]
      var detail = members.compactMap { key, value in
        value.map { JSONValue.Member(key, .string($0)) }
      }
      if !names.isEmpty {
        let documents = entry.documents.map { JSONValue.Member($0.name, .optional($0.sha256)) }
        detail.append(.init("documents", .object(documents)))
      }
      number += 1
      let line = HistoryLine(
        number: number, microseconds: entry.time.milliseconds * 1000, login: entry.actor,
        owner: user?.text ?? "", action: entry.action,
        detail: JSONValue.object(detail).text(.compact), previous: previous)
      previous = try insert(line)
    }
  }

  fileprivate func save(_ file: OldStore.PersonFile) throws {
    guard let kind = file.kind else {
      return try save(file.bytes, asDocument: file.name, of: file.user)
    }
    try insertVersion(file.bytes, kind, file.number, of: file.user)
  }

  fileprivate func content(of file: OldStore.PersonFile) throws -> [UInt8]? {
    guard let kind = file.kind else { return try document(file.name, of: file.user) }
    let found = try run(
      """
      select bytes from kept_version
      where tenant = $1 and user_hash = $2 and kind = $3 and number = $4
      """, .user(file.user), .text(kind), .int(Int64(file.number)))
    return try found.first.map { row in
      try opened(row.bytes(0), as: RowContext(file.user, kind, file.number))
    }
  }

  /// Saves the report of a quarantined or unreadable file.
  fileprivate func save(_ entry: OldStore.Report, _ bytes: [UInt8]) throws {
    switch entry {
    case .stranded(let report): try insert(report)
    case .quarantined(var report):
      report.file = report.sha256
      try insert(report, bytes)
    }
  }

  /// Saves a notice of retention. Purged parts have a notice that is not yet published.
  fileprivate func saveNotice(
    _ part: ExpiringPart, of id: SessionID, announced time: StoreTime
  ) throws {
    let isHeld = try holds(id)
    guard try part == .audio ? isHeld : isHeld || wasPurged(id) else { return }
    let isUnpublished = try part == .audio ? !holdsAudio(id) : !isHeld
    try notice(part, of: id, isUnpublished: isUnpublished, at: time)
  }
}

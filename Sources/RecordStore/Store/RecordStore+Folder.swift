// A store in a folder: a SQLite database with files (`StoreFolder`).

internal import VoiceTypes

extension RecordStore {
  /// The tenant of a store in a folder, which has one.
  static let ownTenant = StoreMigration.tenant

  /// Opens the store in a folder. For writing, a missing store is created.
  package convenience init(at root: String, _ options: StoreOptions) throws(StoreError) {
    do {
      let group = try options.fileSystem.readingGroup(of: StoreFolder.database(in: root))
      let files = options.fileSystem.shared(with: options.group ?? group)
      let folder = StoreFolder(root: root, files: files)
      let migrated = try StoreMigration.run(root: root, options: options)
      try Self.prepare(folder, options)
      try self.init(
        options.database
          ?? SQLiteDatabase(at: folder.database, for: options.access, files: files),
        tenant: Self.ownTenant, keys: options.keys, access: options.access,
        creating: options.creation == .never ? .never : .ifMissing, login: options.actor,
        clock: options.clock, files: files, folder: folder, secret: options.secret)
      if let migrated {
        addNotice(
          "the store was converted to a database: \(migrated.sessions.counted("session")); the old files are in "
            + "\(root)/\(StoreMigration.backup), with data of people that are erased later; delete them after a check"
        )
      }
      if options.access == .writing, let wanted = options.group, wanted != group {
        try share(with: wanted)
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Whether a folder contains a store, readable or not.
  package static func isStore(_ root: String, _ files: any FileSystem) -> Bool {
    [
      StoreFolder.database(in: root), "\(root)/\(StoreFile.name)",
      StoreMigration.database(in: root),
    ].contains { ((try? files.facts(of: $0)) ?? nil) != nil }
  }

  /// Checks the folder before the database is opened, and creates it.
  private static func prepare(_ folder: StoreFolder, _ options: StoreOptions) throws {
    let (root, files) = (folder.root, folder.files)
    for path in [folder.database, folder.sessions]
    where try files.facts(of: path)?.kind == .link {
      throw StoreError.damaged(
        path: path, problem: "the path is a symbolic link; replace it with its target")
    }
    let isThere = try files.facts(of: folder.database) != nil
    guard !isThere else {
      guard options.creation != .always else {
        throw StoreError.unusable("\(root) is already a store; give the path of a new folder")
      }
      return
    }
    guard options.creation != .never else { throw StoreError.notAStore(path: root) }
    if try files.facts(of: root) == nil {
      try files.ensureFolder(root)
      let parent = root.split(separator: "/").dropLast().joined(separator: "/")
      try files.synchronizeFolder(
        root.hasPrefix("/") ? "/\(parent)" : parent.isEmpty ? "." : parent)
    }
    // Another program may be creating the same store.
    let own = [".lock", "-wal", "-shm", ".sqlite"]
    guard
      try files.list(root).allSatisfy({ name in
        name == "sessions" || own.contains { name.hasSuffix($0) }
      })
    else {
      throw StoreError.unusable(
        "\(root) is neither a store nor empty; give the path of a new folder")
    }
    try files.ensureFolder(folder.sessions)
  }

  // MARK: - Sharing

  /// Lets a group read all files. The database file is last: after an interruption the store is not shared.
  private func share(with group: UInt32) throws {
    try write { rows in
      rows.log("shared", of: nil, ["field": "group", "new": .string("\(group)")])
    }
    guard let folder else { return }
    let names = try files.list(folder.root).filter { "\(folder.root)/\($0)" != folder.database }
    try files.makePrivate(folder.root)
    for name in names { try shareAll("\(folder.root)/\(name)") }
    try files.makePrivate(folder.database)
  }

  /// Skips links, special files and files of other users.
  private func shareAll(_ path: String) throws {
    guard let facts = try files.facts(of: path), facts.isOwn,
      facts.kind == .file || facts.kind == .folder
    else { return }
    // Another program may have removed the file.
    let isThere = try ifPresent { try files.makePrivate(path) } != nil
    guard isThere, facts.kind == .folder else { return }
    for name in try files.list(path) { try shareAll("\(path)/\(name)") }
  }
}

extension FileSystem {
  /// The group that may read a store, by the mode of its first file. Nil: its owner alone.
  func readingGroup(of path: String) throws(FileSystemError) -> UInt32? {
    let groupMayRead: UInt16 = 0o040
    guard let facts = try self.facts(of: path), facts.kind == .file,
      facts.permissions & groupMayRead != 0
    else { return nil }
    return facts.group
  }
}

// A backup of a store in a folder: the database by the online backup of SQLite, then the audio files that its rows name. Readers
// and writers continue. The copy needs no key: an encrypted store stays encrypted. A run that was interrupted leaves
// `TARGET.partial`, and the next run continues with it.

internal import VoiceTypes

package struct BackupReport: Sendable, Equatable {
  package var sessions = 0

  /// Number and hash of the last line of the history of the store, as `records verify --head` reads them.
  package var head: String?
}

package struct StoreBackup {
  /// Copies of the database. Audio that is deleted during the backup requires another one [E].
  private static let mostCopies = 5

  /// Allowed contents of the folder of an interrupted run.
  private static let ownNames: Set<String> = [
    SQLiteDatabase.fileName, SQLiteDatabase.fileName + "-journal", "sessions",
  ]

  private let root: String
  private let files: any FileSystem
  private let name: ExportName
  private let progress: StoreProgress?

  /// A backup of the store at `root` to the new folder `target`.
  /// - Parameter progress: Is called with the number of sessions with copied audio.
  package init(
    of root: String, to target: String, _ files: any FileSystem = POSIXFileSystem(),
    reporting progress: StoreProgress? = nil
  ) {
    (self.root, self.files, self.progress) = (root, files, progress)
    name = ExportName(target, files)
  }

  private var database: String { "\(root)/\(SQLiteDatabase.fileName)" }
  private var copiedDatabase: String { "\(name.partial)/\(SQLiteDatabase.fileName)" }

  /// Copies the store. An error removes the copy.
  /// - Parameter finishing: Runs on the folder of the complete copy before the copy gets its name.
  package func make(
    finishing: (String) throws(ExchangeError) -> Void = { _ in }
  ) throws(ExchangeError) -> BackupReport {
    try exchanging {
      guard try files.facts(of: database) != nil else { throw StoreError.notAStore(path: root) }
      try checkTarget()
      do {
        let report = try copy()
        try finishing(name.partial)
        try name.finish()
        return report
      } catch {
        try? files.removeTree(name.partial)
        throw error
      }
    }
  }

  /// Creates the folder of the copy, or accepts that of an interrupted run.
  private func checkTarget() throws {
    let kind = try files.facts(of: name.path)?.kind
    let partial = try files.facts(of: name.partial)?.kind
    if kind != nil {
      throw name.fault("the file or folder exists; remove it, or give another name")
    }
    if try isInStore() { throw name.fault("the folder is in the store; give another name") }
    guard partial != nil else { return try name.run { try files.makeFolder(name.partial) } }
    let names = try files.listIfPresent(name.partial)
    guard partial == .folder, Self.ownNames.isSuperset(of: names) else {
      throw ExchangeError.output(
        path: name.partial, problem: "the file or folder exists; remove it, or give another name")
    }
  }

  /// Whether the target is the store or in its folder, also through links.
  private func isInStore() throws -> Bool {
    guard let store = try files.facts(of: "\(root)/.") else { return false }
    var folder = "\(name.parent)/."
    while let facts = try files.facts(of: folder) {
      if (facts.device, facts.inode) == (store.device, store.inode) { return true }
      let above = try files.facts(of: "\(folder)/..")
      // The root folder is its own parent.
      if above?.inode == facts.inode, above?.device == facts.device { return false }
      folder += "/.."
    }
    return false
  }

  // MARK: - Copies

  private func copy() throws -> BackupReport {
    let source = try SQLiteDatabase(at: database, for: .reading, files: files)
    // The long part, before the copy of the database.
    _ = try copyAudio(of: source.contents().audio, reporting: progress)
    for _ in 0..<Self.mostCopies {
      try files.removeIfThere(copiedDatabase)
      try source.copy(to: copiedDatabase)
      let contents = try SQLiteDatabase(at: copiedDatabase, for: .reading, files: files).contents()
      guard try copyAudio(of: contents.audio, reporting: nil) else { continue }
      try removeAudio(except: Set(contents.audio))
      try synchronize(contents.audio)
      return contents.report
    }
    throw StoreError.unusable("audio was deleted during the backup; repeat the backup")
  }

  private func audio(of session: SessionID, in root: String) -> String {
    "\(root)/sessions/\(session.text)/\(SessionDocument.audio.name)"
  }

  /// Copies audio files that the copy does not have. The files of a store never change, except their encryption.
  /// - Returns: Whether the copy has all of them.
  private func copyAudio(
    of sessions: [SessionID], reporting progress: StoreProgress?
  ) throws -> Bool {
    var isComplete = true
    for (index, session) in sessions.enumerated() {
      progress?(index, sessions.count)
      let (path, target) = (audio(of: session, in: root), audio(of: session, in: name.partial))
      guard let facts = try files.facts(of: path) else {
        isComplete = false
        continue
      }
      guard facts.kind == .file else {
        throw StoreError.damaged(path: path, problem: "the path is not a regular file")
      }
      // The size depends on the length of the name of the key.
      let copied = try files.facts(of: target)
      if copied?.kind == .file, copied?.size == facts.size { continue }
      let done: Void? = try ifPresent {
        for folder in [
          "sessions", "sessions/\(session.text)", "sessions/\(session.text)/artifacts",
        ] {
          try files.ensureFolder("\(name.partial)/\(folder)")
        }
        try files.removeIfThere(target)
        try files.copy(path, to: target)
      }
      isComplete = isComplete && done != nil
    }
    progress?(sessions.count, sessions.count)
    return isComplete
  }

  /// Removes audio without a row, such as that of a person who was purged since an interrupted run.
  private func removeAudio(except sessions: Set<SessionID>) throws {
    let folder = "\(name.partial)/sessions"
    for name in try files.listIfPresent(folder)
    where !(SessionID(name).map(sessions.contains) ?? false) {
      try files.removeTree("\(folder)/\(name)")
    }
  }

  private func synchronize(_ sessions: [SessionID]) throws {
    for session in sessions {
      let path = audio(of: session, in: name.partial)
      try files.synchronizeFile(path)
      try files.synchronizeFolder(FileName.folder(of: path))
      try files.synchronizeFolder(FileName.folder(of: FileName.folder(of: path)))
    }
    if !sessions.isEmpty { try files.synchronizeFolder("\(name.partial)/sessions") }
    try files.synchronizeFile(copiedDatabase)
    try files.synchronizeFolder(name.partial)
  }
}

extension SQLiteDatabase {
  /// Reads the contents, and the sessions with audio, without the keys of the store.
  fileprivate func contents() throws -> (report: BackupReport, audio: [SessionID]) {
    try transaction(of: "", .reading) { connection in
      let audio = try connection.run(
        "select session from kept_document where name = $1 order by session",
        [.text(SessionDocument.audio.rawValue)])
      let sessions = try connection.run("select count(*) from kept_session", [])
      let head = try connection.run(
        "select number, hash from tenant_line order by number desc limit 1", [])
      var report = BackupReport()
      report.sessions = try sessions.first?.int(0) ?? 0
      report.head = try head.first.map { "\(try $0.int(0)):\(try $0.text(1))" }
      return (report, try audio.compactMap { SessionID(try $0.text(0)) })
    }
  }
}

// The files of a store and their copies. A session is copied as a whole, and again when its log is
// another one: no document changes without a line. Other files are copied one by one.

internal import VoiceTypes

/// A store and what was copied of it so far.
struct StoreMirror {
  /// Who holds the lock of the logs.
  enum Holding {
    /// Each session takes it.
    case stepByStep
    /// The caller.
    case lockHeld
  }

  private let source: StoreLayout
  private let target: StoreLayout
  private let disk: Disk

  /// The facts of the log of each session that was copied.
  private var sessions: [SessionID: FileFacts] = [:]

  /// The hashes of the files in `failed/` that these logs name.
  private var namedFailed: [SessionID: Set<String>] = [:]

  /// The facts of each other file that was copied, by its path from the top.
  private var files: [String: FileFacts] = [:]

  /// What is not durable yet, from the top.
  private var unsettled: Set<String> = []

  init(from source: StoreLayout, to target: StoreLayout, _ disk: Disk) {
    self.source = source
    self.target = target
    self.disk = disk
  }

  func makeFolders() throws(StoreError) {
    for folder in source.folders { try checkThatFolder(folder) }
    for folder in target.folders { try disk.ensureFolder(folder, in: target.root) }
  }

  /// A link in the place of a folder leads out of the store.
  private func checkThatFolder(_ path: String) throws(StoreError) {
    guard let facts = try disk.facts(of: path), facts.kind != .folder else { return }
    throw .damaged(path: path, problem: "the path is not a folder")
  }

  /// Does something while no line is appended.
  mutating func locked<Value>(
    _ body: (inout StoreMirror) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let lock = try disk.lockAgainstAppending(source)
    defer { lock?.release() }
    return try body(&self)
  }

  // MARK: - Passes

  /// Copies what is new or another one, and removes copies of what is gone.
  /// - Returns: How many sessions and files were copied.
  mutating func copyWhatChanged(_ holding: Holding) throws(StoreError) -> Int {
    var copied = 0
    let present = try disk.listIfPresent(source.sessions).compactMap(SessionID.init)
    for session in present {
      switch holding {
      case .lockHeld: copied += try copy(session)
      case .stepByStep:
        copied += try locked { mirror throws(StoreError) in try mirror.copy(session) }
      }
    }
    for session in Set(sessions.keys).subtracting(present) { try forget(session) }
    return try copied + copyFiles()
  }

  /// A session; 0 when its copy is as it is.
  private mutating func copy(_ session: SessionID) throws(StoreError) -> Int {
    try checkThatFolder(source.folder(of: session))
    let facts = try disk.facts(of: source.path(of: "audit.log", in: session))
    guard facts != sessions[session] else { return 0 }
    try forget(session)
    guard let facts else { return 0 }
    let folder = "sessions/\(session.text)"
    try copyFolder(folder)
    try copyFolder("\(folder)/artifacts")
    sessions[session] = facts
    namedFailed[session] = try log(of: session).named(in: "failed/")
    return 1
  }

  /// The files of a folder that the store would have there.
  private mutating func copyFolder(_ folder: String) throws(StoreError) {
    let path = source.path(of: folder)
    guard try disk.facts(of: path)?.kind == .folder else { return }
    try make(folder)
    for name in try disk.listIfPresent(path) {
      let child = "\(folder)/\(name)"
      if try disk.facts(of: source.path(of: child))?.kind != .folder { try copyFile(child) }
    }
  }

  private mutating func copyFiles() throws(StoreError) -> Int {
    var present: [String] = []
    for folder in ["failed", "tombstones"] {
      present += try disk.listIfPresent(source.path(of: folder)).map { "\(folder)/\($0)" }
    }
    for folder in StoreLayout.personFolders { present += try copyFolders(of: folder) }
    var copied = 0
    for file in present {
      // One that went meanwhile is missed by the next pass.
      guard let facts = try disk.facts(of: source.path(of: file)), facts != files[file] else {
        continue
      }
      try removeFile(file)
      try copyFile(file)
      files[file] = facts
      copied += 1
    }
    for file in Set(files.keys).subtracting(present) { try removeFile(file) }
    return copied
  }

  /// Makes the folders of people, and says what is in them.
  private mutating func copyFolders(of folder: String) throws(StoreError) -> [String] {
    var present: [String] = []
    for person in try disk.listIfPresent(source.path(of: folder)) {
      let path = "\(folder)/\(person)"
      try checkThatFolder(source.path(of: path))
      try make(path)
      present += try disk.listIfPresent(source.path(of: path)).map { "\(path)/\($0)" }
    }
    return present
  }

  // MARK: - Steps

  private mutating func make(_ folder: String) throws(StoreError) {
    let path = target.path(of: folder)
    if try disk.facts(of: path) == nil {
      try disk.run { files throws(FileSystemError) in try files.makeFolder(path) }
    }
    unsettled.insert(folder)
  }

  private mutating func copyFile(_ file: String) throws(StoreError) {
    let path = source.path(of: file)
    guard let facts = try disk.facts(of: path) else { return }
    guard facts.kind == .file else {
      throw .damaged(path: path, problem: "the path is not a regular file")
    }
    do throws(FileSystemError) {
      try disk.fileSystem.copy(path, to: target.path(of: file))
      unsettled.insert(file)
    } catch {
      if !error.isMissing { throw .fileSystem(error) }
    }
  }

  private mutating func removeFile(_ file: String) throws(StoreError) {
    try disk.removeIfPresent(target.path(of: file))
    files[file] = nil
    unsettled.remove(file)
  }

  private mutating func forget(_ session: SessionID) throws(StoreError) {
    namedFailed[session] = nil
    if sessions.removeValue(forKey: session) != nil {
      let folder = "sessions/\(session.text)"
      unsettled = unsettled.filter { $0 != folder && !$0.hasPrefix(folder + "/") }
    }
    try disk.removeTree(target.folder(of: session))
  }

  // MARK: - The end

  /// Takes the store's own files and what the logs of this moment say: sessions that are being purged
  /// go, and files in `failed/` that no log names stay behind.
  mutating func close() throws(StoreError) -> BackupReport {
    for file in [StoreFile.name, "secret", "audit.log"]
    where try disk.facts(of: source.path(of: file)) != nil {
      try copyFile(file)
    }
    var report = BackupReport()
    let log = try LogLines(disk.readIfPresent(target.auditLog) ?? [])
    report.head = log.head
    for session in sessions.keys where log.documents[Tombstone.name(of: session)] != nil {
      try forget(session)
    }
    report.sessions = sessions.count
    try copyStaged(log)
    if try namesAllFailedFiles() {
      let named = namedFailed.values.reduce(into: log.named(in: "failed/")) { $0.formUnion($1) }
      report.unnamed = try leaveOut(except: named)
    }
    return report
  }

  /// The log of a session that was copied.
  private func log(of session: SessionID) throws(StoreError) -> LogLines {
    LogLines(try disk.readIfPresent(target.path(of: "audit.log", in: session)) ?? [])
  }

  private func namesAllFailedFiles() throws(StoreError) -> Bool {
    let bytes = try disk.readIfPresent(target.storeFile) ?? []
    return try StoreFile(parsing: bytes, file: source.storeFile).failedFiles == .named
  }

  /// Documents that a crash left on their way to their places, which a log names.
  private mutating func copyStaged(_ storeLog: LogLines) throws(StoreError) {
    for name in try disk.listIfPresent(source.staging) {
      if PersonMark(name) != nil { try copyFile("staging/\(name)") }
      guard let staged = StagedName(name) else { continue }
      let named =
        staged.owner == RecordStore.ownName
        ? storeLog.documents : try documents(of: staged.owner)
      if named?[staged.name] == staged.sha256 { try copyFile("staging/\(name)") }
    }
  }

  private func documents(of owner: String) throws(StoreError) -> [String: String]? {
    guard let session = SessionID(owner) else { return nil }
    return try log(of: session).documents
  }

  private mutating func leaveOut(except named: Set<String>) throws(StoreError) -> Int {
    var count = 0
    for file in files.keys.filter({ $0.hasPrefix("failed/") }) {
      let sha256 = try disk.sha256IfPresent(target.path(of: file))
      if sha256.map(named.contains) ?? false { continue }
      try removeFile(file)
      count += 1
    }
    return count
  }

  /// Makes all of it durable.
  func synchronize() throws(StoreError) {
    let ordered = unsettled.sorted()
    try disk.run { steps throws(FileSystemError) in
      for path in ordered where try steps.facts(of: target.path(of: path))?.kind == .file {
        try steps.synchronizeFile(target.path(of: path))
      }
      for path in ordered where try steps.facts(of: target.path(of: path))?.kind == .folder {
        try steps.synchronizeFolder(target.path(of: path))
      }
      for folder in target.folders { try steps.synchronizeFolder(folder) }
      try steps.synchronizeFolder(target.root)
    }
  }

  /// Removes what was copied, as far as possible.
  func removeAll() { try? disk.removeTree(target.root) }
}

/// What the lines of a log say, read without their hashes: whoever makes a backup may have no key.
struct LogLines {
  /// The hash of each document by the last line that names it.
  private(set) var documents: [String: String] = [:]

  /// The number and hash of the last line.
  private(set) var head: String?

  init(_ bytes: [UInt8]) {
    for text in bytes.split(separator: UInt8(ascii: "\n")) {
      // One that cannot be read is for `verify` to report, in the backup as in the store.
      guard let line = try? AuditLine(parsing: Array(text), file: "audit.log") else { continue }
      for document in line.entry.documents { documents[document.name] = document.sha256 }
      head = "\(line.sequence):\(line.hash)"
    }
  }

  /// The hashes of the documents of a folder.
  func named(in folder: String) -> Set<String> {
    Set(documents.filter { $0.key.hasPrefix(folder) }.values)
  }
}

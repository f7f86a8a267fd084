// The files of a store in a folder, next to its database: the audio of sessions, and copies of plain sessions and people for
// inspection. The database alone decides what the store contains. A transaction records the owners of changed files; the files
// are written after the commit, and after a crash at the next opening.

internal import Synchronization
internal import VoiceTypes

/// The owner of files that follow a change of rows.
enum ChangedFiles: Hashable, Sendable {
  case session(SessionID)
  case person(UserHash)

  /// A quarantined file, by the number of its row.
  case failed(Int)

  /// The owner in the column `owner` of `changed_file`.
  var text: String {
    switch self {
    case .session(let id): "session \(id.text)"
    case .person(let user): "person \(user.text)"
    case .failed(let number): "failed \(number)"
    }
  }

  /// The folders with the files, from the root of the store.
  var folders: [String] {
    switch self {
    case .session(let id): ["sessions/\(id.text)"]
    // Versions of the profile with documents, and baselines.
    case .person(let user): ["people/\(user.text)", "baselines/\(user.text)"]
    case .failed(let number): ["failed/\(number)"]
    }
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch parts.first {
    case "session": guard let id = SessionID(parts[1]) else { return nil }; self = .session(id)
    case "person": self = .person(UserHash(text: parts[1]))
    case "failed": guard let number = Int(parts[1]) else { return nil }; self = .failed(number)
    default: return nil
    }
  }
}

/// Paths of a store in a folder, and writing of its files.
package struct StoreFolder: Sendable {
  package let root: String

  let files: any FileSystem

  static func database(in root: String) -> String { "\(root)/store.sqlite" }

  var database: String { Self.database(in: root) }
  var sessions: String { "\(root)/sessions" }

  func folder(of session: SessionID) -> String { "\(sessions)/\(session.text)" }

  func audio(of session: SessionID) -> String {
    "\(folder(of: session))/\(SessionDocument.audio.name)"
  }

  /// Excludes other programs that update files. Its release notifies readers of the change feed.
  func lock() throws(FileSystemError) -> (any FileLock)? {
    try files.lock("\(root)/files.lock", .exclusive)
  }

  /// Writes audio durably, before the row of its session is committed.
  func writeAudio(_ bytes: [UInt8], of session: SessionID) throws {
    let path = audio(of: session)
    if try contains(bytes, at: path) { return try files.synchronizeFile(path) }
    try ensureFolders(above: path, synchronized: true)
    try files.replace(path, with: bytes, durability: .synced)
  }

  private func contains(_ bytes: [UInt8], at path: String) throws -> Bool {
    guard let facts = try files.facts(of: path) else { return false }
    return try facts.kind == .file && facts.size == bytes.count && files.read(path) == bytes
  }

  /// Replaces the files of a folder. Equal files and those of `others` stay; other files, except audio, are removed.
  func replace(
    _ folder: String, with contents: [String: [UInt8]], except others: Set<String> = []
  ) throws {
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder)/\(name)"
      if try contains(bytes, at: path) { continue }
      try ensureFolders(above: path, synchronized: false)
      try files.replace(path, with: bytes, durability: .eventual)
    }
    let current = others.union(contents.keys).union([SessionDocument.audio.name])
    for name in try names(in: folder) where !current.contains(name) {
      try files.removeIfThere("\(folder)/\(name)")
    }
  }

  /// Paths of the files below a folder, from this folder.
  func names(in folder: String) throws -> [String] {
    guard try files.facts(of: folder)?.kind == .folder else { return [] }
    var found: [String] = []
    for name in try files.list(folder) {
      let isFolder = try files.facts(of: "\(folder)/\(name)")?.kind == .folder
      found += isFolder ? try names(in: "\(folder)/\(name)").map { "\(name)/\($0)" } : [name]
    }
    return found
  }

  private func ensureFolders(above path: String, synchronized: Bool) throws {
    var folder = root
    for part in path.dropFirst(root.count + 1).split(separator: "/").dropLast() {
      let parent = folder
      folder += "/\(part)"
      if let facts = try files.facts(of: folder) {
        guard facts.kind == .folder else {
          throw StoreError.damaged(path: folder, problem: "the path is not a folder")
        }
        continue
      }
      try files.ensureFolder(folder)
      if synchronized { try files.synchronizeFolder(parent) }
    }
  }
}

extension RecordStore {
  /// The path of the audio file of a session. Nil without a file.
  func audioFile(of session: SessionID) throws -> String? {
    guard let path = folder?.audio(of: session) else { return nil }
    return try files.facts(of: path) == nil ? nil : path
  }

  /// Writes the files of changed sessions and people. After an error the next transaction, or the next opening, writes them.
  /// - Parameter isCommitted: Whether the records of the changes are certainly in the database, and can be deleted.
  func updateFiles(of changed: [Int64: ChangedFiles], isCommitted: Bool = true) {
    let late = lateFiles.withLock { late in
      defer { late = [:] }
      return late
    }
    let committed = isCommitted ? late.merging(changed) { late, _ in late } : late
    let owners = Set(committed.values).union(changed.values)
    guard let folder, updatesFiles, !owners.isEmpty else { return }
    do {
      let lock = try folder.lock()
      defer { lock?.release() }
      for owner in owners { try update(owner, in: folder) }
      writtenFiles.withLock { $0.formUnion(committed.keys) }
    } catch {
      lateFiles.withLock { $0.merge(committed) { late, _ in late } }
      addNotice(
        "folders are not up to date; the next change or opening writes them: "
          + StoreError(error).descriptionForLogs)
    }
  }

  /// Removes audio that a failed transaction has written.
  func removeUncommittedAudio(of sessions: Set<SessionID>) {
    guard let folder else { return }
    for id in sessions {
      try? write { rows in
        guard try rows.hashes(of: id)["audio"] == nil else { return }
        try folder.files.removeIfThere(folder.audio(of: id))
      }
    }
  }

  /// Removes the audio that a program wrote before it stopped without a commit.
  func removeUnrecordedAudio() throws(StoreError) {
    guard let folder else { return }
    do {
      let recorded = try read { rows in
        try Set(
          rows.sessions(
            "select session from kept_document where tenant = $1 and name = $2",
            .text(SessionDocument.audio.rawValue)))
      }
      // The folder of an encrypted store is created with its first audio.
      guard try folder.files.facts(of: folder.sessions) != nil else { return }
      for id in try folder.files.list(folder.sessions).compactMap(SessionID.init)
      where !recorded.contains(id) {
        let names = try folder.names(in: folder.folder(of: id))
        let isAudioAlone = names.allSatisfy { $0.hasPrefix(SessionDocument.audio.name) }
        // A folder with documents may be the rest of a lost database. Verification reports it.
        guard try isAudioAlone || holds(id) else { continue }
        if isAudioAlone || names.contains(SessionDocument.audio.name) {
          _ = try updateAudio(of: id, in: folder)
        }
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Writes the files that an interrupted program left.
  func finishFiles() throws(StoreError) {
    guard folder != nil else { return }
    updateFiles(of: try read { rows in try rows.changedFilesOfAll() })
  }

  /// Writes the files of all sessions and people again.
  package func rewriteFiles(reporting progress: StoreProgress? = nil) throws(StoreError) {
    guard let folder else { return }
    let (sessions, users, failed) = try read { rows in
      (
        try rows.sessions("select id from kept_session where tenant = $1 order by id"),
        try rows.users(),
        try rows.run("select number from failed_file where tenant = $1").map { try $0.int(0) }
      )
    }
    let owners =
      sessions.map { ChangedFiles.session($0) } + users.map { .person($0) }
      + failed.map { .failed($0) }
    for (index, owner) in owners.enumerated() {
      do {
        let lock = try folder.lock()
        defer { lock?.release() }
        try update(owner, in: folder, comparingVersions: true)
      } catch {
        throw error as? StoreError ?? .unusable("\(error)")
      }
      progress?(index + 1, owners.count)
    }
  }

  /// - Parameter comparesVersions: Whether files of versions are compared with their rows. A version never changes, so a file
  ///   of its size is otherwise equal.
  private func update(
    _ owner: ChangedFiles, in folder: StoreFolder, comparingVersions comparesVersions: Bool = false
  ) throws {
    if case .session(let id) = owner, try !updateAudio(of: id, in: folder) { return }
    for name in owner.folders {
      let path = "\(folder.root)/\(name)"
      var written: Set<String> = []
      if case .person(let user) = owner, !comparesVersions {
        let sizes = try read { rows in try rows.versionSizes(in: name, of: user) }
        written = Set(
          try sizes.filter { try folder.files.facts(of: "\(path)/\($0.key)")?.size == $0.value }
            .keys)
      }
      // Files of damaged rows stay.
      guard let copies = try read({ rows in try rows.copies(in: name, except: written) }) else {
        continue
      }
      if case .session = owner {
        try folder.replace(path, with: copies)
      } else if copies.isEmpty, written.isEmpty {
        try folder.files.removeTree(path)
      } else {
        try folder.replace(path, with: copies, except: written)
      }
    }
  }

  /// Removes the audio of a session without a row of it, and the folder of a session that was purged.
  /// - Returns: Whether there is a session.
  private func updateAudio(of id: SessionID, in folder: StoreFolder) throws -> Bool {
    if try read({ rows in try rows.holdsAudio(id) }) { return true }
    // A writing transaction, because another program may have written audio that it has not committed yet. It leaves
    // the files of other owners to its caller, which may hold the lock of the folder.
    return try transaction(.writing) { rows in
      guard try rows.holds(id) else {
        try folder.files.removeTree(folder.folder(of: id))
        return false
      }
      if try !rows.holdsAudio(id) { try folder.files.removeIfThere(folder.audio(of: id)) }
      return true
    }
  }
}

extension StoreTransaction {
  /// Records the owners whose files are written after the commit.
  func noteChangedFiles() throws -> [Int64: ChangedFiles] {
    var noted: [Int64: ChangedFiles] = [:]
    for owner in changedFiles.sorted(by: { $0.text < $1.text }) {
      let rows = try run(
        "insert into changed_file (tenant, owner) values ($1, $2) returning number",
        .text(owner.text))
      if let row = rows.first { noted[Int64(try row.int(0))] = owner }
    }
    return noted
  }

  /// Deletes records of files that are written.
  func deleteChangedFiles(_ numbers: Set<Int64>) throws {
    guard !numbers.isEmpty else { return }
    try run(
      "delete from changed_file where tenant = $1 and number in (\(Self.parameters(numbers.count, from: 2)))",
      with: numbers.map { .int($0) })
  }

  fileprivate func changedFilesOfAll() throws -> [Int64: ChangedFiles] {
    let rows = try run("select number, owner from changed_file where tenant = $1")
    var found: [Int64: ChangedFiles] = [:]
    for row in rows { found[Int64(try row.int(0))] = ChangedFiles(try row.text(1)) }
    return found
  }

  /// The files of a folder by their names: copies of the rows of a plain store, without audio. Nil if a row is damaged.
  /// - Parameters:
  ///   - folder: The path from the root of the store.
  ///   - others: Names of versions that are not read.
  func copies(in folder: String, except others: Set<String> = []) throws -> [String: [UInt8]]? {
    guard form.sealing == nil else { return [:] }
    let parts = folder.split(separator: "/").map(String.init)
    return try unlessDamaged {
      switch parts[0] {
      case "sessions": try SessionID(parts[1]).map { try copies(of: $0) } ?? [:]
      case "failed": try Int(parts[1]).map { try copies(ofFailed: $0) } ?? [:]
      default: try copies(of: UserHash(text: parts[1]), in: parts[0], except: others)
      }
    }
  }

  /// The kind of the versions in the folder `people` or `baselines`.
  private static func versionKind(in folder: String) -> String {
    folder.hasPrefix(BaselineKind.folder) ? BaselineKind.name : ProfileKind.name
  }

  /// The sizes of the files of versions, by their names. Empty in an encrypted store.
  fileprivate func versionSizes(in folder: String, of user: UserHash) throws -> [String: Int] {
    guard form.sealing == nil else { return [:] }
    let rows = try run(
      """
      select number, length(bytes) from kept_version
      where tenant = $1 and user_hash = $2 and kind = $3
      """, .user(user), .text(Self.versionKind(in: folder)))
    return try rows.reduce(into: [:]) { sizes, row in
      sizes[ExportLayout.version(try row.int(0))] = try row.int(1)
    }
  }

  private func copies(
    of user: UserHash, in folder: String, except others: Set<String>
  ) throws -> [String: [UInt8]] {
    var copies: [String: [UInt8]] = [:]
    let kind = Self.versionKind(in: folder)
    for name in try versionSizes(in: folder, of: user).keys where !others.contains(name) {
      let rows = try run(
        """
        select bytes from kept_version
        where tenant = $1 and user_hash = $2 and kind = $3 and number = $4
        """, .user(user), .text(kind), .int(Int64(ExportLayout.number(ofVersion: name) ?? 0)))
      copies[name] = try rows.first?.bytes(0)
    }
    guard kind == ProfileKind.name else { return copies }
    for document in PersonDocument.allCases {
      copies[document.fileName] = try read(document, of: user)?.fileBytes
    }
    return copies
  }

  /// A quarantined file under its name, and its report.
  private func copies(ofFailed number: Int) throws -> [String: [UInt8]] {
    guard let (report, bytes, hash) = try failedFile(number) else { return [:] }
    let name = FailedName.usable(try failure(report, hash).name)
    return [name: bytes, "\(name).error.json": report]
  }

  /// The documents of a session without audio, and its history in the form of an export.
  private func copies(of id: SessionID) throws -> [String: [UInt8]] {
    guard try holds(id) else { return [:] }
    var copies: [String: [UInt8]] = [:]
    for document in SessionDocument.allCases where document != .audio {
      copies[document.name] = try read(document, of: id)
    }
    let log = StoreSecrets.none.auditLines(of: try history(of: id), in: id)
    copies[ExportLayout.log] = log.flatMap(\.bytes)
    return copies
  }
}

// How everything in a store changes: a session, the documents of the store (baselines, tombstones,
// `store.json`), the files in `failed/`, a session that comes from elsewhere. One order, in which each
// step waits for the one before:
//   1. the change is planned from what the disk holds while nobody else may write;
//   2. its files go to the staging folder, under names that hold their hash; a change that has none,
//      or whose files are not told by such names, leaves an empty file there;
//   3. a line that names them with their hashes is appended to the log of their owner;
//   4. the new head of that log is appended to the log of the store;
//   5. the files are renamed to their places, and those that went are removed;
//   6. others may write again; the names in the folders are made durable.
// The change has happened when 3 has; Recovery.swift tells what a crash leaves by the hashes. A session's
// change is planned and staged before 1 as well, for staging waits for the disk (StoredSession.swift).

internal import Synchronization

/// A change of the store: all of it becomes durable, or none.
struct Transaction: Sendable {
  /// Whose log tells of it.
  enum Owner: Sendable {
    case session(SessionID)
    case store
  }

  /// A file on its way.
  struct Write: Sendable {
    /// What the log calls it.
    let name: String
    /// Whose it is, as names in the staging folder say it.
    let owner: String
    /// SHA-256 as it is stored.
    let sha256: String
    /// Its bytes; nil for one that is staged already.
    let bytes: [UInt8]?
    /// Where it waits.
    let staged: String
    /// Where it comes to.
    let place: String
  }

  let owner: Owner
  var entry: AuditEntry

  /// In the order in which they come to their places; the line names those that were `put`.
  var writes: [Write] = []

  /// Paths of files that go.
  private(set) var removals: [String] = []

  /// Paths of empty files that say in the staging folder that it is on its way.
  var notes: [String] = []

  /// What the session of its log holds when it is done, but for the end of that log.
  var contents: SessionContents?

  /// A file that is too large to be staged, and its place; moved when others may write again.
  var moved: (source: String, place: String, passing: String)?

  init(_ owner: Owner, _ entry: AuditEntry) {
    self.owner = owner
    self.entry = entry
  }

  var isTold: Bool { !entry.documents.isEmpty || entry.field != nil || entry.anchor != nil }

  mutating func put(_ write: Write) {
    writes.append(write)
    name(write.name, write.sha256)
  }

  mutating func remove(_ name: String, at path: String) {
    removals.append(path)
    self.name(name, nil)
  }

  /// Has the line name a file; nil for one that is gone.
  mutating func name(_ name: String, _ sha256: String?) {
    entry.documents.append(AuditedDocument(name: name, sha256: sha256))
  }
}

extension RecordStore {
  /// Makes a change durable that is planned while nobody else may write.
  func transact<Value: Sendable>(
    _ plan: (inout StoreWriting) throws(StoreError) -> (Transaction?, Value)
  ) throws(StoreError) -> Value {
    let (change, value) = try appending { writing throws(StoreError) -> (Transaction?, Value) in
      let (change, value) = try plan(&writing)
      if let change {
        try stage(change)
        _ = try carryOut(change, &writing)
      }
      return (change, value)
    }
    if let change { try settle(change) }
    return value
  }

  /// Makes a change durable, for whoever appends and has more to do that rests on it.
  func bringAbout(_ change: Transaction, _ writing: inout StoreWriting) throws(StoreError) {
    try stage(change)
    _ = try carryOut(change, &writing)
    try settle(change)
  }

  /// A file as it comes to its place; its bytes are those that are stored, and `sha256` is theirs, where it
  /// is known.
  func write(
    _ bytes: [UInt8], as name: String, of owner: String, at place: String, sha256: String? = nil
  ) -> Transaction.Write {
    let sha256 = sha256 ?? StoreSecrets.sha256(of: bytes)
    return Transaction.Write(
      name: name, owner: owner, sha256: sha256, bytes: bytes,
      staged: layout.staged(name, of: owner, sha256: sha256), place: place)
  }

  /// A document of the store.
  func write(_ bytes: [UInt8], as name: String) -> Transaction.Write {
    write(bytes, as: name, of: Self.ownName, at: layout.path(of: name))
  }

  // MARK: - Steps

  /// Brings the files of a change to the staging folder, durably.
  func stage(_ change: Transaction) throws(StoreError) {
    for note in change.notes where try disk.facts(of: note) == nil { try disk.stage([], at: note) }
    for write in change.writes { try stage(write) }
    try disk.synchronizeFolder(layout.staging)
  }

  /// The name that says what a file is stands for all of its bytes, durably: it is another one until
  /// then, of nobody else. So whoever stages the same bytes for the same owner at once replaces a file
  /// by its like.
  func stage(_ write: Transaction.Write) throws(StoreError) {
    guard let bytes = write.bytes else { return }
    let passing = layout.passing(of: write.owner)
    try disk.run { files throws(FileSystemError) in
      try files.create(passing, bytes)
      try files.synchronizeFile(passing)
      try files.rename(passing, to: write.staged, .replacing)
    }
  }

  /// Whether the files of a change wait for their places; another program that put their owner in
  /// order takes them for leftovers.
  func isStaged(_ change: Transaction) throws(StoreError) -> Bool {
    for path in change.notes + change.writes.map(\.staged) where try disk.facts(of: path) == nil {
      return false
    }
    return true
  }

  /// Tells of a change that is staged and brings its files to their places, for whoever appends.
  /// - Returns: What the session of its log holds now.
  func carryOut(
    _ change: Transaction, _ writing: inout StoreWriting
  ) throws(StoreError) -> SessionContents? {
    // Before the line: a folder without one goes at the next start, and a line waits for its folder.
    for folder in folders(of: change) {
      try disk.ensureFolder(folder, in: self.folder(around: folder))
    }
    let (contents, line) = try tell(change, &writing)
    for write in change.writes {
      try disk.run { files throws(FileSystemError) in
        try files.rename(write.staged, to: write.place, .replacing)
      }
    }
    for path in change.removals { try disk.removeIfPresent(path) }
    if let line, let session = line.entry.anchor?.session {
      // It has happened; a row that cannot be made now is made later.
      if let now = contents ?? (try? self.contents(of: session)) {
        updateIndex(of: session, now, SessionArrival(line), &writing)
      } else {
        staleSessions.withLock { _ = $0.insert(session) }
      }
    }
    return contents
  }

  /// Appends the line of a change.
  /// - Returns: What the session holds with it, and the line of the store's log.
  private func tell(
    _ change: Transaction, _ writing: inout StoreWriting
  ) throws(StoreError) -> (SessionContents?, AuditLine?) {
    guard change.isTold else { return (change.contents, nil) }
    guard case .session(let session) = change.owner, var contents = change.contents else {
      return (nil, try append(change.entry, &writing))
    }
    let (line, anchor) = try append(change.entry, to: session, behind: contents.log, &writing)
    contents.log = line.head(length: contents.log.length + line.bytes.count)
    return (contents, anchor)
  }

  /// Makes the new names durable of a change that was carried out.
  func settle(_ change: Transaction) throws(StoreError) {
    if let moved = change.moved { try move(moved.source, to: moved.place, by: moved.passing) }
    for folder in folders(of: change) { try disk.synchronizeFolder(folder) }
    for note in change.notes { try disk.removeIfPresent(note) }
  }

  /// Moves a file durably, as a copy where it lies on another device.
  private func move(
    _ source: String, to place: String, by passing: String
  ) throws(StoreError) {
    let folder = folder(around: place)
    try disk.run { files throws(FileSystemError) in
      // The file of another user cannot be made private; the folder that it goes to is.
      try? files.makePrivate(source)
      try files.synchronizeFile(source)
      do throws(FileSystemError) {
        try files.settle(source, at: place, in: folder)
      } catch {
        guard error.isCrossDevice else { throw error }
        try files.copyDurably(source, to: place, in: folder, by: passing)
      }
    }
  }

  /// The folders whose names a change concerns, those around others first.
  private func folders(of change: Transaction) -> [String] {
    var folders = Set((change.writes.map(\.place) + change.removals).map(folder(around:)))
    if case .session(let session) = change.owner { folders.insert(layout.folder(of: session)) }
    return folders.sorted()
  }
}

// Appending to the logs, one program and one thread at a time.

internal import Synchronization
internal import VoiceTypes

/// What a writer knows of the logs from its last turn.
struct StoreWriting: Sendable {
  /// Where the log of the store ended; nil when it has to be looked at.
  var head: AuditHead?

  /// A session whose log got a line that the log of the store may not hold.
  var unanchored: SessionID?

  /// The moment at which this turn began; nil where nobody can tell.
  var began: IndexMark?
}

extension RecordStore {
  private static let tailBytes = 1 << 16

  var storeSeed: AuditHead { AuditHead.seed(of: "store \(file.id)", secrets) }

  /// Does something as the only one who writes to logs.
  func appending<Value: Sendable>(
    _ body: (inout StoreWriting) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard options.access == .writing else { throw .readOnly }
    return try writing.withLock { writing throws(StoreError) -> Value in
      let lock = try disk.run { files throws(FileSystemError) in
        try files.lock(layout.appendLock, .exclusive)
      }
      defer { lock?.release() }
      try sealing?.checkThatCurrent()
      try catchUp(&writing)
      writing.began = try writing.head.flatMap { head throws(StoreError) in try mark(at: head) }
      let value = try body(&writing)
      moveMark(writing)
      return value
    }
  }

  /// Does something while nobody appends; must not be asked for by whoever does.
  func still<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let lock = try disk.lockAgainstAppending(layout)
    defer { lock?.release() }
    return try body()
  }

  /// An entry of whoever acts, now.
  func entry(_ action: String) -> AuditEntry {
    AuditEntry(
      time: options.clock.now(), actor: AuditActor.acting?.name ?? options.actor, action: action)
  }

  /// The log of the store as far as it holds.
  func storeLog() throws(StoreError) -> AuditLog {
    AuditLog(try disk.readIfPresent(layout.auditLog) ?? [], seed: storeSeed, secrets)
  }

  /// Appends to the log of the store; returns when the line is durable.
  func append(_ entry: AuditEntry, _ writing: inout StoreWriting) throws(StoreError) -> AuditLine {
    let head = try storeHead(writing)
    let line = AuditLine(entry, behind: head, secrets)
    writing.head = nil
    try appendDurably(line, to: layout.auditLog, behind: head)
    writing.head = line.head(length: head.length + line.bytes.count)
    return line
  }

  /// Appends to the log of a session and its new head to that of the store.
  /// - Returns: The line, and that of the store.
  func append(
    _ entry: AuditEntry, to session: SessionID, behind head: AuditHead,
    _ writing: inout StoreWriting
  ) throws(StoreError) -> (line: AuditLine, anchor: AuditLine) {
    let line = AuditLine(entry, behind: head, secrets)
    writing.unanchored = session
    try appendDurably(line, to: layout.path(of: "audit.log", in: session), behind: head)
    let anchor = try anchor(
      line.head(length: head.length + line.bytes.count), of: session, &writing)
    writing.unanchored = nil
    return (line, anchor)
  }

  /// Appends the head of a session's log to that of the store.
  func anchor(
    _ head: AuditHead, of session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) -> AuditLine {
    var entry = entry("anchored")
    entry.anchor = AuditAnchor(session: session, sequence: head.sequence, hash: head.hash)
    return try append(entry, &writing)
  }

  private func appendDurably(
    _ line: AuditLine, to path: String, behind head: AuditHead
  ) throws(StoreError) {
    // Only what this call adds may be cut again, and only a log that ends where it should is added to.
    let length = try disk.facts(of: path)?.size ?? 0
    guard length == head.length else { throw .fileSystem(.interfered(with: path)) }
    do {
      try disk.run { files throws(FileSystemError) in
        try files.append(line.bytes, to: path)
        try files.synchronizeFile(path)
        // The name of a log is new with its first line.
        if head.length == 0 { try files.synchronizeFolder(folder(around: path)) }
      }
    } catch {
      // A line that may not be durable must not be taken for one that is. Should cutting fail as
      // well, the next turn reads the log again and goes on from what it finds.
      _ = try? disk.fileSystem.truncate(path, to: length)
      throw error
    }
  }

  func folder(around path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  // MARK: - Catching up

  /// Puts the logs in order before anything is appended.
  private func catchUp(_ writing: inout StoreWriting) throws(StoreError) {
    let head = try storeHead(writing)
    writing.head = head
    let size = try disk.facts(of: layout.auditLog)?.size ?? 0
    if size > head.length { try cutStoreLog(head, tornBytes: size - head.length, &writing) }
    if let session = writing.unanchored {
      let log = try auditLog(of: session)
      if try lastAnchor(writing)?.hash != log.end.hash, log.end.sequence > 0 {
        _ = try anchor(log.end, of: session, &writing)
      }
      writing.unanchored = nil
    }
  }

  /// Where the log of the store ends now, without what is torn off.
  func storeEnd() throws(StoreError) -> AuditHead { try storeHead(StoreWriting()) }

  /// Where the log of the store ends, without what is torn off.
  private func storeHead(_ writing: StoreWriting) throws(StoreError) -> AuditHead {
    let size = try disk.facts(of: layout.auditLog)?.size ?? 0
    if let head = writing.head {
      if head.length == size { return head }
      if size == 0, head.sequence > 0 { throw Self.emptied(layout.auditLog) }
    }
    return try readStoreTail(size: size).head
  }

  private static func emptied(_ path: String) -> StoreError {
    .damaged(
      path: path,
      problem:
        "the file is empty or missing, but the store contains sessions or tombstones; restore "
        + "it from a backup before writing")
  }

  /// A log without a line is not begun anew beside sessions: nobody would vouch for them any more.
  func checkThatLogGoesOn() throws(StoreError) {
    guard try storeEnd().sequence == 0, try holdsAnything() else { return }
    throw Self.emptied(layout.auditLog)
  }

  /// Whether there is anything that a line of the store's log came before.
  func holdsAnything() throws(StoreError) -> Bool {
    let folders = [layout.sessions, layout.tombstones, layout.failed]
    let ofPeople = StoreLayout.personFolders.map(layout.path)
    for folder in folders + ofPeople where try !disk.listIfPresent(folder).isEmpty { return true }
    return false
  }

  private func lastAnchor(_ writing: StoreWriting) throws(StoreError) -> AuditAnchor? {
    let size = try disk.facts(of: layout.auditLog)?.size ?? 0
    return try readStoreTail(size: size).line?.entry.anchor
  }

  private func readStoreTail(size: Int) throws(StoreError) -> AuditTail {
    guard size > 0 else { return AuditTail(head: storeSeed, line: nil) }
    let start = max(0, size - Self.tailBytes)
    let bytes = try disk.run { files throws(FileSystemError) in
      try files.read(layout.auditLog, from: start, count: size - start)
    }
    if let tail = AuditTail(bytes, from: start, secrets) { return tail }
    let whole = try disk.run { files throws(FileSystemError) in try files.read(layout.auditLog) }
    return AuditTail(unsound: whole, seed: storeSeed, secrets)
  }

  private func cutStoreLog(
    _ head: AuditHead, tornBytes: Int, _ writing: inout StoreWriting
  ) throws(StoreError) {
    try cut(layout.auditLog, to: head.length)
    notice(
      "an incomplete last line of \(tornBytes.counted("byte")) was removed from the log of the store"
    )
    // Before the first line there is nothing to be said.
    if head.sequence > 0 { _ = try append(cutEntry(tornBytes), &writing) }
  }

  /// Cuts a log, durably.
  func cut(_ path: String, to length: Int) throws(StoreError) {
    try disk.run { files throws(FileSystemError) in
      try files.truncate(path, to: length)
      try files.synchronizeFile(path)
    }
  }

  /// Says that a torn line was cut.
  func cutEntry(_ bytes: Int) -> AuditEntry {
    var entry = entry("torn_line_cut")
    entry.field = "audit.log"
    entry.old = auditValue("\(bytes) bytes")
    return entry
  }

  /// A value as audit lines hold it.
  func auditValue(_ text: String) -> String { StoreNames(secrets).auditValue(text) }
}

// Looks at everything the store holds and says what is not as the store wrote it. Only reads; the
// lock of the writers is held for one session at a time, so that a watcher goes on meanwhile.

internal import VoiceTypes

extension RecordStore {
  /// Verifies the store, or some sessions of it.
  package func verify(
    _ request: VerificationRequest = VerificationRequest()
  ) throws(StoreError) -> VerificationReport {
    var verifier = StoreVerifier(self, request)
    return try verifier.run()
  }

  /// The head of the store's log.
  package func head() throws(StoreError) -> AuditHead { try storeLog().head }
}

/// A verification on its way.
struct StoreVerifier {
  let store: RecordStore
  let request: VerificationRequest
  var report: VerificationReport
  var anchors: [SessionID: AuditAnchor] = [:]
  var documents: [String: String] = [:]

  /// Sessions that came from another store, where the files of their recordings that failed stayed.
  private(set) var imported: Set<SessionID> = []

  private var firstLine: AuditLine?
  private var headLine: AuditLine?
  private var storeLogIsSound = true

  /// Whether no other program may be in the middle of something.
  private(set) var isAlone = false

  init(_ store: RecordStore, _ request: VerificationRequest) {
    self.store = store
    self.request = request
    report = VerificationReport(head: store.storeSeed)
  }

  mutating func run() throws(StoreError) -> VerificationReport {
    isAlone = store.isAlone()
    try locked { verifier throws(StoreError) in
      try verifier.readStoreLog()
      if verifier.request.sessions == nil { try verifier.verifyStore() }
    }
    let failedFiles = try failedFilesByTag()
    var sessions = try store.sessionIDs()
    if let chosen = request.sessions { sessions = chosen }
    for session in sessions {
      try locked { verifier throws(StoreError) in
        try verifier.readStoreLog()
        var one = try SessionVerifier(
          session, in: verifier, storeLogIsSound: verifier.storeLogIsSound, failedFiles)
        try one.run()
        verifier.report.findings += one.findings
        verifier.report.lines += one.lines
      }
      report.sessions += 1
    }
    if request.sessions == nil { try verifyIndex() }
    return report
  }

  mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    report.findings.append(Finding(kind, nil, file, problem))
  }

  /// Does something while no line is appended.
  private mutating func locked(
    _ body: (inout StoreVerifier) throws(StoreError) -> Void
  ) throws(StoreError) {
    // In a store that may not be written to there is nobody to wait for.
    let lock = try? store.disk.fileSystem.lock(store.layout.appendLock, .shared)
    defer { lock?.release() }
    try body(&self)
  }

  // MARK: - The log of the store

  /// Reads what was appended since the last look.
  private mutating func readStoreLog() throws(StoreError) {
    guard storeLogIsSound else { return }
    let path = store.layout.auditLog
    let size = try store.disk.facts(of: path)?.size ?? 0
    guard size != report.head.length || report.head.length == 0 else { return }
    let start = report.head.length
    let bytes =
      size == 0
      ? []
      : try store.disk.run { files throws(FileSystemError) in
        try files.read(path, from: start, count: max(0, size - start))
      }
    let log = AuditLog(bytes, seed: report.head, store.secrets)
    take(log)
    if size < start { breakStoreLog("it became shorter while it was read") }
    if let fault = log.fault {
      breakStoreLog("line \(report.head.sequence + 1) does not hold: \(fault.problem)")
    } else if log.tornBytes > 0 {
      find(.unfinished, "audit.log", "its last line is torn")
      storeLogIsSound = false
    }
  }

  private mutating func take(_ log: AuditLog) {
    firstLine = firstLine ?? log.lines.first
    for line in log.lines {
      if let anchor = line.entry.anchor {
        anchors[anchor.session] = anchor
        if line.entry.action == RecordStore.importAction { imported.insert(anchor.session) }
      }
      for document in line.entry.documents { documents[document.name] = document.sha256 }
      if line.sequence == request.expectedHead?.sequence { headLine = line }
    }
    report.lines += log.lines.count
    report.head = log.head
  }

  private mutating func breakStoreLog(_ problem: String) {
    find(.tampered, "audit.log", problem)
    storeLogIsSound = false
  }

  // MARK: - The store

  private mutating func verifyStore() throws(StoreError) {
    if firstLine?.entry.action != "created" {
      find(.tampered, "audit.log", "its first line is missing")
    }
    if let expected = request.expectedHead, headLine?.hash != expected.hash {
      find(.tampered, "audit.log", "the head that was noted earlier is not in it")
    }
    try verifyDocuments()
    try verifyThatSessionsAreThere()
    try verifyThatNothingIsLeft()
  }

  private mutating func verifyDocuments() throws(StoreError) {
    for (name, sha256) in documents.sorted(by: { $0.key < $1.key }) {
      let bytes = try store.disk.readIfPresent(store.layout.path(of: name))
      let found = bytes.map(StoreSecrets.sha256(of:))
      guard found != sha256 else { continue }
      let staged = store.layout.staged(name, of: RecordStore.ownName, sha256: sha256)
      let isOnItsWay = try store.disk.facts(of: staged) != nil
      find(
        isOnItsWay ? .unfinished : .tampered, name,
        found == nil ? "it is missing" : "it is not what the log says")
    }
    for folder in ["tombstones", "baselines"] {
      for name in try files(in: folder) where documents[name] == nil {
        find(.tampered, name, "no line of the log names it")
      }
    }
  }

  /// The files in a folder of the store and in the folders of that, from the store's folder.
  private func files(in folder: String) throws(StoreError) -> [String] {
    var names: [String] = []
    for name in try store.disk.listIfPresent(store.layout.path(of: folder)) {
      let path = "\(folder)/\(name)"
      if try store.disk.facts(of: store.layout.path(of: path))?.kind == .folder {
        names += try files(in: path)
      } else {
        names.append(path)
      }
    }
    return names
  }

  private mutating func verifyThatSessionsAreThere() throws(StoreError) {
    let folders = Set(try store.sessionIDs())
    for (session, anchor) in anchors.sorted(by: { $0.key < $1.key }) {
      let name = Tombstone.name(of: session)
      guard let bytes = try store.disk.readIfPresent(store.layout.path(of: name)) else {
        if !folders.contains(session) {
          report.findings.append(
            Finding(.tampered, session, "", "the session is gone, and no tombstone says why"))
        }
        continue
      }
      if folders.contains(session) {
        report.findings.append(Finding(.unfinished, session, "", "its purge was interrupted"))
      }
      let tombstone = try? Tombstone(parsing: bytes, file: name)
      if tombstone?.lastLine.hash != anchor.hash {
        find(.tampered, name, "it does not name the last line of the session's log")
      }
    }
    for name in try store.disk.listIfPresent(store.layout.sessions)
    where SessionID(name)?.text != name {
      find(.tampered, "sessions/\(name)", "no session has such a name")
    }
  }

  private mutating func verifyThatNothingIsLeft() throws(StoreError) {
    // While somebody writes, there is always something on its way.
    guard isAlone else { return }
    for name in try store.disk.listIfPresent(store.layout.staging) {
      find(.unfinished, "staging/\(name)", "it was left by a change that never happened")
    }
  }

  /// The files that were put away, with their hashes, by the names that logs know them by.
  private func failedFilesByTag() throws(StoreError) -> [String: String] {
    var hashes: [String: String] = [:]
    for name in try store.disk.listIfPresent(store.layout.failed) {
      guard let bytes = try store.disk.readIfPresent("\(store.layout.failed)/\(name)") else {
        continue
      }
      hashes[store.failedTag(of: name)] = StoreSecrets.sha256(of: bytes)
    }
    return hashes
  }

  // MARK: - The index

  private mutating func verifyIndex() throws(StoreError) {
    let wrong = try store.wrongRows(among: store.sessionIDs())
    guard !wrong.isEmpty else { return }
    // A session may have changed between the look at its folder and that at its row.
    try locked { verifier throws(StoreError) in
      for session in try verifier.store.wrongRows(among: wrong) {
        verifier.report.findings.append(
          Finding(.index, session, "", "its row in the index is not what its folder says"))
      }
    }
  }
}

extension RecordStore {
  /// Whether no other program has the store open for writing.
  func isAlone() -> Bool {
    // Within this process a change may be on its way in another thread.
    if options.access == .writing { return false }
    let lock = try? disk.fileSystem.lock(layout.writersLock, .exclusiveIfFree)
    defer { lock?.release() }
    return lock != nil
  }
}

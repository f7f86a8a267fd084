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

/// What the store's log held of one session, one after the other.
struct Anchoring {
  /// The number of the line that first named it.
  let first: Int

  /// The hashes of its lines, by their numbers.
  var hashes: [Int: String] = [:]
}

/// A verification on its way.
struct StoreVerifier {
  let store: RecordStore
  let request: VerificationRequest
  var report: VerificationReport
  var anchors: [SessionID: AuditAnchor] = [:]

  /// What the store's log ever held of each session.
  var anchoring: [SessionID: Anchoring] = [:]

  var documents: [String: String] = [:]

  /// Sessions that came from another store, where the files of their recordings that failed stayed.
  private(set) var imported: Set<SessionID> = []

  /// Links, and what else is no file and no folder, from the store's folder: nothing of it is read.
  var strange: Set<String> = []

  private(set) var firstLine: AuditLine?
  private(set) var headLine: AuditLine?
  private(set) var storeLogIsSound = true

  /// Whether no other program may be in the middle of something.
  private(set) var isAlone = false

  init(_ store: RecordStore, _ request: VerificationRequest) {
    self.store = store
    self.request = request
    report = VerificationReport(head: store.storeSeed)
  }

  mutating func run() throws(StoreError) -> VerificationReport {
    isAlone = store.isAlone()
    try verifyFiles()
    // What is not the store's own cannot be held against anything.
    guard strange.isDisjoint(with: StoreLayout.ownNames) else { return report }
    try locked { verifier throws(StoreError) in
      try verifier.readStoreLog()
      if verifier.request.sessions == nil { try verifier.verifyStore() }
    }
    let failedFiles = try store.failedHashes()
    var named: Set<String> = []
    var sessions = try store.sessionIDs()
    if let chosen = request.sessions { sessions = chosen }
    request.progress?(0, sessions.count)
    for (index, session) in sessions.enumerated() {
      defer { request.progress?(index + 1, sessions.count) }
      guard !isStrange(session) else { continue }
      try locked { verifier throws(StoreError) in
        try verifier.readStoreLog()
        var one = try SessionVerifier(
          session, in: verifier, storeLogIsSound: verifier.storeLogIsSound, failedFiles)
        try one.run()
        verifier.report.findings += one.findings
        verifier.report.lines += one.lines
        named.formUnion(one.failedDocuments)
      }
      report.sessions += 1
    }
    guard request.sessions == nil else { return report }
    try locked { verifier throws(StoreError) in
      try verifier.readStoreLog()
      try verifier.verifyFailedFiles(namedBySessions: named)
    }
    try verifyIndex()
    return report
  }

  mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    report.findings.append(Finding(kind, nil, file, problem))
  }

  /// Does something while no line is appended.
  private mutating func locked(
    _ body: (inout StoreVerifier) throws(StoreError) -> Void
  ) throws(StoreError) {
    let lock = try store.disk.lockAgainstAppending(store.layout)
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
    if size < start { breakStoreLog("the file became shorter during reading") }
    if let fault = log.fault {
      breakStoreLog("line \(report.head.sequence + 1) is invalid: \(fault.problem)")
    } else if log.tornBytes > 0 {
      find(.unfinished, "audit.log", "the last line is incomplete")
      storeLogIsSound = false
    }
  }

  private mutating func take(_ log: AuditLog) {
    firstLine = firstLine ?? log.lines.first
    for line in log.lines {
      if let anchor = line.entry.anchor {
        anchors[anchor.session] = anchor
        anchoring[anchor.session, default: Anchoring(first: line.sequence)]
          .hashes[anchor.sequence] = anchor.hash
        let comings = [RecordStore.importAction, RecordStore.takingAction]
        if comings.contains(line.entry.action) { imported.insert(anchor.session) }
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

  // MARK: - The index

  private mutating func verifyIndex() throws(StoreError) {
    let wrong = try store.wrongRows(among: store.sessionIDs())
    guard !wrong.isEmpty else { return }
    // A session may have changed between the look at its folder and that at its row.
    try locked { verifier throws(StoreError) in
      for session in try verifier.store.wrongRows(among: wrong) {
        verifier.report.findings.append(
          Finding(.index, session, "", "the row in the index differs from the session folder"))
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

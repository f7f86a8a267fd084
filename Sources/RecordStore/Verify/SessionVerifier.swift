// One session: its chain, its anchor, its documents, and what they say.

internal import VoiceTypes

/// The verification of one session.
struct SessionVerifier {
  private let session: SessionID
  private let store: RecordStore
  private let anchor: AuditAnchor?
  private let anchoring: Anchoring?
  private let storeLogIsSound: Bool
  private let failedFiles: [String: String]
  private let recompute: Recomputation?
  private let isPurged: Bool
  private let isAlone: Bool
  private let isOneOfAll: Bool
  private let isImported: Bool
  private let log: AuditLog
  private let history: SessionHistory

  /// Whether the session is as it was at an earlier line that the store's log held: so is one that was
  /// copied before the store's log was, if its documents are of that line too.
  private var isEarlier = false

  private(set) var findings: [Finding] = []

  /// The files in `failed/` that its log names.
  var failedDocuments: Set<String> { Set(log.documents.keys.filter(RecordStore.isFailedTag)) }

  /// The lines of its log that hold.
  var lines: Int { log.lines.count }

  init(
    _ session: SessionID, in verifier: StoreVerifier, storeLogIsSound: Bool,
    _ failedFiles: [String: String]
  ) throws(StoreError) {
    self.session = session
    store = verifier.store
    anchor = verifier.anchors[session]
    anchoring = verifier.anchoring[session]
    self.storeLogIsSound = storeLogIsSound
    self.failedFiles = failedFiles
    recompute = verifier.request.recompute
    isAlone = verifier.isAlone
    isOneOfAll = verifier.request.sessions == nil
    isImported = verifier.imported.contains(session)
    isPurged = try verifier.isPurged(session)
    log = try store.auditLog(of: session)
    history = SessionHistory(log.lines)
  }

  mutating func run() throws(StoreError) {
    if isPurged { return }
    guard try store.disk.facts(of: store.layout.folder(of: session)) != nil else {
      if anchor == nil { find(.tampered, "", "the session does not exist") }
      return
    }
    try verifyChain()
    try verifyDocuments()
    try verifyThatNothingElseIsThere()
    if isEarlier { judgeEarlierState() }
    try verifyContents()
  }

  private mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    findings.append(Finding(kind, session, file, problem))
  }

  // MARK: - The chain

  private mutating func verifyChain() throws(StoreError) {
    if let fault = log.fault {
      find(.tampered, "audit.log", "line \(fault.line) is invalid: \(fault.problem)")
      return
    }
    if log.tornBytes > 0 { find(.unfinished, "audit.log", "the last line is incomplete") }
    // Without a sound log of the store nothing can be said of the last lines of this one.
    guard storeLogIsSound else { return }
    let anchored = anchor?.sequence ?? 0
    if log.lines.count < anchored, let last = log.lines.last,
      anchoring?.hashes[last.sequence] == last.hash
    {
      isEarlier = true
      return
    }
    let isHeld = anchored <= log.lines.count
    guard isHeld, anchored == 0 || log.lines[anchored - 1].hash == anchor?.hash else {
      // An empty folder is one whose session is gone, which is said where all of them are looked at.
      if isOneOfAll, log.lines.isEmpty, try isEmptyFolder() { return }
      return find(.tampered, "audit.log", Self.otherEnd)
    }
    switch log.lines.count - anchored {
    case 0: break
    case 1: find(.unfinished, "audit.log", "the last line is not yet in the log of the store")
    default: find(.inconsistentCopy, "audit.log", "the log of the store lacks some lines")
    }
    if log.lines.isEmpty, isAlone { find(.unfinished, "", "the session has no log line yet") }
  }

  private static let otherEnd = "the last lines differ from the log of the store"

  private func isEmptyFolder() throws(StoreError) -> Bool {
    try store.disk.listIfPresent(store.layout.folder(of: session)).isEmpty
  }

  /// Lines that were cut off leave documents behind that no line of the rest names.
  private mutating func judgeEarlierState() {
    if findings.contains(where: { $0.kind == .tampered }) {
      find(.tampered, "audit.log", Self.otherEnd)
    } else {
      find(.inconsistentCopy, "audit.log", "the last line in the log of the store is missing")
    }
  }

  // MARK: - Documents

  private mutating func verifyDocuments() throws(StoreError) {
    var found: [String: String] = [:]
    let named = Set(log.lines.flatMap(\.entry.documents).map(\.name)).sorted()
    for name in named { found[name] = try hash(of: name) }
    for name in named where found[name] != log.documents[name] {
      if isImported, found[name] == nil, RecordStore.isFailedTag(name) { continue }
      guard let expected = log.documents[name] else {
        // By now a file of somebody else may have the name.
        if !RecordStore.isFailedTag(name) {
          find(.unfinished, name, "the file was removed but still exists")
        }
        continue
      }
      let isMarked = try isInHand(name)
      // Beside somebody who puts files away, one may just be coming.
      if isMarked, !isAlone { continue }
      let staged = store.layout.staged(name, of: session.text, sha256: expected)
      let waiting = try store.disk.facts(of: staged)
      let isOnItsWay = isMarked || waiting != nil
      let kind: FindingKind =
        isOnItsWay
        ? .unfinished : history.explains(name, among: found) ? .inconsistentCopy : .tampered
      find(
        kind, name,
        found[name] == nil ? "the file is missing" : "the content differs from the audit log")
    }
  }

  /// Whether a file in `failed/` is being put there or taken out.
  private func isInHand(_ name: String) throws(StoreError) -> Bool {
    guard RecordStore.isFailedTag(name) else { return false }
    return try store.failedMarks().contains { $0.tags.contains(name) }
  }

  private func hash(of name: String) throws(StoreError) -> String? {
    if RecordStore.isFailedTag(name) {
      // It may have been put away since the folder was looked at.
      let known = failedFiles[name]
      return known != nil && known == log.documents[name] ? known : try store.failedHash(of: name)
    }
    return try store.disk.sha256IfPresent(store.layout.path(of: name, in: session))
  }

  private mutating func verifyThatNothingElseIsThere() throws(StoreError) {
    guard log.fault == nil else { return }
    let folder = store.layout.folder(of: session)
    let expected = Set(log.documents.keys).union(["audit.log", "artifacts"])
    var names = try store.disk.listIfPresent(folder)
    names += try store.disk.listIfPresent("\(folder)/artifacts").map { "artifacts/\($0)" }
    for name in names where !expected.contains(name) {
      let wasNamed = log.lines.contains { $0.entry.documents.contains { $0.name == name } }
      if !wasNamed { find(.tampered, name, "no line of the audit log contains the file") }
    }
  }

  // MARK: - What the documents say

  private mutating func verifyContents() throws(StoreError) {
    guard findings.isEmpty else { return }
    var check = DocumentCheck()
    for document in SessionDocument.allCases where log.documents[document.name] != nil {
      do {
        guard let bytes = try store.read(document, of: session) else { continue }
        for problem in try check.problems(of: document, bytes, in: session) {
          find(.tampered, document.name, problem)
        }
      } catch {
        if case .newerSchema(_, let found, let known) = error {
          find(
            .newerVersion, document.name,
            "the schema is \(found); this version reads up to \(known)")
        } else if case .damaged(_, let problem) = error {
          find(.tampered, document.name, problem)
        } else {
          throw error
        }
      }
    }
    try verifyRecomputation()
  }

  private mutating func verifyRecomputation() throws(StoreError) {
    guard let recompute, findings.isEmpty, let audio = try store.read(.audio, of: session) else {
      return
    }
    let answers = try store.read(.answers, of: session)
    for document in [SessionDocument.quick, .computed] {
      guard let stored = try store.read(document, of: session) else { continue }
      if let difference = recompute(audio, answers, stored) {
        find(.recomputation, document.name, difference)
      }
    }
  }
}

// One session: its chain, its anchor, its documents, and what they say.

internal import VoiceTypes

/// The verification of one session.
struct SessionVerifier {
  private let session: SessionID
  private let store: RecordStore
  private let anchor: AuditAnchor?
  private let storeLogIsSound: Bool
  private let failedFiles: [String: String]
  private let recompute: Recomputation?
  private let isPurged: Bool
  private let isAlone: Bool
  private let isImported: Bool
  private let log: AuditLog
  private(set) var findings: [Finding] = []

  /// The lines of its log that hold.
  var lines: Int { log.lines.count }

  init(
    _ session: SessionID, in verifier: StoreVerifier, storeLogIsSound: Bool,
    _ failedFiles: [String: String]
  ) throws(StoreError) {
    self.session = session
    store = verifier.store
    anchor = verifier.anchors[session]
    self.storeLogIsSound = storeLogIsSound
    self.failedFiles = failedFiles
    recompute = verifier.request.recompute
    isAlone = verifier.isAlone
    isImported = verifier.imported.contains(session)
    let tombstone = store.layout.path(of: Tombstone.name(of: session))
    isPurged = try store.disk.facts(of: tombstone) != nil
    log = try store.auditLog(of: session)
  }

  mutating func run() throws(StoreError) {
    if isPurged { return }
    guard try store.disk.facts(of: store.layout.folder(of: session)) != nil else {
      if anchor == nil { find(.tampered, "", "there is no such session") }
      return
    }
    verifyChain()
    try verifyDocuments()
    try verifyThatNothingElseIsThere()
    try verifyContents()
  }

  private mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    findings.append(Finding(kind, session, file, problem))
  }

  // MARK: - The chain

  private mutating func verifyChain() {
    if let fault = log.fault {
      find(.tampered, "audit.log", "line \(fault.line) does not hold: \(fault.problem)")
      return
    }
    if log.tornBytes > 0 { find(.unfinished, "audit.log", "its last line is torn") }
    // Without a sound log of the store nothing can be said of the last lines of this one.
    guard storeLogIsSound else { return }
    let anchored = anchor?.sequence ?? 0
    let isHeld = anchored <= log.lines.count
    guard isHeld, anchored == 0 || log.lines[anchored - 1].hash == anchor?.hash else {
      find(.tampered, "audit.log", "its last lines are not those that the store's log holds")
      return
    }
    switch log.lines.count - anchored {
    case 0: break
    case 1: find(.unfinished, "audit.log", "its last line is not yet in the store's log")
    default: find(.tampered, "audit.log", "it has lines that the store's log never held")
    }
    if log.lines.isEmpty, isAlone { find(.unfinished, "", "the session has no line yet") }
  }

  // MARK: - Documents

  private mutating func verifyDocuments() throws(StoreError) {
    let named = Set(log.lines.flatMap(\.entry.documents).map(\.name)).sorted()
    for name in named {
      let expected = log.documents[name]
      let found: String? =
        name.hasPrefix("failed/")
        ? failedFiles[name]
        : try store.disk.readIfPresent(store.layout.path(of: name, in: session))
          .map(StoreSecrets.sha256(of:))
      guard found != expected else { continue }
      if isImported, found == nil, name.hasPrefix("failed/") { continue }
      guard let expected else {
        find(.unfinished, name, "it was removed, and is still there")
        continue
      }
      let staged = store.layout.staged(name, of: session.text, sha256: expected)
      let isOnItsWay = try store.disk.facts(of: staged) != nil
      find(
        isOnItsWay ? .unfinished : .tampered, name,
        found == nil ? "it is missing" : "it is not what the log says")
    }
  }

  private mutating func verifyThatNothingElseIsThere() throws(StoreError) {
    guard log.fault == nil else { return }
    let folder = store.layout.folder(of: session)
    let expected = Set(log.documents.keys).union(["audit.log", "artifacts"])
    var names = try store.disk.listIfPresent(folder)
    names += try store.disk.listIfPresent("\(folder)/artifacts").map { "artifacts/\($0)" }
    for name in names where !expected.contains(name) {
      let wasNamed = log.lines.contains { $0.entry.documents.contains { $0.name == name } }
      if !wasNamed { find(.tampered, name, "no line of the log names it") }
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
          find(.newerVersion, document.name, "it is \(found); this version reads up to \(known)")
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

// Taking a session in that was made elsewhere, at once or not at all. Its log comes whole, so the
// usual order, in which a line of the session's log makes a change, does not fit:
//   1. documents and log go to the staging folder, under names that hold their hashes;
//   2. a line of the store's log takes the session in, by naming the head of its log;
//   3. the log is renamed to its place, then the documents.
// It has happened when 2 has. What a crash leaves is told by the store's log: a staged log whose head
// it names is brought to its place, and the documents with it; any other is removed with them.

internal import Synchronization
internal import VoiceTypes

/// A session that comes from an export.
struct AdoptedSession {
  let id: SessionID
  let documents: [SessionDocument: [UInt8]]

  /// What its log says, in order.
  let log: AuditLog
}

extension RecordStore {
  /// The action of the store's line that takes a session in.
  static let importAction = "imported"

  /// Takes in a session that the store does not have.
  func adopt(_ session: AdoptedSession) throws(StoreError) {
    guard options.access == .writing else { throw .readOnly }
    var plan = SessionPlan(entry: entry(Self.importAction))
    plan.writes = try writes(of: session)
    let (log, head) = adoptedLog(of: session, plan.writes)
    plan.writes.append(
      SessionPlan.Write(
        name: ExportLayout.log, bytes: log, sha256: StoreSecrets.sha256(of: log)))
    let staged = plan
    try stage(staged, of: session.id)
    try appending { writing throws(StoreError) in
      try take(staged, of: session.id, head, &writing)
    }
    try settle(staged, of: session.id)
  }

  private func writes(of session: AdoptedSession) throws(StoreError) -> [SessionPlan.Write] {
    var writes: [SessionPlan.Write] = []
    for document in SessionDocument.allCases {
      guard let bytes = session.documents[document] else { continue }
      writes.append(try write(bytes, as: document, of: session.id))
    }
    return writes
  }

  /// The log in the chain of this store. It is the one that came, unless the documents are stored
  /// otherwise than they came.
  private func adoptedLog(
    of session: AdoptedSession, _ writes: [SessionPlan.Write]
  ) -> (bytes: [UInt8], head: AuditHead) {
    var entries = session.log.lines.map(\.entry)
    if secrets.isSealing {
      for index in entries.indices {
        entries[index].old = entries[index].old.map(auditValue)
        entries[index].new = entries[index].new.map(auditValue)
      }
      var last = entry(Self.importAction)
      last.documents = writes.map { AuditedDocument(name: $0.name, sha256: $0.sha256) }
      entries.append(last)
    }
    return AuditChain.bytes(of: entries, behind: seed(of: session.id), secrets)
  }

  private func take(
    _ plan: SessionPlan, of session: SessionID, _ head: AuditHead, _ writing: inout StoreWriting
  ) throws(StoreError) {
    guard try logSize(of: session) == 0 else {
      throw .fileSystem(.interfered(with: layout.folder(of: session)))
    }
    for write in plan.writes {
      let path = layout.staged(write.name, of: session.text, sha256: write.sha256)
      guard try disk.facts(of: path) != nil else { throw .fileSystem(.interfered(with: path)) }
    }
    var entry = plan.entry
    entry.anchor = AuditAnchor(session: session, sequence: head.sequence, hash: head.hash)
    // Before the line: a folder without one goes at the next start, and a line waits for its folder.
    try makeFolder(of: session, for: plan)
    let line = try append(entry, &writing)
    // The log comes first: without it, documents are nobody's.
    for write in plan.writes.reversed() {
      try bringToPlace(write.name, of: session, sha256: write.sha256)
    }
    // It is taken in; a row that cannot be made now is made later.
    if let contents = try? contents(of: session) {
      updateIndex(of: session, contents, SessionArrival(line))
    } else {
      staleSessions.withLock { _ = $0.insert(session) }
    }
  }

  /// Brings the log of a session to its place whose adoption a crash interrupted after it had
  /// happened.
  func finishAdoption(of session: SessionID, _ staged: [StagedName]) throws(StoreError) {
    guard let name = staged.first(where: { $0.name == ExportLayout.log }),
      try logSize(of: session) == 0
    else { return }
    let bytes = try disk.readIfPresent("\(layout.staging)/\(name.text)") ?? []
    let log = AuditLog(bytes, seed: seed(of: session), secrets)
    guard StoreSecrets.sha256(of: bytes) == name.sha256, log.fault == nil, log.tornBytes == 0,
      try storeLog().anchors[session]?.hash == log.head.hash
    else { return }
    try bringToPlace(name.name, of: session, sha256: name.sha256)
  }
}

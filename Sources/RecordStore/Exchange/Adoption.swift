// Taking a session in that was made elsewhere, at once or not at all. Its log comes whole, so the line
// that makes it happen is one of the store's log, which names the head of its log; the log is renamed to its
// place before the documents. What a crash leaves is told by the store's log: a staged log whose head
// it names is brought to its place, and the documents with it; any other is removed with them.

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
    try transact { _ throws(StoreError) in
      try checkThatNotPurged(session.id)
      guard try logSize(of: session.id) == 0 else {
        throw .fileSystem(.interfered(with: layout.folder(of: session.id)))
      }
      return (try plan(session), ())
    }
  }

  private func plan(_ session: AdoptedSession) throws(StoreError) -> Transaction {
    var documents: [Transaction.Write] = []
    for document in SessionDocument.allCases {
      guard let bytes = session.documents[document] else { continue }
      documents.append(try write(bytes, as: document, of: session.id))
    }
    let (log, head) = adoptedLog(of: session, documents)
    let place = layout.path(of: ExportLayout.log, in: session.id)
    var change = Transaction(.store, entry(Self.importAction))
    // The log comes first: without it, documents are nobody's.
    change.writes =
      [write(log, as: ExportLayout.log, of: session.id.text, at: place)] + documents.reversed()
    change.entry.anchor = AuditAnchor(
      session: session.id, sequence: head.sequence, hash: head.hash)
    return change
  }

  /// The log in the chain of this store. It is the one that came, unless the documents are stored
  /// otherwise than they came.
  private func adoptedLog(
    of session: AdoptedSession, _ writes: [Transaction.Write]
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

  /// Brings the log of a session to its place whose adoption a crash interrupted after it had
  /// happened: of one that is new, or of one that went on elsewhere and has its former log still.
  func finishAdoption(of session: SessionID, _ staged: [StagedName]) throws(StoreError) {
    guard let name = staged.first(where: { $0.name == ExportLayout.log }) else { return }
    let bytes = try disk.readIfPresent("\(layout.staging)/\(name.text)") ?? []
    let log = AuditLog(bytes, seed: seed(of: session), secrets)
    guard StoreSecrets.sha256(of: bytes) == name.sha256, log.fault == nil, log.tornBytes == 0,
      try storeLog().anchors[session]?.hash == log.head.hash,
      try auditLog(of: session).end.hash != log.head.hash
    else { return }
    let place = layout.path(of: name.name, in: session)
    try disk.settle("\(layout.staging)/\(name.text)", at: place, in: folder(around: place))
  }
}

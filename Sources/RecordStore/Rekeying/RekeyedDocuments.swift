// The documents of a session, what is kept of people and the rows of the index under another key.

internal import VoiceTypes

extension RecordStore {
  /// The action of lines that say so.
  package static let rekeyAction = "reencrypted"

  /// Whether a file is there that is not encrypted as it should be.
  func isDue(_ path: String, _ target: SealedHead) throws(StoreError) -> Bool {
    guard let facts = try disk.facts(of: path) else { return false }
    // What is no file is looked at, and left.
    guard facts.kind == .file else { return true }
    let bytes = try disk.run { files throws(FileSystemError) in
      try files.read(path, from: 0, count: SealedHead.mostBytes)
    }
    return SealedHead(of: bytes) != target
  }

  /// Re-encrypts the documents of a session at once.
  func reencrypt(
    _ session: SessionID, under target: SealedHead
  ) throws(StoreError) -> Reencrypted {
    try leaving("") { () throws(StoreError) in
      try appending { writing throws(StoreError) in
        let contents = try recovered(session, &writing)
        // Behind a line that does not hold nothing says what the documents should be.
        guard try auditLog(of: session).fault == nil else {
          return Reencrypted(left: [ExportLayout.log])
        }
        var outcome = Reencrypted()
        let plan = try plan(session, contents, target, &outcome)
        if plan.isTold { try bringAbout(plan, &writing) }
        return outcome
      }
    }
  }

  /// Does something unless what it is about is gone; what is not as the store wrote it is left.
  func leaving(
    _ name: String, _ body: () throws(StoreError) -> Reencrypted
  ) throws(StoreError) -> Reencrypted {
    do {
      return try body()
    } catch {
      switch error {
      case .purged: return Reencrypted()
      case .damaged: return Reencrypted(left: [name])
      case .fileSystem(let fault) where fault.isLink: return Reencrypted(left: [name])
      default: throw error
      }
    }
  }

  private func plan(
    _ session: SessionID, _ contents: SessionContents, _ target: SealedHead,
    _ outcome: inout Reencrypted
  ) throws(StoreError) -> Transaction {
    var plan = Transaction(.session(session), entry(Self.rekeyAction))
    for document in SessionDocument.allCases where document.isSealed {
      let path = layout.path(of: document.name, in: session)
      guard let stored = try disk.readIfPresent(path), SealedHead(of: stored) != target
      else { continue }
      let place = SealedPlace(owner: session.text, name: document.name)
      guard let bytes = try opened(stored, of: place, as: contents.documents[document.name]) else {
        outcome.left.append(document.name)
        continue
      }
      plan.put(try write(bytes, as: document, of: session))
    }
    var changed = contents
    for write in plan.writes { changed.documents[write.name] = write.sha256 }
    plan.contents = changed
    outcome.count = plan.writes.count
    return plan
  }

  /// What a file holds if it is as a log says; nil if it is not.
  func opened(
    _ stored: [UInt8], of place: SealedPlace, as sha256: String?
  ) throws(StoreError) -> [UInt8]? {
    guard StoreSecrets.sha256(of: stored) == sha256 else { return nil }
    do {
      return try opened(stored, of: place)
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  // MARK: - People

  /// The paths of all baselines from the store's folder.
  func baselineNames() throws(StoreError) -> [String] { try personFileNames(in: "baselines") }

  /// The paths of what people told, and of documents of theirs.
  func peopleNames() throws(StoreError) -> [String] { try personFileNames(in: "people") }

  /// Puts the store's own documents in order and says what its log has of them; nobody else may be
  /// between staging one and naming it.
  func settledOwnDocuments() throws(StoreError) -> [String: String] {
    try appending { _ throws(StoreError) in
      try recoverDocuments()
      return try storeLog().documents
    }
  }

  /// Re-encrypts a file of a person.
  func reencrypt(
    own name: String, under target: SealedHead, _ named: [String: String]
  ) throws(StoreError) -> Reencrypted {
    let path = layout.path(of: name)
    guard try disk.facts(of: path)?.kind == .file else { return Reencrypted(left: [name]) }
    return try appending { writing throws(StoreError) in
      guard let stored = try disk.readIfPresent(path), SealedHead(of: stored) != target
      else { return Reencrypted() }
      let place = SealedPlace(owner: Self.ownName, name: name)
      guard let bytes = try opened(stored, of: place, as: named[name]) else {
        return Reencrypted(left: [name])
      }
      var change = Transaction(.store, entry(Self.rekeyAction))
      change.put(write(try sealed(bytes, for: place), as: name))
      try bringAbout(change, &writing)
      return Reencrypted(count: 1)
    }
  }

  // MARK: - The index

  /// Writes the rows anew that are encrypted otherwise, and leaves no byte of them.
  func reencryptIndex(under target: SealedHead) throws(StoreError) {
    let stale = (index.rows(SessionQuery()) ?? [])
      .filter { SealedHead(of: $0.sealed ?? []) != target }.map(\.summary.id)
    // A row that cannot be made or written is made anew at the next opening.
    let rows = try rows(of: stale)
    let isDone = rows.count == stale.count && index.put(rows)
    if !isDone || !index.forgetFormerRows() {
      notice("the index files may still contain rows under a former key; re-encrypt again later")
    }
  }
}

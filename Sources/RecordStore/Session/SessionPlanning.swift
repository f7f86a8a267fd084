// What of a change is new to a session.

internal import VoiceTypes

extension RecordStore {
  /// What of a change is new; nil for nothing.
  func plan(
    _ change: SessionChange, for session: SessionID, _ former: SessionContents
  ) throws(StoreError) -> Transaction? {
    if change.isNotedOnce, try isNoted(change, in: session) { return nil }
    var plan = Transaction(.session(session), entry(change.action))
    var contents = former
    try planHeader(change, of: session, &contents, &plan)
    for document in SessionDocument.allCases {
      guard let bytes = change.documents[document] else { continue }
      let isStored = former.documents[document.name] != nil
      if isStored, try read(document, of: session) == bytes { continue }
      plan.put(try write(bytes, as: document, of: session, sha256: change.sha256[document]))
    }
    contents.verdict = try verdict(after: change, of: session, former)
    for name in change.removed.map(\.name).sorted() where former.documents[name] != nil {
      plan.remove(name, at: layout.path(of: name, in: session))
    }
    // Last: who sees in a folder how far a session is finds there what that promises.
    try planState(change, of: session, &contents, &plan)
    if let note = change.note {
      plan.entry.field = note.field
      plan.entry.old = note.old.map(auditValue)
      plan.entry.new = note.new.map(auditValue)
    }
    guard plan.isTold else { return nil }
    for document in plan.entry.documents { contents.documents[document.name] = document.sha256 }
    plan.contents = contents
    // What happens to a session is told by the staging folder until the log of the store tells it.
    if plan.writes.isEmpty {
      plan.notes = [layout.staged("", of: session.text, sha256: StoreSecrets.sha256(of: []))]
    }
    return plan
  }

  /// Whether the log of a session has the action and the note of a change.
  private func isNoted(
    _ change: SessionChange, in session: SessionID
  ) throws(StoreError) -> Bool {
    let new = change.note?.new.map(auditValue)
    return try auditLog(of: session).lines.contains {
      $0.entry.action == change.action && $0.entry.field == change.note?.field
        && $0.entry.new == new
    }
  }

  /// What the results say of the recording's quality when a change is made.
  private func verdict(
    after change: SessionChange, of session: SessionID, _ contents: SessionContents
  ) throws(StoreError) -> Verdict? {
    let isUntouched = Self.results.allSatisfy {
      change.documents[$0] == nil && !change.removed.contains($0)
    }
    if isUntouched { return contents.verdict }
    for document in Self.results {
      if let bytes = change.documents[document] {
        return change.verdict ?? Self.verdict(in: bytes)
      }
      if contents.documents[document.name] != nil, !change.removed.contains(document) {
        return try read(document, of: session).flatMap(Self.verdict(in:))
      }
    }
    return nil
  }

  private func planHeader(
    _ change: SessionChange, of session: SessionID, _ contents: inout SessionContents,
    _ plan: inout Transaction
  ) throws(StoreError) {
    guard var header = change.header else { return }
    header.createdAt = contents.header?.createdAt ?? plan.entry.time
    // As bytes: equality of texts ignores how accents are composed.
    let bytes = header.json(of: session).fileBytes
    guard bytes != contents.header?.json(of: session).fileBytes else { return }
    contents.header = header
    plan.put(try write(bytes, as: .header, of: session))
  }

  private func planState(
    _ change: SessionChange, of session: SessionID, _ contents: inout SessionContents,
    _ plan: inout Transaction
  ) throws(StoreError) {
    guard let state = change.state else { return }
    let former = contents.state
    let json = state.json(of: session, at: plan.entry.time)
    guard json.fileBytes != former?.json(of: session, at: plan.entry.time).fileBytes else { return }
    contents.state = state
    plan.put(try write(json.fileBytes, as: .state, of: session))
    if state.state != former?.state {
      plan.entry.field = "state"
      plan.entry.old = (former?.state.rawValue).map(auditValue)
      plan.entry.new = auditValue(state.state.rawValue)
    }
  }

  /// A document as the store keeps it; `sha256` is that of the bytes given, where it is known.
  func write(
    _ bytes: [UInt8], as document: SessionDocument, of session: SessionID, sha256: String? = nil
  ) throws(StoreError) -> Transaction.Write {
    let place = SealedPlace(owner: session.text, name: document.name)
    let isPlain = sealing == nil || !document.isSealed
    return write(
      isPlain ? bytes : try sealed(bytes, for: place), as: document.name, of: session.text,
      at: layout.path(of: document.name, in: session), sha256: isPlain ? sha256 : nil)
  }
}

// A session is never rewritten after the fact: what is to be said otherwise is said in a new session
// that names the former one, and the former one's log names the new.

extension SessionStore {
  /// Makes a session that amends another one. May be repeated after a fault with the same names.
  /// - Parameters:
  ///   - parent: The session that is amended; it must have a header.
  ///   - id: The new session.
  ///   - change: What is in the new session; without a header it gets that of the parent.
  @discardableResult
  package func amend(
    _ parent: SessionID, by id: SessionID, reason: String, _ change: SessionChange
  ) throws(StoreError) -> Session {
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw .unusable("an amendment needs a reason; state it in a few words")
    }
    guard parent != id else { throw .unusable("a session cannot amend itself; give a new id") }
    guard let former = try existingSession(parent), let header = try former.header() else {
      throw .noSession(parent)
    }
    let amended = try session(id)
    var change = change
    var own = change.header ?? header
    own.parent = SessionParent(parent, reason: reason)
    (own.createdAt, own.reviewed) = (nil, nil)
    change.header = own
    try amended.commit(change)
    try former.noteOnce("amended", field: "amended_by", new: id.text)
    return amended
  }
}

extension StoredSession {
  /// Adds a line without documents, unless the log has one that says the same.
  package func noteOnce(_ action: String, field: String, new: String) throws(StoreError) {
    var change = SessionChange(action)
    change.note = (field: field, old: nil, new: new)
    change.isNotedOnce = true
    try commit(change)
  }

  /// The lines of the session's log, as far as it holds.
  package func auditLines() throws(StoreError) -> [AuditLine] {
    try store.auditLog(of: id).lines
  }
}

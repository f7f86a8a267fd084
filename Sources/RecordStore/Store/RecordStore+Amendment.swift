// Amendments: a new session refers to the amended one. Sessions are never rewritten.

internal import VoiceTypes

extension RecordStore {
  /// Creates a session that amends another one. Can be repeated with the same ids.
  /// - Parameters:
  ///   - parent: The amended session. It must have a header.
  ///   - id: The new session.
  ///   - change: The content of the new session. Without a header it gets that of the parent.
  @discardableResult
  package func amend(
    _ parent: SessionID, by id: SessionID, reason: String, _ change: SessionChange
  ) throws(StoreError) -> StoredSession {
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

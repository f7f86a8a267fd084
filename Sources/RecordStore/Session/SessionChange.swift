// Changes of a session, its sign-off, and its amendments.

package import VoiceTypes

/// An atomic change of a session.
package struct SessionChange: Sendable {
  /// The action for the history, such as `analysed`.
  package var action: String

  package var header: SessionHeader?
  package var state: StateRecord?

  /// New documents, unencrypted.
  package var documents: [SessionDocument: [UInt8]]

  package var removed: Set<SessionDocument> = []

  /// A changed field for the history line.
  package var note: (field: String, old: String?, new: String?)?

  package var files: [ClaimedFile] = []

  /// SHA-256 of documents, if known, in hexadecimal digits.
  package var sha256: [SessionDocument: String] = [:]

  /// - Precondition: `documents` contains neither header nor state.
  package init(
    _ action: String, header: SessionHeader? = nil, state: StateRecord? = nil,
    documents: [SessionDocument: [UInt8]] = [:]
  ) {
    precondition(
      documents[.header] == nil && documents[.state] == nil,
      "the documents must not contain header and state")
    (self.action, self.header, self.state, self.documents) = (action, header, state, documents)
  }
}

/// A sign-off. It does not extend to amendments of the session.
package struct SessionReview: Sendable, Equatable {
  /// The name of the reviewing person.
  package var by: String

  package var at: StoreTime
  package var note: String?
}

extension SessionReview: Shaped {
  package static let shape = Shape(SessionReview.init(by:at:note:)) {
    Field("by", \.by, .anyText)
    Field("at", \.at, .time)
    Field("note", \.note, .orNull(.anyText))
  }
}

extension RecordStore {
  /// Signs off a session. The latest sign-off counts. An equal one changes nothing.
  @discardableResult
  package func review(
    _ id: SessionID, by name: String, note: String?
  ) throws(StoreError) -> SessionReview {
    guard let session = try existingSession(id), var header = try session.header() else {
      throw .noSession(id)
    }
    let former = header.reviewed
    if let former, former.by == name, former.note == note { return former }
    let review = SessionReview(by: name, at: try now(), note: note)
    header.reviewed = review
    var change = SessionChange("reviewed", header: header)
    change.note = (field: "reviewed_by", old: former?.by, new: name)
    try session.commit(change)
    return review
  }
}

extension RecordStore {
  /// Creates a session that amends another one, which is not rewritten. Can be repeated with the same ids.
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

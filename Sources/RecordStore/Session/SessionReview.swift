// The sign-off of a session. It does not extend to amendments of the session.

package import VoiceTypes

/// A sign-off.
package struct SessionReview: Sendable, Equatable {
  /// The name of the reviewing person.
  package var by: String

  /// The time.
  package var at: StoreTime

  /// An optional note.
  package var note: String?

  package init(by: String, at: StoreTime, note: String?) {
    (self.by, self.at, self.note) = (by, at, note)
  }
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

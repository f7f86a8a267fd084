// That a person has looked at the results of a session. It is said of what there was to look at: a session
// that amends a reviewed one is not reviewed.

package import VoiceTypes

/// Who has looked at a session.
package struct SessionReview: Sendable, Equatable {
  /// Who, in the words of whoever asked for it.
  package var by: String

  /// When.
  package var at: StoreTime

  /// What they had to say; nil for nothing.
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

extension SQLStore {
  /// Says that somebody has looked at a session; the last one who did counts. The same again by the same
  /// person leaves no trace.
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

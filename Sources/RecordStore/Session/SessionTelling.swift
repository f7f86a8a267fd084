// What a session was told of its recording, for whoever has something more to tell.

/// What is known of a recording besides its numbers.
package struct SessionTelling: Sendable {
  /// Which session.
  package let session: SessionID

  /// Its header; nil before it was written.
  package let header: SessionHeader?

  /// Whether something was told that could be used.
  package let hasAnswers: Bool

  /// The session with the first result, for a duplicate.
  package let duplicateOf: SessionID?

  package init(
    session: SessionID, header: SessionHeader?, hasAnswers: Bool, duplicateOf: SessionID?
  ) {
    (self.session, self.header) = (session, header)
    (self.hasAnswers, self.duplicateOf) = (hasAnswers, duplicateOf)
  }

  /// Whether nobody has said yet whose the recording is, or only in a way that cannot be used.
  package var isUntold: Bool {
    switch header?.person {
    case .known, .anonymous: false
    case .unknown: true
    case .guest, nil: !hasAnswers
    }
  }
}

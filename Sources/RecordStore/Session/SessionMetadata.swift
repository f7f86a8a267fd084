/// The metadata of a session, for late sidecars.
package struct SessionMetadata: Sendable {
  package let session: SessionID

  /// Nil before the first header.
  package let header: SessionHeader?

  /// Whether the session has a valid sidecar.
  package let hasAnswers: Bool

  /// The session with the first result, for a duplicate.
  package let duplicateOf: SessionID?

  package init(
    session: SessionID, header: SessionHeader?, hasAnswers: Bool, duplicateOf: SessionID?
  ) {
    (self.session, self.header) = (session, header)
    (self.hasAnswers, self.duplicateOf) = (hasAnswers, duplicateOf)
  }

  /// Whether the session has no valid metadata of a person.
  package var lacksMetadata: Bool {
    switch header?.person {
    case .known, .anonymous: false
    case .unknown: true
    case .guest, nil: !hasAnswers
    }
  }
}

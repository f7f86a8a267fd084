/// The metadata of a session, for late sidecars.
package struct SessionMetadata: Sendable {
  package let session: SessionID

  /// Nil before the first header.
  package let header: SessionHeader?

  /// Whether the session has a valid sidecar.
  package let hasAnswers: Bool

  /// The session with the first result, for a duplicate.
  package let duplicateOf: SessionID?

  /// Whether the session has no valid metadata of a person.
  package var lacksMetadata: Bool {
    switch header?.person {
    case .known, .anonymous: false
    case .unknown: true
    case .guest, nil: !hasAnswers
    }
  }
}

/// The documents of a session for follow-up computations.
package struct SessionResults: Sendable {
  package let session: SessionID

  /// Nil before the first header.
  package let header: SessionHeader?

  /// Nil before the first state.
  package let state: SessionState?

  /// The sidecar content. Nil without one.
  package let answers: [UInt8]?

  /// The comprehensive results document. Nil without one.
  package let computed: [UInt8]?
}

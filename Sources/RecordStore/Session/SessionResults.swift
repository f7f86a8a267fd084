// A snapshot read of a session for lists of many sessions. During a change it may have a part of the change.

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

  package init(
    _ session: SessionID, header: SessionHeader?, state: SessionState?, answers: [UInt8]?,
    computed: [UInt8]?
  ) {
    (self.session, self.header, self.state) = (session, header, state)
    (self.answers, self.computed) = (answers, computed)
  }
}

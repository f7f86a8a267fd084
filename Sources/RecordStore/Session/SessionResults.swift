// What a session has to say to whoever looks at many of them: without putting it in order first, and of a
// session that is being changed a part of the change.

/// What is stored of one session.
package struct SessionResults: Sendable {
  /// Which session.
  package let session: SessionID

  /// Its header; nil before it was written.
  package let header: SessionHeader?

  /// Its state; nil before it was written.
  package let state: SessionState?

  /// What was told of the recording, as it is kept; nil for nothing.
  package let answers: [UInt8]?

  /// The comprehensive results document; nil while there is none.
  package let computed: [UInt8]?

  package init(
    _ session: SessionID, header: SessionHeader?, state: SessionState?, answers: [UInt8]?,
    computed: [UInt8]?
  ) {
    (self.session, self.header, self.state) = (session, header, state)
    (self.answers, self.computed) = (answers, computed)
  }
}

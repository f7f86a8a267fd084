// The facts of a session in lists and searches.

package import VoiceTypes

package struct SessionSummary: Sendable, Equatable {
  package var id: SessionID

  /// The arrival number.
  package var order: Int

  /// The creation time. Nil without a header.
  package var createdAt: StoreTime?

  /// The person. Nil if unknown.
  package var user: UserHash?

  /// The kind of person. Nil without a header.
  package var person: SessionPerson?

  /// The state. Nil before the first one.
  package var state: SessionState?

  /// The highest tier with results. Nil without results.
  package var tier: Tier?

  /// The quality verdict of the results. Nil without results.
  package var verdict: Verdict?

  /// The file name of the recording.
  package var name: String?

  /// The time of the recording (ISO 8601), if known.
  package var recordedAt: String?

  /// The duration in seconds. Nil for an unreadable recording.
  package var durationSeconds: Double?

  package var context: String?

  /// The reference of the caller.
  package var reference: String?

  /// The session that this one amends.
  package var parent: SessionID?

  /// A session from its header and state.
  /// - Parameter order: The arrival number.
  init(of id: SessionID, order: Int, _ header: SessionHeader?, _ state: SessionState?) {
    (self.id, self.order, self.state) = (id, order, state)
    (createdAt, recordedAt) = (header?.createdAt, header?.recordedAt)
    (user, person) = (header?.user, header?.person)
    (name, durationSeconds) = (header?.recording.name, header?.recording.durationSeconds)
    (context, reference) = (header?.context, header?.reference)
    parent = header?.parent?.session
  }
}

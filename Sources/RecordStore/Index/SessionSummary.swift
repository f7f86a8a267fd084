// The facts of a session in lists and searches.

package import VoiceTypes

/// A session in a list.
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

  /// The context of the recording.
  package var context: String?

  /// The reference of the caller.
  package var reference: String?

  /// The hash of the audio. Nil if unknown.
  package var recording: RecordingHash?

  /// The identity that duplicates share.
  package var identity: RecordingIdentity?

  /// The session that this one amends.
  package var parent: SessionID?

  /// Applies the fields of a header.
  private mutating func apply(
    _ header: SessionHeader?, recordingHash: (String) -> RecordingHash
  ) {
    createdAt = header?.createdAt
    user = header?.user
    name = header?.recording.name
    recordedAt = header?.recordedAt
    durationSeconds = header?.recording.durationSeconds
    person = header?.person
    context = header?.context
    reference = header?.reference
    recording = header?.recording.sha256.map(recordingHash)
    identity = header?.identity
    parent = header?.parent?.session
  }

  /// A session from its header and state.
  /// - Parameter order: The arrival number.
  package init(
    of id: SessionID, order: Int, _ header: SessionHeader?, _ state: SessionState?,
    by names: StoreHasher
  ) {
    (self.id, self.order) = (id, order)
    self.state = state
    apply(header) { names.recording($0) }
  }
}

// The facts of a session in lists and searches.

package import VoiceTypes

/// A session in a list.
package struct SessionSummary: Sendable, Equatable {
  /// Its name.
  package var id: SessionID

  /// The number of its arrival.
  package var order: Int

  /// When it was made; nil before its header was written.
  package var createdAt: StoreTime?

  /// The person; nil unless that is known.
  package var user: UserHash?

  /// What is known of whose recording it is; nil before its header was written.
  package var person: SessionPerson?

  /// How far the recording has come; nil before that was written.
  package var state: SessionState?

  /// The highest tier with results; nil before there are any.
  package var tier: Tier?

  /// What the results say of the recording's quality; nil before there are any.
  package var verdict: Verdict?

  /// The recording's name.
  package var name: String?

  /// When it was made, as far as that was told (ISO 8601).
  package var recordedAt: String?

  /// Its length in seconds; nil when it could not be read.
  package var durationSeconds: Double?

  /// What the recording was made in.
  package var context: String?

  /// The caller's own reference to it.
  package var reference: String?

  /// The recording, by its bytes; nil where their hash is not known.
  package var recording: RecordingHash?

  /// What duplicates share.
  package var identity: RecordingIdentity?

  /// The session that this one amends.
  package var parent: SessionID?

  /// Takes in what a header says.
  private mutating func take(
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
  /// - Parameter order: The number of its arrival.
  package init(
    of id: SessionID, order: Int, _ header: SessionHeader?, _ state: SessionState?,
    by names: StoreNames
  ) {
    (self.id, self.order) = (id, order)
    self.state = state
    take(header) { names.recording($0) }
  }
}

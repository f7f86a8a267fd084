// What lists and searches know of a session. All of it follows from its folder and from the place
// of its first line in the log of the store.

package import VoiceTypes

/// A session in a list.
package struct SessionSummary: Sendable, Equatable {
  /// Its name.
  package var id: SessionID

  /// The number of the line of the store's log that first names it: sessions in the order in which
  /// they came, whatever the clock said.
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

  /// Whether it came from another store, whose hashes of people are not those of this one.
  var isImported: Bool

  /// The bytes of its log.
  var logLength: Int

  /// The head of its log.
  var logHash: String

  /// What a session's folder says of it.
  init(
    of id: SessionID, _ arrival: SessionArrival, _ contents: SessionContents,
    _ secrets: StoreSecrets
  ) {
    self.id = id
    (order, isImported) = (arrival.order, arrival.isImported)
    state = contents.state?.state
    verdict = contents.verdict
    logLength = contents.log.length
    logHash = contents.log.hash
    tier =
      contents.documents[SessionDocument.computed.name] != nil
      ? .comprehensive : contents.documents[SessionDocument.quick.name] != nil ? .quick : nil
    take(contents.header) { secrets.recordingHash(of: $0) }
  }

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

  /// A session of a store that is no folder, by what it holds of it.
  /// - Parameter order: Its place among all that came.
  package init(
    of id: SessionID, order: Int, _ header: SessionHeader?, _ state: SessionState?,
    by names: StoreNames
  ) {
    self.init(id: id, SessionArrival(order: order, isImported: false), log: (0, ""))
    self.state = state
    take(header) { names.recording($0) }
  }

  init(id: SessionID, _ arrival: SessionArrival, log: (length: Int, hash: String)) {
    self.id = id
    (order, isImported) = (arrival.order, arrival.isImported)
    logLength = log.length
    logHash = log.hash
  }

  /// Takes in how the session came.
  mutating func take(_ arrival: SessionArrival) {
    (order, isImported) = (arrival.order, arrival.isImported)
  }
}

/// How a session came into the store, by the first line of the store's log that names it.
struct SessionArrival: Sendable {
  /// The place of a session that no line names, as in a copy whose log is older: behind all others.
  static let unnamed = SessionArrival(order: Int(Int32.max), isImported: false)

  /// The number of the line.
  let order: Int

  /// Whether it came from another store.
  let isImported: Bool

  init(order: Int, isImported: Bool) {
    self.order = order
    self.isImported = isImported
  }

  init(_ line: AuditLine) {
    self.init(
      order: line.sequence, isImported: line.entry.action == RecordStore.importAction)
  }
}

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

  /// The recording's name.
  package var name: String?

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

  /// The bytes of its log.
  var logLength: Int

  /// The head of its log.
  var logHash: String

  /// What a session's folder says of it.
  init(
    of id: SessionID, order: Int, _ contents: SessionContents, _ secrets: StoreSecrets
  ) {
    self.id = id
    self.order = order
    createdAt = contents.header?.createdAt
    user = contents.header?.user
    state = contents.state?.state
    name = contents.header?.recording.name
    person = contents.header?.person
    context = contents.header?.context
    reference = contents.header?.reference
    recording = contents.header?.recording.sha256.map { secrets.recordingHash(of: $0) }
    identity = contents.header?.identity
    parent = contents.header?.parent?.session
    logLength = contents.log.length
    logHash = contents.log.hash
    tier =
      contents.documents[SessionDocument.computed.name] != nil
      ? .comprehensive : contents.documents[SessionDocument.quick.name] != nil ? .quick : nil
  }

  init(id: SessionID, order: Int, log: (length: Int, hash: String)) {
    self.id = id
    self.order = order
    logLength = log.length
    logHash = log.hash
  }
}

/// Which sessions to list.
package struct SessionQuery: Sendable {
  /// Those of one person.
  package var user: UserHash?

  /// Those made at this time or later.
  package var from: StoreTime?

  /// Those made before this time.
  package var until: StoreTime?

  /// Those whose highest tier this is.
  package var tier: Tier?

  /// Those in one of these states; empty for any.
  package var states: Set<SessionState> = []

  /// Those with this context.
  package var context: String?

  /// Those with this reference.
  package var reference: String?

  /// Those of the same bytes.
  package var recording: RecordingHash?

  /// Those of one recording by the same settings.
  package var identity: RecordingIdentity?

  /// The newest so many; nil for all.
  package var limit: Int?

  /// All sessions.
  package init() {}

  /// Whether a session is among those.
  func matches(_ summary: SessionSummary) -> Bool {
    (user == nil || summary.user == user)
      && (from.map { from in summary.createdAt.map { $0 >= from } ?? false } ?? true)
      && (until.map { until in summary.createdAt.map { $0 < until } ?? false } ?? true)
      && (tier == nil || summary.tier == tier)
      && (states.isEmpty || summary.state.map(states.contains) ?? false)
      && Self.fits(context, summary.context) && Self.fits(reference, summary.reference)
      && (recording == nil || summary.recording == recording)
      && (identity == nil || summary.identity == identity)
  }

  /// Whether a text is the one that is asked for, if one is; byte by byte, as SQLite compares.
  private static func fits(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    return found?.utf8.elementsEqual(wanted.utf8) ?? false
  }
}

// Filters, paging and order of session lists.

package import VoiceTypes

/// The filters of a session list.
package struct SessionQuery: Sendable {
  /// Sessions of this person.
  package var user: UserHash?

  /// Created at or after this time.
  package var from: StoreTime?

  /// Created before this time.
  package var until: StoreTime?

  /// Recorded at or after this time, if the time is known.
  package var recordedFrom: StoreTime?

  /// Recorded before this time, if the time is known.
  package var recordedUntil: StoreTime?

  /// The highest tier.
  package var tier: Tier?

  /// One of these states. Empty for any.
  package var states: Set<SessionState> = []

  /// The quality verdict of the highest tier.
  package var verdict: Verdict?

  package var name: String?
  package var context: String?
  package var reference: String?

  /// This session only.
  package var session: SessionID?

  /// Sessions after this position. Nil starts with the newest.
  package var after: SessionCursor?

  /// Maximum number. Nil for all.
  package var limit: Int?

  package init() {}

  /// Whether the filters match a session.
  package func matches(_ summary: SessionSummary) -> Bool {
    (user == nil || summary.user == user)
      && Self.lies(summary.createdAt, from: from, until: until)
      && Self.lies(summary.recordingTime, from: recordedFrom, until: recordedUntil)
      && (tier == nil || summary.tier == tier)
      && (verdict == nil || summary.verdict == verdict)
      && (states.isEmpty || summary.state.map(states.contains) ?? false)
      && Self.fits(name, summary.name)
      && Self.fits(context, summary.context) && Self.fits(reference, summary.reference)
      && (session == nil || summary.id == session)
      && (after.map { summary.cursor.isAfter($0) } ?? true)
  }

  private static func lies(_ time: StoreTime?, from: StoreTime?, until: StoreTime?) -> Bool {
    guard from != nil || until != nil else { return true }
    guard let time else { return false }
    return from.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
  }

  /// Whether a text equals the filter, byte by byte as in SQLite. True without a filter.
  private static func fits(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    return found?.utf8.elementsEqual(wanted.utf8) ?? false
  }
}

/// A position in the list of sessions, newest first. It stays valid when sessions are added or removed.
package struct SessionCursor: Sendable, Equatable {
  /// The arrival number of the session before the position.
  package let order: Int
  let id: SessionID

  package init(order: Int, id: SessionID) { (self.order, self.id) = (order, id) }

  /// Parses `text`. Nil for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let order = Int(parts[0], radix: 16), order >= 0,
      let id = SessionID(String(parts[1])),
      SessionCursor(order: order, id: id).text == text
    else { return nil }
    self.init(order: order, id: id)
  }

  /// The cursor as an opaque text.
  package var text: String { "\(String(order, radix: 16)).\(id.text)" }

  /// Whether this position is further from the newest session.
  func isAfter(_ other: SessionCursor) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}

extension SessionSummary {
  /// The position after this session.
  package var cursor: SessionCursor { SessionCursor(order: order, id: id) }

  /// The time of the recording. Nil without a valid time.
  var recordingTime: StoreTime? { recordedAt.flatMap { StoreTime($0) } }
}

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

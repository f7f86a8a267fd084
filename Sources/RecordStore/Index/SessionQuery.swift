// Which sessions to list, and where a list goes on.

package import VoiceTypes

/// Which sessions to list.
package struct SessionQuery: Sendable {
  /// Those of one person.
  package var user: UserHash?

  /// Those made at this time or later.
  package var from: StoreTime?

  /// Those made before this time.
  package var until: StoreTime?

  /// Those recorded at this time or later, as far as that was told.
  package var recordedFrom: StoreTime?

  /// Those recorded before this time, as far as that was told.
  package var recordedUntil: StoreTime?

  /// Those whose highest tier this is.
  package var tier: Tier?

  /// Those in one of these states; empty for any.
  package var states: Set<SessionState> = []

  /// Those of which the results of the highest tier say this.
  package var verdict: Verdict?

  /// Those of recordings of this name.
  package var name: String?

  /// Those with this context.
  package var context: String?

  /// Those with this reference.
  package var reference: String?

  /// Those of the same bytes.
  package var recording: RecordingHash?

  /// Those of one recording by the same settings.
  package var identity: RecordingIdentity?

  /// Those that amend this session.
  package var parent: SessionID?

  /// The one of this name.
  package var session: SessionID?

  /// Those behind this place of a list; nil from the newest on.
  package var after: SessionCursor?

  /// The first so many; nil for all.
  package var limit: Int?

  /// All sessions.
  package init() {}

  /// Whether a session is among those.
  package func matches(_ summary: SessionSummary) -> Bool {
    (user == nil || summary.user == user)
      && Self.lies(summary.createdAt, from: from, until: until)
      && Self.lies(summary.recordingTime, from: recordedFrom, until: recordedUntil)
      && (tier == nil || summary.tier == tier)
      && (verdict == nil || summary.verdict == verdict)
      && (states.isEmpty || summary.state.map(states.contains) ?? false)
      && Self.fits(name, summary.name)
      && Self.fits(context, summary.context) && Self.fits(reference, summary.reference)
      && (recording == nil || summary.recording == recording)
      && (identity == nil || summary.identity == identity)
      && (parent == nil || summary.parent == parent)
      && (session == nil || summary.id == session)
      && (after.map { summary.cursor.comesAfter($0) } ?? true)
  }

  private static func lies(_ time: StoreTime?, from: StoreTime?, until: StoreTime?) -> Bool {
    guard from != nil || until != nil else { return true }
    guard let time else { return false }
    return from.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
  }

  /// Whether a text is the one that is asked for, if one is; byte by byte, as SQLite compares.
  private static func fits(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    return found?.utf8.elementsEqual(wanted.utf8) ?? false
  }
}

/// A place in the list of sessions, newest first: behind one session. Others that come or go leave it
/// where it is, also when that session goes.
package struct SessionCursor: Sendable, Equatable {
  /// The place of that session among all that came.
  package let order: Int
  let id: SessionID

  package init(order: Int, id: SessionID) {
    self.order = order
    self.id = id
  }

  /// Reads what `text` gave; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let order = Int(parts[0], radix: 16), order >= 0,
      let id = SessionID(String(parts[1])),
      SessionCursor(order: order, id: id).text == text
    else { return nil }
    self.init(order: order, id: id)
  }

  /// The place, for whoever asks for what lies behind it; its form is nobody else's matter.
  package var text: String { "\(String(order, radix: 16)).\(id.text)" }

  /// Whether this place lies further from the newest session.
  func comesAfter(_ other: SessionCursor) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}

extension SessionSummary {
  /// The place behind this session.
  package var cursor: SessionCursor { SessionCursor(order: order, id: id) }

  /// When the recording was made; nil unless that was told in a way that can be compared.
  var recordingTime: StoreTime? { recordedAt.flatMap { StoreTime($0) } }
}

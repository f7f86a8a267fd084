// Lines of `events.ndjson`.

package import Onboarding
package import RecordStore
package import VoiceTypes

/// Event of the event log. Raw values are never reused.
package enum WatchEvent: String, CaseIterable, Sendable {
  case started
  /// The quick document is stored: the ending of a recording without a comprehensive one.
  case quickReady = "quick_ready"
  case analysed
  case refused
  case duplicate
  case failed
  /// A late sidecar was added to a session.
  case amended
  case purged
  case profileInvalid = "profile_invalid"
  case sidecarOrphan = "sidecar_orphan"
  case checksumOrphan = "checksum_orphan"
  /// The recording was compared with the baseline of the person.
  case comparisonHeld = "comparison_held"
  /// The recording could not be compared with the baseline of the person.
  case comparisonRefused = "comparison_refused"
  /// A baseline was stored; the code is its status.
  case baselineEstablished = "baseline_established"
  /// The recordings of the person give no baseline yet; the code is the reason.
  case baselineRefused = "baseline_refused"
  /// Recordings differ from the personal range by the rules of the baseline service.
  case alertRaised = "alert_raised"
  case rerecordRequested = "rerecord_requested"
  /// The session is past its retention and is purged after the days of grace.
  case purgeAnnounced = "purge_announced"
  /// The audio of a session is past its retention and is purged after the days of grace.
  case audioPurgeAnnounced = "audio_purge_announced"
  /// The audio of a session was purged; the session stays.
  case audioPurged = "audio_purged"
  /// Earlier lines were deleted with their sessions.
  case eventsForgotten = "events_forgotten"

  /// JSON Schema of a line of `events.ndjson`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    EventLine.shape.schema(
      id: "urn:sagevoice:event:1", title: "sagevoice event, a line of `events.ndjson`")
  }
}

/// Payload of an event.
package struct EventPayload: Sendable, Equatable {
  package var session: SessionID?
  package var user: UserHash?
  /// The highest tier with results.
  package var tier: Tier?
  package var verdict: Verdict?
  /// Code of the fault, of the baseline status or of the orphan.
  package var code: String?
  /// The first session of a duplicate.
  package var original: SessionID?
  /// Reference of the caller.
  package var reference: String?
}

extension EventPayload: Shaped {
  package static let shape = Shape(
    EventPayload.init(session:user:tier:verdict:code:original:reference:)
  ) {
    Field("session_id", \.session, .orNull(.sessionID))
    Field("user", \.user, .orNull(.user))
    Field("tier", \.tier, .orNull(.choice))
    Field("verdict", \.verdict, .orNull(.choice))
    Field("code", \.code, .orNull(.text))
    Field("of", \.original, .orNull(.sessionID))
    Field("reference", \.reference, .orNull(.text))
  }

  package init(
    _ session: SessionID?, user: UserHash? = nil, code: String? = nil, reference: String? = nil
  ) {
    self.init(session: session, user: user, code: code, reference: reference)
  }

  /// Payload of a recording from its header and its latest document.
  init(
    _ session: SessionID, of header: SessionHeader?, _ document: ResultsDocument?,
    code: String? = nil
  ) {
    self.init(
      session: session, user: header?.user, tier: document?.tier,
      verdict: document?.quality.verdict, code: code, reference: header?.reference)
  }
}

/// Numbered event.
struct EventLine {
  var sequence: Int
  var time: String
  var event: WatchEvent
  var isEnding: Bool
  var payload: EventPayload
}

extension EventLine: Shaped {
  static let shape = Shape(EventLine.init) {
    Derived("schema", always: "sagevoice/event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("event", \.event, .choice)
    Field("terminal", \.isEnding, .flag)
    Field(\.payload, inline: EventPayload.shape)
  }
}

/// Numbered event of an onboarding: names of steps, fields and codes, never an answer.
struct JourneyLine {
  var sequence: Int
  var time: String
  var user: UserHash?
  var entry: FlowLogEntry
}

extension JourneyLine: Shaped {
  static let shape = Shape(JourneyLine.init) {
    Derived("schema", always: "sagevoice/journey-event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("user", \.user, .orNull(.user))
    Field(\.entry, inline: FlowLogEntry.shape)
  }
}

extension Shaped {
  /// The document as a line of JSON, with the line feed.
  package var lineBytes: [UInt8] { Self.shape.json(of: self).lineBytes }
}

extension FlowLogEntry {
  /// JSON Schema of a line of `events.ndjson` about an onboarding, draft 2020-12.
  package static var lineSchema: JSONValue {
    JourneyLine.shape.schema(
      id: "urn:sagevoice:journey-event:1",
      title: "sagevoice journey event, a line of `events.ndjson` about an onboarding")
  }
}

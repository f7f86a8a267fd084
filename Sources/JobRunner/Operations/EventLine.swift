// One line of `events.ndjson`.

internal import RecordStore
package import VoiceTypes

/// An event in its place.
struct EventLine {
  var sequence: Int
  var time: String
  var event: WatchEvent
  var isEnding: Bool
  var facts: EventFacts

  /// The line, with its end.
  var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }
}

extension EventLine: Shaped {
  static let shape = Shape<EventLine> {
    Derived("schema", always: "sagevoice/event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("event", \.event, .choice)
    Field("terminal", \.isEnding, .flag)
    Field("session_id", \.facts.session, .orNull(.sessionID))
    Field("user", \.facts.user, .orNull(.user))
    Field("tier", \.facts.tier, .orNull(.choice))
    Field("verdict", \.facts.verdict, .orNull(.choice))
    Field("code", \.facts.code, .orNull(.text))
    Field("of", \.facts.original, .orNull(.sessionID))
    Field("reference", \.facts.reference, .orNull(.text))
  } make: {
    sequence, time, event, isEnding, session, user, tier, verdict, code, original, reference in
    var facts = EventFacts(session, user: user, code: code)
    (facts.tier, facts.verdict) = (tier, verdict)
    (facts.original, facts.reference) = (original, reference)
    return EventLine(
      sequence: sequence, time: time, event: event, isEnding: isEnding, facts: facts)
  }
}

extension WatchEvent {
  /// JSON Schema of a line of `events.ndjson`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    EventLine.shape.schema(
      id: "urn:sagevoice:event:1", title: "sagevoice event, a line of `events.ndjson`")
  }
}

// A line of `events.ndjson` that tells of an onboarding. It has the names of steps, fields and codes, and a
// keyed hash in place of the person: never a value that anybody told.

package import Onboarding
internal import RecordStore
package import VoiceTypes

/// What happened on a journey, in its place.
struct JourneyLine {
  var sequence: Int
  var time: String
  var user: UserHash?
  var note: FlowLogEntry

  /// The line, with its end.
  var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }
}

extension JourneyLine: Shaped {
  static let shape = Shape<JourneyLine> {
    Derived("schema", always: "sagevoice/journey-event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("user", \.user, .orNull(.user))
    Field(\.note, inline: FlowLogEntry.shape)
  } make: { sequence, time, user, note in
    JourneyLine(sequence: sequence, time: time, user: user, note: note)
  }
}

extension FlowLogEntry {
  /// JSON Schema of a line of `events.ndjson` that tells of an onboarding, draft 2020-12.
  package static var lineSchema: JSONValue {
    JourneyLine.shape.schema(
      id: "urn:sagevoice:journey-event:1",
      title: "sagevoice journey event, a line of `events.ndjson` about an onboarding")
  }
}

// Updates as lines of JSON, from a pipe or from `records follow`. The same step is the same line
// everywhere.

package import RecordStore
package import VoiceTypes

/// A step in the analysis of one recording, without the document.
package struct UpdateLine: Sendable, Equatable {
  package var session: SessionID

  /// The caller's reference; nil if unknown.
  package var reference: String?

  package var phase: JobPhase

  /// The outcome; nil before the end.
  package var outcome: JobOutcome?

  /// The tier of a new document; nil for a step without one.
  package var tier: Tier?

  /// The verdict of that document.
  package var verdict: Verdict?

  /// The code of a refusal or fault.
  package var code: String?

  /// The message and advice.
  package var message: String?

  /// Of a duplicate, the first session.
  package var original: SessionID?

  /// The catalogue entry and parameters of the message; nil if the code is the entry.
  package var sentence: Sentence?
}

extension UpdateLine: Shaped {
  package static let shape = Shape(
    UpdateLine.init(
      session:reference:phase:outcome:tier:verdict:code:message:original:sentence:)
  ) {
    Derived("schema", always: "sagevoice/update/1")
    Field("session_id", \.session, .sessionID)
    Field("reference", \.reference, .orNull(.text))
    Field("phase", \.phase, .choice)
    Field("outcome", \.outcome, .orNull(.choice))
    Field("tier", \.tier, .orNull(.choice))
    Field("verdict", \.verdict, .orNull(.choice))
    Field("code", \.code, .orNull(.text))
    Field("message", \.message, .orNull(.text))
    Field("of", \.original, .orNull(.sessionID))
    Field("sentence", \.sentence, ifThere: .shaped)
  }

  /// JSON Schema of an update, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update:1",
      title: "sagevoice update, a line of `watch --updates` and `records follow`")
  }

  package init(_ session: SessionID, _ phase: JobPhase) {
    self.init(session: session, phase: phase)
  }

  /// The line of an update; nil without a session identifier.
  package init?(_ update: JobUpdate) {
    guard let session = SessionID(update.session) else { return nil }
    self.init(
      session: session, reference: update.reference, phase: update.phase, outcome: update.outcome,
      tier: update.document?.tier, verdict: update.document?.quality.verdict, code: update.code,
      message: update.message, original: update.original.flatMap(SessionID.init),
      sentence: update.sentence)
  }
}

// Updates as lines of JSON, from a pipe or from `records follow`. The same step is the same line
// everywhere.

package import RecordStore
package import VoiceTypes

/// A step in the analysis of one recording, without the document.
package struct UpdateLine: Sendable, Equatable {
  /// The name and number of the format.
  package static let schema = "sagevoice/update/1"

  package var session: SessionID

  /// The caller's reference; nil as long as it is unknown.
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

  /// The catalogue entry and parameters of the message; nil if the code is the entry.
  package var sentence: Sentence?

  /// Of a duplicate, the first session.
  package var original: SessionID?

  package init(_ session: SessionID, _ phase: JobPhase) {
    self.session = session
    self.phase = phase
  }

  /// Nil for an update without a session.
  package init?(_ update: JobUpdate) {
    guard let session = SessionID(update.session) else { return nil }
    self.init(session, update.phase)
    reference = update.reference
    outcome = update.outcome
    tier = update.document?.tier
    verdict = update.document?.quality.verdict
    code = update.code
    message = update.message
    sentence = update.sentence
    original = update.original.flatMap(SessionID.init)
  }

  /// The line with its line feed.
  package var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }
}

extension UpdateLine: Shaped {
  package static let shape = Shape<UpdateLine> {
    Derived("schema", always: schema)
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
  } make: { session, reference, phase, outcome, tier, verdict, code, message, original, sentence in
    var line = UpdateLine(session, phase)
    (line.reference, line.outcome, line.original) = (reference, outcome, original)
    (line.tier, line.verdict, line.code, line.message) = (tier, verdict, code, message)
    line.sentence = sentence
    return line
  }
}

extension UpdateLine {
  /// JSON Schema of an update, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update:1",
      title: "sagevoice update, a line of `watch --updates` and `records follow`")
  }
}

/// The schema of a file of a private type.
package enum StatusSchema {
  /// JSON Schema of `status.json`, draft 2020-12.
  package static var json: JSONValue { StatusReport.jsonSchema }
}

// An update as a line of JSON: what programs read that are no Swift, from a pipe or from `records
// follow`. The same step is the same line, whoever tells of it.

package import RecordStore
package import VoiceTypes

/// A step in the analysis of one recording, without the document itself.
package struct UpdateLine: Sendable, Equatable {
  /// The name and number of the format.
  package static let schema = "sagevoice/update/1"

  package var session: SessionID

  /// What the caller knows the recording by; nil as long as that was not told.
  package var reference: String?

  /// How far it has come.
  package var phase: JobPhase

  /// What came of it; nil as long as that is not known.
  package var outcome: JobOutcome?

  /// The tier whose document is new with this step; nil for a step without one.
  package var tier: Tier?

  /// What the checks of the recording say in that document.
  package var verdict: Verdict?

  /// Why, of a recording that was refused or failed.
  package var code: String?

  /// The same as a sentence, and what to do.
  package var message: String?

  /// What the message is made of; nil where the code says all of it.
  package var sentence: Sentence?

  /// Of a duplicate, the session with the first result.
  package var original: SessionID?

  package init(_ session: SessionID, _ phase: JobPhase) {
    self.session = session
    self.phase = phase
  }

  /// The line of an update; nil for one of no session.
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

  /// The line, with its end.
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

/// The schema of a file whose type is nobody else's matter.
package enum StatusSchema {
  /// JSON Schema of `status.json`, draft 2020-12.
  package static var json: JSONValue { StatusReport.jsonSchema }
}

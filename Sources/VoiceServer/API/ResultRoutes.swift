// Data of other people is answered like missing data.

internal import BaselineService
internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The routes of sessions, documents, reports, baseline and history.
enum ResultRoutes {
  static var all: [Route] {
    [sessions, session, updates, document, recording, report, baseline, progress, history]
  }

  private static let sessions = Route(
    .get, "/v1/me/sessions", "sessions", "Lists the recordings of the user, newest first."
  ).giving(200, .json(.list(of: summarySchema), "One row per recording."))
    .answeringPerson { _, visitor, desk in
      let found = try desk.store.sessions(ofUser: visitor.person, SessionQuery())
      return APIResponse(json: .array(found.map(summary)))
    }

  private static let session = Route(
    .get, "/v1/me/sessions/{session}", "session", "Returns the analysis state of a recording."
  ).giving(200, .json(UpdateLine.jsonSchema, "Newest update."))
    .answeringPerson { call, visitor, desk in
      let session = try desk.session(call, of: visitor)
      for await update in desk.runner.updates(of: session) {
        guard let line = UpdateLine(update) else { continue }
        return APIResponse(json: UpdateLine.shape.json(of: line))
      }
      throw APIFault(.notFound)
    }

  private static let updates = Route(
    .get, "/v1/me/sessions/{session}/updates", "sessionUpdates",
    "Streams the analysis steps of a recording."
  ).reading(
    "Last-Event-ID", .header, "Id of the last received event. The stream continues after it."
  )
  .giving(
    200,
    Payload(
      type: "text/event-stream", schema: nil,
      description: "Events `update` with sagevoice/update/1. The last event ends the stream.")
  )
  .bounded(as: .eventStreams)
  .answeringPerson { call, visitor, desk in
    let session = try desk.session(call, of: visitor)
    return .events(
      StepEvents.of(desk.runner.updates(of: session), after: call.headers["last-event-id"]),
      to: visitor, desk)
  }

  private static let document = Route(
    .get, "/v1/me/sessions/{session}/documents/{document}", "sessionDocument",
    "Returns a document of a recording: \(SessionDocument.shown.map(\.rawValue).joined(separator: ", "))."
  ).giving(200, .json(.anyObject, "Stored document."))
    .answeringPerson { call, visitor, desk in
      let session = try desk.session(call, of: visitor)
      return APIResponse(200, "application/json", try desk.read(try document(call), of: session))
    }

  private static let recording = Route(
    .get, "/v1/me/sessions/{session}/recording", "sessionRecording",
    "Returns the audio of a recording."
  ).giving(200, Payload(type: "audio/wav", schema: nil, description: "Uploaded bytes."))
    .bounded(as: .recordings)
    .answeringPerson { call, visitor, desk in
      let session = try desk.session(call, of: visitor)
      return APIResponse(200, "audio/wav", try desk.read(.audio, of: session))
    }

  private static let report = Route(
    .get, "/v1/me/sessions/{session}/report", "sessionReport", "Returns the report of a recording."
  ).reading("lang", .query, "Language of the report.", ["enum": ["en", "de"]])
    .reading("theme", .query, "Colour theme.", ["enum": ["light", "dark"]])
    .giving(200, Payload(type: "text/html", schema: nil, description: "HTML page without scripts."))
    .bounded(as: .reports)
    .answeringPerson { call, visitor, desk in
      let session = try desk.session(call, of: visitor)
      return try await desk.report(of: session, of: visitor.user, for: call)
    }

  private static let baseline = Route(
    .get, "/v1/me/baseline", "baseline", "Returns the baseline of the user."
  ).giving(200, .json(BaselineDocument.jsonSchema, "Current baseline."))
    .failing(.notFound)
    .answeringPerson { _, visitor, desk in
      APIResponse(json: try desk.baseline(of: visitor.user))
    }

  private static let progress = Route(
    .get, "/v1/me/progress", "progress", "Returns the baseline progress of the user."
  ).giving(200, .json(.anyObject, "Progress and missing parts, as in the baseline document."))
    .failing(.notFound)
    .answeringPerson { _, visitor, desk in
      APIResponse(json: try desk.progress(of: visitor.user))
    }

  private static let history = Route(
    .get, "/v1/me/history", "history",
    "Returns the measures of the user over time, with their baseline values."
  ).giving(200, .json(VoiceHistory.jsonSchema, "One row per session."))
    .answeringPerson { _, visitor, desk in
      APIResponse(json: try desk.history(of: try desk.person(visitor)))
    }

  /// Returns the document that a request names, among those that users may read.
  static func document(_ call: APIRequest) throws -> SessionDocument {
    guard let name = call.parameters["document"], let document = SessionDocument(rawValue: name),
      SessionDocument.shown.contains(document)
    else { throw APIFault(.notFound) }
    return document
  }

  static func summary(_ session: SessionSummary) -> JSONValue {
    [
      "session_id": .string(session.id.text), "created_at": .optional(session.createdAt?.text),
      "state": .optional(session.state?.rawValue), "tier": .optional(session.tier?.rawValue),
      "verdict": .optional(session.verdict?.rawValue), "name": .optional(session.name),
      "duration_s": .optional(session.durationSeconds),
    ]
  }

  private static let summarySchema = JSONValue.record(
    [
      "session_id": .anyText, "created_at": .textOrNull, "state": .textOrNull,
      "tier": .textOrNull, "verdict": .textOrNull, "name": .textOrNull,
      "duration_s": .numberOrNull,
    ], required: ["session_id"])
}

extension SessionDocument {
  /// The documents that users may read of their own sessions.
  static let shown: [SessionDocument] = [.quick, .computed, .state, .answers, .comparison, .avqi]
}

extension ServerContext {
  func baseline(of user: UserHash) throws -> JSONValue {
    guard let kept = try store.baseline(for: user) else { throw APIFault(.notFound) }
    try disclose(.people([user], document: nil))
    return kept.content
  }

  func progress(of user: UserHash) throws -> JSONValue {
    guard let progress = try store.read(.progress, of: user) else { throw APIFault(.notFound) }
    return progress
  }

  /// Returns the measures of a person over time.
  func history(of person: Person) throws -> JSONValue {
    try disclose(.people([store.userHash(of: person.profile.userID)], document: nil))
    return try PersonFollowUp(in: store, minimums: journeys.minimums, environment: environment)
      .history(of: person).json
  }

  /// Returns the session that a request names.
  /// - Throws: `.notFound` unless the session belongs to the user.
  func session(_ call: APIRequest, of visitor: AuthenticatedUser) throws -> SessionID {
    guard let id = call.parameters["session"].flatMap({ SessionID($0) }) else {
      throw APIFault(.notFound)
    }
    let user = try store.wasPurged(id) ? nil : store.existingSession(id)?.header()?.user
    if user == visitor.user { return id }
    // A session in progress has no header yet.
    guard user == nil,
      try run(of: visitor).journey.attempts.contains(where: { $0.session == id.text })
    else { throw APIFault(.notFound) }
    return id
  }

  /// Reads a document of a session and records the access in the audit log.
  func read(_ document: SessionDocument, of session: SessionID) throws -> [UInt8] {
    guard let bytes = try store.existingSession(session)?.read(document) else {
      throw APIFault(.notFound)
    }
    try disclose(.shown(session, part: document.rawValue))
    return bytes
  }

  /// Reads the comprehensive document of a session, else the quick one; nil without any.
  func newestResults(in session: StoredSession?) throws -> [UInt8]? {
    try session?.read(.computed) ?? session?.read(.quick)
  }
}

/// The analysis steps as server-sent events. The event id is the number of the phase, so that any
/// server process can resume a stream.
enum StepEvents {
  static func of(
    _ updates: AsyncStream<JobUpdate>, after last: String?
  ) -> some AsyncSequence<ServerEvent, Never> & Sendable {
    let seen = last.flatMap { Int($0) } ?? -1
    return updates.compactMap { update -> ServerEvent? in
      guard let line = UpdateLine(update) else { return nil }
      // The outcome has its own number: a client that saw the start of the phase receives it too.
      let number =
        (JobPhase.allCases.firstIndex(of: line.phase) ?? 0) * 2 + (line.outcome == nil ? 0 : 1)
      guard number > seen else { return nil }
      return ServerEvent(
        id: "\(number)", name: "update", data: UpdateLine.shape.json(of: line).text(.compact))
    }
  }
}

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
  ).giving(200, .json(["type": "array", "items": summarySchema], "One row per recording."))
    .answeringPerson { _, visitor, desk throws(APIFault) in
      let store = desk.store
      let found = try desk.stored { () throws(StoreError) in
        try store.sessions(ofUser: visitor.person, SessionQuery())
      }
      return APIResponse(json: .array(found.map(summary)))
    }

  private static let session = Route(
    .get, "/v1/me/sessions/{session}", "session", "Returns the analysis state of a recording."
  ).giving(200, .json(UpdateLine.jsonSchema, "Newest update."))
    .answeringPerson { call, visitor, desk throws(APIFault) in
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
  .answeringPerson { call, visitor, desk throws(APIFault) in
    let session = try desk.session(call, of: visitor)
    return .events(
      StepEvents.of(desk.runner.updates(of: session), after: call.headers["last-event-id"]),
      to: visitor, desk)
  }

  private static let document = Route(
    .get, "/v1/me/sessions/{session}/documents/{document}", "sessionDocument",
    "Returns a document of a recording: \(SessionDocument.shown.map(\.rawValue).joined(separator: ", "))."
  ).giving(200, .json(["type": "object"], "Stored document."))
    .answeringPerson { call, visitor, desk throws(APIFault) in
      let session = try desk.session(call, of: visitor)
      return APIResponse(200, "application/json", try desk.read(try document(call), of: session))
    }

  private static let recording = Route(
    .get, "/v1/me/sessions/{session}/recording", "sessionRecording",
    "Returns the audio of a recording."
  ).giving(200, Payload(type: "audio/wav", schema: nil, description: "Uploaded bytes."))
    .bounded(as: .recordings)
    .answeringPerson { call, visitor, desk throws(APIFault) in
      let session = try desk.session(call, of: visitor)
      return APIResponse(200, "audio/wav", try desk.read(.audio, of: session))
    }

  private static let report = Route(
    .get, "/v1/me/sessions/{session}/report", "sessionReport", "Returns the report of a recording."
  ).reading("lang", .query, "Language of the report.", ["enum": ["en", "de"]])
    .reading("theme", .query, "Colour theme.", ["enum": ["light", "dark"]])
    .giving(200, Payload(type: "text/html", schema: nil, description: "HTML page without scripts."))
    .bounded(as: .reports)
    .answeringPerson { call, visitor, desk throws(APIFault) in
      let session = try desk.session(call, of: visitor)
      return try await desk.report(of: session, of: visitor.user, for: call)
    }

  private static let baseline = Route(
    .get, "/v1/me/baseline", "baseline", "Returns the baseline of the user."
  ).giving(200, .json(BaselineDocument.jsonSchema, "Current baseline."))
    .failing(.notFound)
    .answeringPerson { _, visitor, desk throws(APIFault) in
      APIResponse(json: try desk.baseline(of: visitor.user))
    }

  private static let progress = Route(
    .get, "/v1/me/progress", "progress", "Returns the baseline progress of the user."
  ).giving(
    200, .json(["type": "object"], "Progress and missing parts, as in the baseline document.")
  )
  .failing(.notFound)
  .answeringPerson { _, visitor, desk throws(APIFault) in
    APIResponse(json: try desk.progress(of: visitor.user))
  }

  private static let history = Route(
    .get, "/v1/me/history", "history",
    "Returns the measures of the user over time, with their baseline values."
  ).giving(200, .json(VoiceHistory.jsonSchema, "One row per session."))
    .answeringPerson { _, visitor, desk throws(APIFault) in
      APIResponse(json: try desk.history(of: try desk.person(visitor)))
    }

  /// Returns the document that a request names, among those that users may read.
  static func document(_ call: APIRequest) throws(APIFault) -> SessionDocument {
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

  private static var summarySchema: JSONValue {
    let text: JSONValue = ["type": ["string", "null"]]
    return [
      "type": "object", "required": ["session_id"],
      "properties": [
        "session_id": ["type": "string"], "created_at": text, "state": text, "tier": text,
        "verdict": text, "name": text, "duration_s": ["type": ["number", "null"]],
      ],
    ]
  }
}

extension SessionDocument {
  /// The documents that users may read of their own sessions.
  static let shown: [SessionDocument] = [
    .quick, .computed, .state, .answers, .comparison, .avqi,
  ]
}

extension ServerContext {
  /// Returns the current baseline of a person.
  func baseline(of user: UserHash) throws(APIFault) -> JSONValue {
    let store = store
    let kept = try stored { () throws(StoreError) -> BaselineRecord? in
      let kept = try store.baseline(for: user)
      if kept != nil { try store.disclose(.people([user], document: nil)) }
      return kept
    }
    guard let kept else { throw APIFault(.notFound) }
    return kept.content
  }

  /// Returns the baseline progress of a person.
  func progress(of user: UserHash) throws(APIFault) -> JSONValue {
    let store = store
    let progress = try stored { () throws(StoreError) in try store.read(.progress, of: user) }
    guard let progress else { throw APIFault(.notFound) }
    return progress
  }

  /// Returns the measures of a person over time.
  func history(of person: Person) throws(APIFault) -> JSONValue {
    let (store, journeys, environment) = (store, journeys, environment)
    let history = try stored { () throws(StoreError) in
      try store.disclose(
        .people([store.userHash(of: person.profile.userID)], document: nil))
      return try PersonFollowUp(
        in: store, minimums: journeys.minimums, environment: environment
      ).history(of: person)
    }
    return history.json
  }

  /// Returns the session that a request names.
  /// - Throws: `.notFound` unless the session belongs to the user.
  func session(_ call: APIRequest, of visitor: AuthenticatedUser) throws(APIFault) -> SessionID {
    guard let id = call.parameters["session"].flatMap({ SessionID($0) }) else {
      throw APIFault(.notFound)
    }
    let store = store
    let user = try stored { () throws(StoreError) in
      try store.wasPurged(id) ? nil : store.existingSession(id)?.header()?.user
    }
    if user == visitor.user { return id }
    // A session in progress has no header yet.
    guard user == nil,
      try run(of: visitor).journey.attempts.contains(where: { $0.session == id.text })
    else { throw APIFault(.notFound) }
    return id
  }

  /// Reads a document of a session and records the access in the audit log.
  func read(_ document: SessionDocument, of session: SessionID) throws(APIFault) -> [UInt8] {
    let store = store
    let bytes = try stored { () throws(StoreError) -> [UInt8]? in
      let bytes = try store.existingSession(session)?.read(document)
      if bytes != nil { try store.disclose(.shown(session, part: document.rawValue)) }
      return bytes
    }
    guard let bytes else { throw APIFault(.notFound) }
    return bytes
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

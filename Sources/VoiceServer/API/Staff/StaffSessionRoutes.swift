// The audit log of the store records every access under the name on the token. Without that record
// no data is returned.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

enum StaffSessionRoutes {
  static var all: [Route] {
    [sessions, session, document, recording, report, review, amend, alerts, acknowledge]
  }

  static let correctionSchema = JSONValue.record([
    "reason": ["type": "string", "minLength": 1, "maxLength": .int(StaffCorrection.mostBytes)],
    "profile": .anyObject,
  ])

  private static let noteSchema = JSONValue.record(
    ["note": ["type": ["string", "null"], "maxLength": .int(StaffCorrection.mostBytes)]],
    required: [])

  private static let rowSchema: JSONValue = {
    let text = JSONValue.textOrNull
    return .record(
      [
        "session_id": .anyText, "person": text, "user_id": text, "parent": text, "context": text,
        "reference": text, "recorded_at": text, "created_at": text, "state": text, "tier": text,
        "verdict": text, "name": text, "duration_s": .numberOrNull, "reviewed": .objectOrNull,
        "attempt_refused": .anyFlag,
      ], required: ["session_id", "person", "reviewed", "parent"])
  }()

  private static let alertSchema = JSONValue.record([
    "person": .anyText, "user_id": .textOrNull, "alert": PersonAlert.shape.codec.describe(),
  ])

  private static let time: JSONValue = ["type": "string", "format": "date-time"]

  private static let sessions = Route(
    .get, "/v1/staff/sessions", "staffSessions", "Lists sessions, newest first."
  ).reading("person", .query, "Sessions of the person with this hash.")
    .reading("from", .query, "Sessions created at this time or later.", time)
    .reading("until", .query, "Sessions created before this time.", time)
    .reading("tier", .query, "Sessions with this highest tier.", .words(of: Tier.self))
    .reading("state", .query, "Sessions in this state.", .words(of: SessionState.self))
    .reading("verdict", .query, "Sessions with this quality verdict.", .words(of: Verdict.self))
    .reading("context", .query, "Sessions of this context.")
    .reading("reference", .query, "Sessions with this reference.")
    .reading(
      "reviewed", .query, "Sessions with (true) or without (false) a review.",
      ["enum": ["true", "false"]]
    )
    .listing()
    .giving(200, .json(ListPage.schema("sessions", of: rowSchema), "One row per session."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let (rows, next) = try desk.sessions(try StaffSessionQuery(call))
      try desk.disclose(.listed(rows.map(\.summary.id)))
      return APIResponse(json: ListPage.json("sessions", rows.map(\.json), next: next?.text))
    }

  private static let session = Route(
    .get, "/v1/staff/sessions/{session}", "staffSession", "Returns the list row of a session."
  ).giving(200, .json(rowSchema, "Row as in the list."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let row = try desk.row(of: try desk.session(call))
      try desk.disclose(.listed([row.summary.id]))
      return APIResponse(json: row.json)
    }

  private static let document = Route(
    .get, "/v1/staff/sessions/{session}/documents/{document}", "staffDocument",
    "Returns a document of a session: \(SessionDocument.shown.map(\.rawValue).joined(separator: ", "))."
  ).giving(200, .json(.anyObject, "Stored document."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let session = try desk.session(call)
      let document = try ResultRoutes.document(call)
      return APIResponse(200, "application/json", try desk.read(document, of: session))
    }

  private static let recording = Route(
    .get, "/v1/staff/sessions/{session}/recording", "staffRecording",
    "Returns the audio of a session."
  ).giving(200, Payload(type: "audio/wav", schema: nil, description: "Uploaded bytes."))
    .bounded(as: .recordings)
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      APIResponse(200, "audio/wav", try desk.read(.audio, of: try desk.session(call)))
    }

  private static let report = Route(
    .get, "/v1/staff/sessions/{session}/report", "staffReport", "Returns the report of a session."
  ).reading("lang", .query, "Language of the report.", ["enum": ["en", "de"]])
    .reading("theme", .query, "Colour theme.", ["enum": ["light", "dark"]])
    .giving(200, Payload(type: "text/html", schema: nil, description: "HTML page without scripts."))
    .bounded(as: .reports)
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let session = try desk.session(call)
      let user = try desk.row(of: session).summary.user
      return try await desk.report(of: session, of: user, for: call)
    }

  private static let review = Route(
    .put, "/v1/staff/sessions/{session}/review", "reviewSession",
    "Records the review of a session."
  ).taking(.json(noteSchema, "Optional note."))
    .giving(200, .json(SessionReview.shape.codec.describe(), "Reviewer, time and note."))
    .failing(.notJSON, .unknownValue)
    .answeringStaff(StaffRole.clinical) { call, staff, desk in
      let session = try desk.session(call)
      let note = try await note(call)
      let review = try desk.store.review(session, by: staff.actor.name, note: note)
      return APIResponse(json: SessionReview.shape.json(of: review))
    }

  private static let amend = Route(
    .post, "/v1/staff/sessions/{session}/amendments", "amendSession",
    "Corrects the profile of a session: analyses the recording in a new session."
  ).taking(.json(correctionSchema, "Reason and corrected members of the profile."))
    .giving(201, .json(rowSchema, "New session. Location is its path."))
    .failing(.notJSON, .unknownValue, .profileFaulty, .nobodys, .busy)
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let session = try desk.session(call)
      let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
      let made = try await desk.amend(session, try StaffCorrection(json))
      return APIResponse(201, json: try desk.row(of: made).json)
        .with("Location", "/v1/staff/sessions/\(made.text)")
    }

  private static let alerts = Route(
    .get, "/v1/staff/alerts", "staffAlerts",
    "Lists change alerts by person."
  ).reading("person", .query, "Alerts of the person with this hash.")
    .reading("open", .query, "Only open alerts. Default: all alerts.", ["enum": ["true"]])
    .listing()
    .giving(
      200,
      .json(
        ListPage.schema("alerts", of: alertSchema),
        "One row per alert. A page has all alerts of a person.")
    )
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      guard [nil, "true"].contains(call.query["open"]) else {
        throw APIFault(.unknownValue, detail: "open")
      }
      let (rows, next) = try desk.alerts(
        of: call.query["person"], isOpen: call.query["open"] != nil, try ListPage(call))
      let users = Set(rows.map(\.user)).sorted { $0.text < $1.text }
      try desk.disclose(.people(users, document: .alerts))
      return APIResponse(json: ListPage.json("alerts", rows.map(\.json), next: next))
    }

  private static let acknowledge = Route(
    .put, "/v1/staff/people/{person}/alerts/{alert}/acknowledgement", "acknowledgeAlert",
    "Acknowledges an alert. The first acknowledgement remains."
  ).taking(.json(noteSchema, "Optional note."))
    .giving(200, .json(PersonAlert.shape.codec.describe(), "Acknowledged alert."))
    .failing(.notJSON, .unknownValue)
    .answeringStaff(StaffRole.clinical) { call, staff, desk in
      let user = try desk.user(call)
      let note = try await note(call)
      let alert = try desk.store.acknowledge(
        call.parameters["alert"] ?? "", by: staff.actor.name, note: note, for: user)
      guard let alert else { throw APIFault(.notFound) }
      return APIResponse(json: alert.json)
    }

  private static func note(_ call: APIRequest) async throws -> String? {
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    guard case .object = json else { throw APIFault(.notJSON) }
    return try APIRequest.text("note", in: json, atMost: StaffCorrection.mostBytes)
  }
}

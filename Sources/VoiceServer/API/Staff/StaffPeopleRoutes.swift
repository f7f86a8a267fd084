// A path names a person by keyed hash, so that access logs contain no identifier. The audit log of
// the store records every access.

internal import BaselineService
internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The routes of people for staff.
enum StaffPeopleRoutes {
  static var all: [Route] {
    [people, register, person, correct, journey, baseline, progress, history, export, erase]
  }

  private static let textOrNull: JSONValue = ["type": ["string", "null"]]

  static let rowMembers: [JSONValue.Member] = [
    .init("person", ["type": "string"]), .init("user_id", textOrNull), .init("kept_at", textOrNull),
    .init("step", textOrNull), .init("phase", textOrNull), .init("sessions", ["type": "integer"]),
    .init("newest_session_at", textOrNull), .init("readable", ["type": "boolean"]),
  ]

  private static let rowSchema: JSONValue = [
    "type": "object", "required": .array(rowMembers.map { .string($0.key) }),
    "properties": .object(rowMembers),
  ]

  private static let personSchema: JSONValue = [
    "type": "object", "required": ["row", "told"],
    "properties": ["row": rowSchema, "told": ["type": ["object", "null"]]],
  ]

  private static let people = Route(
    .get, "/v1/staff/people", "staffPeople", "The people of whom something is kept."
  ).reading("user_id", .query, "The one of this identifier.")
    .reading(
      "step", .query, "Those whose journey is at this step.", .words(of: FlowStep.self)
    )
    .listing()
    .giving(
      200,
      .json(
        ListPage.schema("people", of: rowSchema),
        "A row for each; `readable` is false where files of the person are damaged.")
    )
    .answeringStaff(StaffRole.people) { call, _, desk throws(APIFault) in
      let step = try call.choice("step", FlowStep.self)
      let (rows, next) = try desk.people(
        called: call.query["user_id"], at: step, try ListPage(call))
      try desk.disclose(.people(rows.map(\.user), document: nil))
      return APIResponse(json: ListPage.json("people", rows.map(\.json), next: next))
    }

  private static let register = Route(
    .post, "/v1/staff/people", "registerPerson",
    "Takes somebody in by an identifier of the clinic's, and begins their journey."
  ).taking(
    .json(
      ["type": "object", "required": ["user_id"], "properties": ["user_id": ["type": "string"]]],
      "The identifier, and what is known of them: the members of a person.")
  )
  .giving(201, .json(personSchema, "What is kept of them now.")).failing(
    .notJSON, .unknownValue, .profileFaulty, .consentFaulty, .personThere, .journeyRefused, .busy
  )
  .answeringStaff(StaffRole.people) { call, staff, desk throws(APIFault) in
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    let user = try await desk.register(json, by: staff)
    return APIResponse(201, json: try desk.personView(user))
      .with("Location", "/v1/staff/people/\(user.text)")
  }

  private static let person = Route(
    .get, "/v1/staff/people/{person}", "staffPerson", "What is kept of what somebody told."
  ).giving(200, .json(personSchema, "The row of the list, and what they told."))
    .answeringStaff(StaffRole.people) { call, _, desk throws(APIFault) in
      let user = try desk.user(call)
      try desk.disclose(.people([user], document: nil))
      return APIResponse(json: try desk.personView(user))
    }

  private static let correct = Route(
    .put, "/v1/staff/people/{person}/profile", "correctPerson",
    "Puts right what is kept of somebody, from now on; what they told before stays readable."
  ).taking(
    .json(StaffSessionRoutes.correctionSchema, "Why, and the members that are right now.")
  )
  .giving(200, .json(personSchema, "What is kept of them now."))
  .failing(.notJSON, .unknownValue, .profileFaulty, .busy)
  .answeringStaff(StaffRole.people) { call, _, desk throws(APIFault) in
    let user = try desk.user(call)
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    try await desk.correct(user, try StaffCorrection(json))
    return APIResponse(json: try desk.personView(user))
  }

  private static let journey = Route(
    .get, "/v1/staff/people/{person}/journey", "staffJourney", "How far somebody has come."
  ).giving(200, .json(OnboardingResponse.outlineSchema, "Step and phase; no results."))
    .answeringStaff(StaffRole.people) { call, _, desk throws(APIFault) in
      let user = try desk.user(call)
      guard let journey = try desk.journey(of: user) else { throw APIFault(.notFound) }
      try desk.disclose(.people([user], document: .journey))
      return APIResponse(json: OnboardingResponse(journey: journey).outline)
    }

  private static let baseline = Route(
    .get, "/v1/staff/people/{person}/baseline", "staffBaseline", "What is usual for somebody."
  ).giving(200, .json(BaselineDocument.jsonSchema, "The baseline that counts."))
    .answeringStaff(StaffRole.clinical) { call, _, desk throws(APIFault) in
      APIResponse(json: try desk.baseline(of: try desk.user(call)))
    }

  private static let progress = Route(
    .get, "/v1/staff/people/{person}/progress", "staffProgress",
    "How far somebody's baseline has come, and what it lacks."
  ).giving(200, .json(["type": "object"], "As the baseline document has it."))
    .answeringStaff(StaffRole.clinical) { call, _, desk throws(APIFault) in
      let user = try desk.user(call)
      try desk.disclose(.people([user], document: .progress))
      return APIResponse(json: try desk.progress(of: user))
    }

  private static let history = Route(
    .get, "/v1/staff/people/{person}/history", "staffHistory",
    "Somebody's measures over time, beside what was usual by then."
  ).giving(200, .json(VoiceHistory.jsonSchema, "A row for each session."))
    .answeringStaff(StaffRole.clinical) { call, _, desk throws(APIFault) in
      let user = try desk.user(call)
      let id = try desk.identifier(of: user)
      let person = try desk.told(by: user) ?? Person(UserProfile(userID: id))
      return APIResponse(json: try desk.history(of: person))
    }

  private static let export = Route(
    .get, "/v1/staff/people/{person}/export", "staffExport",
    "All that is kept of somebody, in one file."
  ).giving(
    200, Payload(type: "application/zip", schema: nil, description: "As of one's own data.")
  )
  .bounded(as: .exports)
  .answeringStaff([.admin]) { call, _, desk throws(APIFault) in
    try await desk.export(try desk.identifier(of: try desk.user(call)), for: call)
  }

  private static let erase = Route(
    .delete, "/v1/staff/people/{person}", "staffErase",
    "Removes all that is kept of somebody, for good; whoever is signed in as them is signed out."
  ).giving(204).failing(.busy).answeringStaff([.admin]) { call, _, desk throws(APIFault) in
    let id = try desk.identifier(of: try desk.user(call))
    _ = try await desk.erase(id, "removed by the staff")
    return APIResponse(empty: 204)
  }
}

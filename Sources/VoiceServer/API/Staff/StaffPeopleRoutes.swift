// A path names a person by keyed hash, so that access logs contain no identifier. The audit log of
// the store records every access.

internal import BaselineService
internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

enum StaffPeopleRoutes {
  static var all: [Route] {
    [people, register, person, correct, journey, baseline, progress, history, export, erase]
  }

  private static let rowSchema = JSONValue.record([
    "person": .anyText, "user_id": .textOrNull, "kept_at": .textOrNull, "step": .textOrNull,
    "phase": .textOrNull, "sessions": .anyInteger, "newest_session_at": .textOrNull,
    "readable": .anyFlag,
  ])

  private static let personSchema = JSONValue.record([
    "row": rowSchema, "person": .objectOrNull, "has_account": .anyFlag,
  ])

  private static let people = Route(
    .get, "/v1/staff/people", "staffPeople", "Lists the people with stored data."
  ).reading("user_id", .query, "Person with this identifier.")
    .reading("step", .query, "People at this onboarding step.", .words(of: FlowStep.self))
    .listing()
    .giving(
      200,
      .json(
        ListPage.schema("people", of: rowSchema),
        "One row per person. `readable` is false for damaged files.")
    )
    .answeringStaff(StaffRole.people) { call, _, desk in
      let step = try call.choice("step", FlowStep.self)
      let (rows, next) = try desk.people(
        called: call.query["user_id"], at: step, try ListPage(call))
      try desk.disclose(.people(rows.map(\.user), document: nil))
      return APIResponse(json: ListPage.json("people", rows.map(\.json), next: next))
    }

  private static let register = Route(
    .post, "/v1/staff/people", "registerPerson",
    "Registers a person by an identifier of the clinic and begins the onboarding."
  ).taking(.json(.record(["user_id": .anyText]), "Identifier and known members of a person."))
    .giving(201, .json(personSchema, "Row and profile of the person.")).failing(
      .notJSON, .unknownValue, .profileFaulty, .consentFaulty, .personThere, .journeyRefused, .busy
    )
    .answeringStaff(StaffRole.people) { call, staff, desk in
      let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
      let user = try await desk.register(json, by: staff)
      return APIResponse(201, json: try desk.personView(user))
        .with("Location", "/v1/staff/people/\(user.text)")
    }

  private static let person = Route(
    .get, "/v1/staff/people/{person}", "staffPerson", "Returns the profile of a person."
  ).giving(200, .json(personSchema, "Row and profile of the person."))
    .answeringStaff(StaffRole.people) { call, _, desk in
      let user = try desk.user(call)
      try desk.disclose(.people([user], document: nil))
      return APIResponse(json: try desk.personView(user))
    }

  private static let correct = Route(
    .put, "/v1/staff/people/{person}/profile", "correctPerson",
    "Corrects the profile of a person. Earlier versions remain readable."
  ).taking(.json(StaffSessionRoutes.correctionSchema, "Reason and corrected members."))
    .giving(200, .json(personSchema, "Row and profile of the person."))
    .failing(.notJSON, .unknownValue, .profileFaulty, .busy)
    .answeringStaff(StaffRole.people) { call, _, desk in
      let user = try desk.user(call)
      let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
      try await desk.correct(user, try StaffCorrection(json))
      return APIResponse(json: try desk.personView(user))
    }

  private static let journey = Route(
    .get, "/v1/staff/people/{person}/journey", "staffJourney",
    "Returns the onboarding state of a person."
  ).giving(200, .json(OnboardingResponse.outlineSchema, "Step and phase, without results."))
    .answeringStaff(StaffRole.people) { call, _, desk in
      let user = try desk.user(call)
      guard let journey = try desk.journey(of: user) else { throw APIFault(.notFound) }
      try desk.disclose(.people([user], document: .journey))
      return APIResponse(json: OnboardingResponse(journey: journey).outline)
    }

  private static let baseline = Route(
    .get, "/v1/staff/people/{person}/baseline", "staffBaseline", "Returns the baseline of a person."
  ).giving(200, .json(BaselineDocument.jsonSchema, "Current baseline."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      APIResponse(json: try desk.baseline(of: try desk.user(call)))
    }

  private static let progress = Route(
    .get, "/v1/staff/people/{person}/progress", "staffProgress",
    "Returns the baseline progress of a person."
  ).giving(200, .json(.anyObject, "Progress and missing parts, as in the baseline document."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let user = try desk.user(call)
      try desk.disclose(.people([user], document: .progress))
      return APIResponse(json: try desk.progress(of: user))
    }

  private static let history = Route(
    .get, "/v1/staff/people/{person}/history", "staffHistory",
    "Returns the measures of a person over time, with their baseline values."
  ).giving(200, .json(VoiceHistory.jsonSchema, "One row per session."))
    .answeringStaff(StaffRole.clinical) { call, _, desk in
      let user = try desk.user(call)
      let id = try desk.identifier(of: user)
      let person = try desk.storedPerson(of: user) ?? Person(UserProfile(userID: id))
      return APIResponse(json: try desk.history(of: person))
    }

  private static let export = Route(
    .get, "/v1/staff/people/{person}/export", "staffExport",
    "Exports all data of a person as a ZIP file."
  ).giving(
    200,
    Payload(type: "application/zip", schema: nil, description: "Same contents as `/v1/me/export`.")
  )
  .bounded(as: .exports)
  .answeringStaff([.admin]) { call, _, desk in
    try await desk.export(try desk.identifier(of: try desk.user(call)), for: call)
  }

  private static let erase = Route(
    .delete, "/v1/staff/people/{person}", "staffErase",
    "Deletes all data of a person permanently and ends the sign-ins of the person."
  ).giving(204).failing(.busy).answeringStaff([.admin]) { call, _, desk in
    let id = try desk.identifier(of: try desk.user(call))
    _ = try await desk.erase(id, "deleted by staff")
    return APIResponse(empty: 204)
  }
}

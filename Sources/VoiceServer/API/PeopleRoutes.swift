internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The routes of guest sign-up, sign-out, profile and consent.
enum PeopleRoutes {
  static var all: [Route] { [signUp, signOut, profile, giveProfile, giveConsent] }

  private static let signUp = Route(
    .post, "/v1/people", "signUp", "Creates a guest with a new identifier."
  ).giving(
    201, .json(OnboardingResponse.schema, "Onboarding state. The response sets the sign-in cookie.")
  )
  .failing(.alreadySignedIn, .tooMany, .busy)
  .answering { call, visitor, desk in
    guard visitor == nil else { throw APIFault(.alreadySignedIn) }
    guard desk.beginnings.consume(call.peer, at: desk.environment.elapsed()) else {
      throw APIFault(.tooMany)
    }
    let person = AnonymousID.fresh()
    let view = try await desk.begin(person)
    return OnboardingRoutes.reply(view, to: call, 201)
      .with("Set-Cookie", try desk.beginSignIn(person))
  }

  private static let signOut = Route(
    .delete, "/v1/sign-in", "signOut", "Ends the sign-in of this browser."
  ).giving(204).answeringPerson { _, visitor, desk in
    try desk.signOut(visitor)
  }

  private static let profile = Route(
    .get, "/v1/me/profile", "profile", "Returns the profile of the user."
  ).giving(200, .json(Person.jsonSchema, "Stored profile. A new user has only an identifier."))
    .answeringPerson { _, visitor, desk in
      APIResponse(json: try desk.person(visitor).json)
    }

  private static let giveProfile = Route(
    .put, "/v1/me/profile", "giveProfile", "Saves the profile and continues the onboarding."
  ).taking(.json(.anyObject, "Members of a profile, without the identifier."))
    .giving(200, .json(OnboardingResponse.schema, "New onboarding state."))
    .failing(.notJSON, .profileFaulty, .journeyRefused, .busy)
    .answeringPerson { call, visitor, desk in
      let person = try read(try await call.body.json(atMost: ServerSettings.mostJSONBytes), visitor)
      return OnboardingRoutes.reply(try await desk.give(person, of: visitor), to: call)
    }

  private static let giveConsent = Route(
    .put, "/v1/me/consent", "giveConsent", "Grants or withdraws consent."
  ).taking(
    .json(ConsentText.requestSchema, "Purposes, signature and language of the consent text.")
  )
  .giving(200, .json(Person.jsonSchema, "Stored profile."))
  .giving(204)
  .failing(.notJSON, .consentFaulty, .unknownValue, .busy)
  .answeringPerson { call, visitor, desk in
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    let consent = try ConsentText.consent(in: json, at: desk.environment.timestamp())
    return try await desk.agree(consent, visitor)
  }

  /// Parses a profile of the authenticated user.
  private static func read(_ json: JSONValue, _ visitor: AuthenticatedUser) throws -> Person {
    guard case .object(let members) = json else { return try Person.parsed([], of: visitor.person) }
    return try Person.parsed(members, of: visitor.person)
  }
}

extension ServerContext {
  /// Returns the profile of an authenticated user.
  func person(_ visitor: AuthenticatedUser) throws -> Person {
    try storedPerson(of: visitor.user) ?? Person(UserProfile(userID: visitor.person))
  }

  /// Saves a profile and reports it to the onboarding flow.
  func give(_ person: Person, of visitor: AuthenticatedUser) async throws -> OnboardingResponse {
    // Consent has its own route, which records the text version.
    var profile = person
    profile.consent = nil
    let given = profile
    let registration = PersonRegistration(in: store, reason: "onboarding")
    return try await turns.during(visitor.person) {
      var run = try run(of: visitor)
      let outcome = try registration.register(given, of: visitor.person, .complete)
      switch outcome {
      case .withdrawn: throw APIFault(.notSignedIn)
      case .lacking(let faults):
        _ = try await run.apply(.profileFaulty(faults))
        throw APIFault(faults)
      case .kept:
        guard run.journey.position == .userInfoForm else { break }
        _ = try await run.apply(.profileGiven)
      }
      return try view(of: run)
    }
  }

  /// Saves a consent. A withdrawal of storage deletes all data and signs the user out. A withdrawal
  /// of other purposes keeps the signature of the guardian.
  func agree(_ consent: Consent, _ visitor: AuthenticatedUser) async throws -> APIResponse {
    try await turns.during(visitor.person) {
      let desk = try await settled(visitor.person)
      // Throws when the user was erased while this request waited.
      _ = try desk.run(of: visitor)
      try await desk.waitForWork(of: visitor.person)
      var given = Person(UserProfile(userID: visitor.person))
      given.consent = consent
      if consent.guardian == nil, let former = try desk.person(visitor).consent,
        consent.purposes.allSatisfy(former.purposes.contains)
      {
        given.consent?.guardian = former.guardian
      }
      let registration = PersonRegistration(in: desk.store, reason: "consent")
      let known = given
      let outcome = try registration.register(known, of: visitor.person, .partial)
      guard case .kept(let person) = outcome else {
        desk.deleteEvents()
        return try await signOutEverywhere(visitor.person)
      }
      return APIResponse(json: person.json)
    }
  }

  func signOut(_ visitor: AuthenticatedUser) throws -> APIResponse {
    try signIns.tokens.end(visitor.token)
    return APIResponse(empty: 204).with("Set-Cookie", signIns.removal)
  }

  /// Ends all sign-ins of a person and deletes pending uploads, account and reset links.
  func signOutEverywhere(_ person: String) async throws -> APIResponse {
    try deletePendingUploads(of: person)
    try await credentialTurns.during(person) {
      try credentials.accounts.remove(of: person)
      try credentials.resets.end(of: person)
      try signIns.tokens.end(of: person)
    }
    return APIResponse(empty: 204).with("Set-Cookie", signIns.removal)
  }

  /// Removes purged sessions from the event log and clears the report cache.
  func deleteEvents() {
    reports.removeAll()
    do throws(FileSystemError) {
      try place.events.delete(purged: { (try? store.wasPurged($0)) == true })
    } catch {
      note("the event log still contains purged sessions")
    }
  }
}

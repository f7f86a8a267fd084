internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

struct StaffCorrection: Sendable {
  /// The maximum length of a reason or note in bytes [E].
  static let mostBytes = 2000

  let reason: String

  /// The corrected members of the profile.
  let members: [JSONValue.Member]

  /// Parses a request body.
  init(_ json: JSONValue) throws {
    guard let reason = try APIRequest.text("reason", in: json, atMost: Self.mostBytes),
      !reason.allSatisfy(\.isWhitespace)
    else { throw APIFault(.unknownValue, detail: "reason") }
    guard case .object(let members)? = json["profile"] else {
      throw APIFault(.unknownValue, detail: "profile")
    }
    self.reason = reason
    // Only the person may change the consent.
    self.members = members.filter { !["user_id", PersonField.consent.rawValue].contains($0.key) }
  }

  /// Parses the corrected members as a profile of a person.
  func person(of id: String) throws -> Person { try Person.parsed(members, of: id) }
}

extension Person {
  static func parsed(_ members: [JSONValue.Member], of id: String) throws -> Person {
    let given = members.filter { $0.key != "user_id" }
    let json: JSONValue = .object([.init("user_id", .string(id))] + given)
    do {
      return try Person(parsing: Array(json.text(.compact).utf8), mode: .allFaults)
    } catch {
      throw APIFault(error.faults)
    }
  }
}

extension ServerContext {
  /// The maximum length of an identifier in bytes [E].
  private static let mostIdentifierBytes = 128

  /// The maximum number of people read per row of a page [E].
  private static let mostReadPerRow = 4

  /// Returns a page of people, ordered by hash. It may have fewer rows than its limit and a next
  /// page if few people are at the step.
  func people(
    called id: String?, at step: FlowStep?, _ part: ListPage
  ) throws -> (rows: [(user: UserHash, json: JSONValue)], next: String?) {
    var users = try store.people().filter { !isMigrating($0) }
    if let id { users = users.filter { $0 == store.userHash(of: id) } }
    if let after = part.after { users = users.filter { $0.text > after } }
    var rows: [(user: UserHash, json: JSONValue)] = []
    for (read, user) in users.enumerated() {
      guard rows.count < part.limit, read < Self.mostReadPerRow * part.limit else {
        return (rows, users[read - 1].text)
      }
      let found = try unlessUnreadable { () throws -> JSONValue? in
        let journey = try journey(of: user)
        guard step == nil || journey?.position.step == step else { return nil }
        return try personRow(user, journey)
      }
      switch found {
      case .some(let row?): rows.append((user, row))
      case .some(nil): continue
      case nil: rows.append((user, try unreadableRow(user)))
      }
    }
    return (rows, nil)
  }

  /// The row of a person in the list; nil for a guest who was linked to an account.
  private func personRow(_ user: UserHash, _ journey: OnboardingFlow?) throws -> JSONValue? {
    let kept = try store.person(for: user)
    let sessions = try summaries(of: user)
    guard kept != nil || journey != nil || !sessions.isEmpty else { return nil }
    let known: String? = if let id = kept?.userID { id } else { try knownIdentifier(of: user) }
    return [
      "person": .string(user.text), "user_id": .optional(known),
      "kept_at": .optional(kept?.savedAt.textToSeconds),
      "step": .optional(journey?.position.step.rawValue),
      "phase": .optional(journey?.position.phase), "sessions": .int(sessions.count),
      "newest_session_at": .optional(sessions.first?.createdAt?.textToSeconds),
      "readable": true,
    ]
  }

  /// The row of a person whose files are damaged. The list has it for every step.
  private func unreadableRow(_ user: UserHash) throws -> JSONValue {
    let sessions = try summaries(of: user)
    return [
      "person": .string(user.text), "user_id": .null, "kept_at": .null, "step": .null,
      "phase": .null, "sessions": .int(sessions.count),
      "newest_session_at": .optional(sessions.first?.createdAt?.textToSeconds),
      "readable": false,
    ]
  }

  /// The sessions of a person, newest first.
  private func summaries(of user: UserHash) throws -> [SessionSummary] {
    var query = SessionQuery()
    query.user = user
    return try store.sessions(query)
  }

  /// Reads the files of one person; nil where the store cannot. `fault` logs the error.
  func unlessUnreadable<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      let fault = fault(error)
      guard fault.code == FaultCode.storeFault.rawValue else { throw fault }
      return nil
    }
  }

  func personView(_ user: UserHash) throws -> JSONValue {
    guard let row = try personRow(user, try journey(of: user)) else { throw APIFault(.notFound) }
    var hasAccount = false
    if let id = try knownIdentifier(of: user) { hasAccount = try account(of: id) != nil }
    let person = try storedPerson(of: user)?.json ?? .null
    return ["row": row, "person": person, "has_account": .bool(hasAccount)]
  }

  /// Returns the profile of a person; nil when the store has none.
  func storedPerson(of user: UserHash) throws -> Person? { try store.person(for: user)?.decoded() }

  /// Returns the onboarding flow of a person; nil when there is none.
  func journey(of user: UserHash) throws -> OnboardingFlow? {
    guard let kept = try store.read(.journey, of: user) else { return nil }
    do {
      return try OnboardingFlow(json: kept, mode: .firstFault)
    } catch {
      note("an onboarding state is unreadable")
      throw APIFault(.storeFault)
    }
  }

  /// Registers a person and begins the onboarding flow.
  func register(_ json: JSONValue, by staff: StaffMember) async throws -> UserHash {
    guard case .object(let members) = json,
      let id = try APIRequest.text("user_id", in: json, atMost: Self.mostIdentifierBytes),
      AuditActor(id) != nil, !AnonymousID.isAnonymous(id)
    else { throw APIFault(.unknownValue, detail: "user_id") }
    var given = try Person.parsed(members, of: id)
    given.registeredBy = staff.token.name
    let (person, user) = (given, store.userHash(of: id))
    let registration = PersonRegistration(in: store, reason: "registered by staff")
    try await turns.during(id) {
      guard try !isKnown(user) else { throw APIFault(.personThere) }
      let outcome = try registration.register(person, of: id, .partial)
      guard case .kept = outcome else { throw APIFault(.consentFaulty) }
      var run = OnboardingRun(journeys)
      _ = try await run.apply(.signedUp(.staff, person: id))
    }
    return user
  }

  func correct(_ user: UserHash, _ correction: StaffCorrection) async throws {
    let id = try identifier(of: user)
    let person = try correction.person(of: id)
    let registration = PersonRegistration(in: store, reason: correction.reason)
    try await turns.during(id) {
      _ = try registration.register(person, of: id, .partial)
    }
  }
}

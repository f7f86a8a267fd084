internal import RecordStore
internal import VoiceTypes

enum StaffEntranceRoutes {
  static var all: [Route] { [signIn, signOut, own, tokens, makeToken, endToken] }

  /// The maximum lifetime of a token in days [E].
  private static let mostDays = 3650

  private static let ownSchema = JSONValue.record([
    "name": .anyText, "role": .words(of: StaffRole.self), "until": .textOrNull,
    "may": .list(of: .anyText),
  ])

  private static let tokenMembers: [JSONValue.Member] = [
    .init("id", .anyText), .init("name", .anyText), .init("role", .words(of: StaffRole.self)),
    .init("created_at", .anyText), .init("until", .textOrNull),
  ]

  private static let signIn = Route(
    .post, "/v1/staff/sign-in", "staffSignIn",
    "Exchanges a staff token for a sign-in cookie. It is valid for at most 12 hours."
  ).giving(201, .json(ownSchema, "Staff member. The response sets the sign-in cookie."))
    .failing(.alreadySignedIn)
    .answeringStaff(StaffRole.people) { call, staff, desk in
      guard staff.signIn == nil else { throw APIFault(.alreadySignedIn) }
      try desk.log(.staffSignedIn, account: nil, from: call.peer)
      let cookie = try desk.credentials.staff.begin(staff.token.sha256, at: desk.now)
      return APIResponse(201, json: own(staff, desk)).with("Set-Cookie", cookie)
    }

  private static let signOut = Route(
    .delete, "/v1/staff/sign-in", "staffSignOut",
    "Ends the sign-in of this browser. The token remains valid."
  ).giving(204).answeringStaff(StaffRole.people) { _, staff, desk in
    let signIns = desk.credentials.staff
    if let cookie = staff.signIn { try signIns.tokens.end(cookie) }
    return APIResponse(empty: 204).with("Set-Cookie", signIns.removal)
  }

  private static let own = Route(
    .get, "/v1/staff/me", "staffSelf", "Returns the staff member of the request."
  ).giving(200, .json(ownSchema, "Name, role and allowed operations."))
    .answeringStaff(StaffRole.people) { _, staff, desk in APIResponse(json: own(staff, desk)) }

  private static func own(_ staff: StaffMember, _ desk: ServerContext) -> JSONValue {
    let may = RouteTable(desk).routes.filter { route in
      if case .staff(let roles) = route.access { roles.contains(staff.token.role) } else { false }
    }
    return [
      "name": .string(staff.token.name), "role": .string(staff.token.role.rawValue),
      "until": .optional(staff.token.until?.textToSeconds),
      "may": .array(may.map { .string($0.name) }),
    ]
  }

  private static let tokens = Route(
    .get, "/v1/staff/tokens", "staffTokens", "Lists the staff tokens, oldest first."
  ).giving(200, .json(.list(of: .record(tokenMembers)), "One row per token, without the secret."))
    .answeringStaff([.admin]) { _, _, desk in
      APIResponse(json: .array(try desk.credentials.tokens.all().map(\.json)))
    }

  private static let makeToken = Route(
    .post, "/v1/staff/tokens", "makeStaffToken", "Creates a staff token."
  ).taking(
    .json(
      .record(
        [
          "name": ["type": "string", "maxLength": 100], "role": .words(of: StaffRole.self),
          "days": ["type": "integer", "minimum": 1, "maximum": .int(mostDays)],
        ], required: ["name", "role"]), "Name, role and lifetime in days (default: 365).")
  )
  .giving(
    201,
    .json(.record(tokenMembers + [.init("token", .anyText)]), "Token, returned only this once.")
  )
  .failing(.notJSON, .unknownValue)
  .answeringStaff([.admin]) { call, _, desk in
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    guard let name = try APIRequest.text("name", in: json, atMost: 100),
      StaffTokens.actor(name) != nil
    else { throw APIFault(.unknownValue, detail: "name") }
    guard let word = try APIRequest.text("role", in: json, atMost: 100),
      let role = StaffRole(rawValue: word)
    else { throw APIFault(.unknownValue, detail: "role") }
    let now = desk.now
    let made = try desk.credentials.tokens.create(
      role, name: name, at: now, until: now.adding(days: try days(in: json)))
    guard case .object(let members) = made.kept.json else { throw APIFault(.storeFault) }
    return APIResponse(201, json: .object(members + [.init("token", .string(made.token))]))
  }

  private static func days(in json: JSONValue) throws -> Int {
    switch json["days"] {
    case nil, .null?: return StaffTokens.usualDays
    case .int(let days)? where (1...mostDays).contains(days): return days
    default: throw APIFault(.unknownValue, detail: "days")
    }
  }

  private static let endToken = Route(
    .delete, "/v1/staff/tokens/{token}", "endStaffToken",
    "Revokes a token by its id and ends its sign-ins."
  ).giving(204).answeringStaff([.admin]) { call, _, desk in
    guard try desk.credentials.tokens.revoke(call.parameters["token"] ?? "") else {
      throw APIFault(.notFound)
    }
    return APIResponse(empty: 204)
  }
}

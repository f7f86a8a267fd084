internal import RecordStore
internal import VoiceTypes

/// The routes of staff sign-in and staff tokens.
enum StaffEntranceRoutes {
  static var all: [Route] { [signIn, signOut, own, tokens, makeToken, endToken] }

  /// The maximum lifetime of a token in days [E].
  private static let mostDays = 3650

  private static let ownSchema: JSONValue = [
    "type": "object", "required": ["name", "role", "until", "may"],
    "properties": [
      "name": ["type": "string"], "role": .words(of: StaffRole.self),
      "until": ["type": ["string", "null"]],
      "may": ["type": "array", "items": ["type": "string"]],
    ],
  ]

  private static let tokenMembers: [JSONValue.Member] = [
    .init("id", ["type": "string"]), .init("name", ["type": "string"]),
    .init("role", .words(of: StaffRole.self)), .init("created_at", ["type": "string"]),
    .init("until", ["type": ["string", "null"]]),
  ]

  private static let tokenSchema: JSONValue = [
    "type": "object", "required": .array(tokenMembers.map { .string($0.key) }),
    "properties": .object(tokenMembers),
  ]

  private static let signIn = Route(
    .post, "/v1/staff/sign-in", "staffSignIn",
    "Exchanges a staff token for a sign-in cookie. It is valid for at most 12 hours."
  ).giving(201, .json(ownSchema, "Staff member. The response sets the sign-in cookie."))
    .failing(.alreadySignedIn)
    .answeringStaff(StaffRole.people) { call, staff, desk throws(APIFault) in
      guard staff.signIn == nil else { throw APIFault(.alreadySignedIn) }
      try desk.log(.staffSignedIn, account: nil, from: call.peer)
      let (signIns, now) = (desk.credentials.staff, desk.now)
      let cookie = try desk.stored { () throws(StoreError) in
        try onDisk { () throws(FileSystemError) in try signIns.begin(staff.token.sha256, at: now) }
      }
      return APIResponse(201, json: own(staff, desk)).with("Set-Cookie", cookie)
    }

  private static let signOut = Route(
    .delete, "/v1/staff/sign-in", "staffSignOut",
    "Ends the sign-in of this browser. The token remains valid."
  ).giving(204).answeringStaff(StaffRole.people) { _, staff, desk throws(APIFault) in
    let signIns = desk.credentials.staff
    try desk.stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in
        if let cookie = staff.signIn { try signIns.tokens.end(cookie) }
      }
    }
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
  ).giving(
    200, .json(["type": "array", "items": tokenSchema], "One row per token, without the secret.")
  )
  .answeringStaff([.admin]) { _, _, desk throws(APIFault) in
    let tokens = desk.credentials.tokens
    let all = try desk.stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try tokens.all() }
    }
    return APIResponse(json: .array(all.map(\.json)))
  }

  private static let makeToken = Route(
    .post, "/v1/staff/tokens", "makeStaffToken", "Creates a staff token."
  ).taking(
    .json(
      [
        "type": "object", "required": ["name", "role"],
        "properties": [
          "name": ["type": "string", "maxLength": 100], "role": .words(of: StaffRole.self),
          "days": ["type": "integer", "minimum": 1, "maximum": .int(mostDays)],
        ],
      ], "Name, role and lifetime in days (default: 365).")
  )
  .giving(
    201,
    .json(
      [
        "type": "object",
        "required": .array((tokenMembers.map(\.key) + ["token"]).map { .string($0) }),
        "properties": .object(tokenMembers + [.init("token", ["type": "string"])]),
      ], "Token, returned only this once.")
  )
  .failing(.notJSON, .unknownValue)
  .answeringStaff([.admin]) { call, _, desk throws(APIFault) in
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    guard let name = try APIRequest.text("name", in: json, atMost: 100),
      StaffTokens.actor(name) != nil
    else { throw APIFault(.unknownValue, detail: "name") }
    guard let word = try APIRequest.text("role", in: json, atMost: 100),
      let role = StaffRole(rawValue: word)
    else { throw APIFault(.unknownValue, detail: "role") }
    let (tokens, now) = (desk.credentials.tokens, desk.now)
    let until = now.adding(days: try days(in: json))
    let made = try desk.stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in
        try tokens.create(role, name: name, at: now, until: until)
      }
    }
    guard case .object(let members) = made.kept.json else { throw APIFault(.storeFault) }
    return APIResponse(201, json: .object(members + [.init("token", .string(made.token))]))
  }

  private static func days(in json: JSONValue) throws(APIFault) -> Int {
    switch json["days"] {
    case nil, .null?: return StaffTokens.usualDays
    case .int(let days)? where (1...mostDays).contains(days): return days
    default: throw APIFault(.unknownValue, detail: "days")
    }
  }

  private static let endToken = Route(
    .delete, "/v1/staff/tokens/{token}", "endStaffToken",
    "Revokes a token by its id and ends its sign-ins."
  ).giving(204).answeringStaff([.admin]) { call, _, desk throws(APIFault) in
    let tokens = desk.credentials.tokens
    let wasThere = try desk.stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in
        try tokens.revoke(call.parameters["token"] ?? "")
      }
    }
    guard wasThere else { throw APIFault(.notFound) }
    return APIResponse(empty: 204)
  }
}

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
    "Gives a browser a cookie for a token that it shows once, for twelve hours at most."
  ).giving(201, .json(ownSchema, "Who that is; the cookie signs them in."))
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
    .delete, "/v1/staff/sign-in", "staffSignOut", "Takes the cookie back; the token stays."
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
    .get, "/v1/staff/me", "staffSelf", "Who asks, and what they may."
  ).giving(200, .json(ownSchema, "Name, role, and the operations of that role."))
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
    .get, "/v1/staff/tokens", "staffTokens", "The tokens of staff, the oldest first."
  ).giving(
    200, .json(["type": "array", "items": tokenSchema], "A row for each; no token itself.")
  )
  .answeringStaff([.admin]) { _, _, desk throws(APIFault) in
    let tokens = desk.credentials.tokens
    let all = try desk.stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try tokens.all() }
    }
    return APIResponse(json: .array(all.map(\.json)))
  }

  private static let makeToken = Route(
    .post, "/v1/staff/tokens", "makeStaffToken", "Makes a token for somebody of the staff."
  ).taking(
    .json(
      [
        "type": "object", "required": ["name", "role"],
        "properties": [
          "name": ["type": "string", "maxLength": 100], "role": .words(of: StaffRole.self),
          "days": ["type": "integer", "minimum": 1, "maximum": .int(mostDays)],
        ],
      ], "Whose, which role, and for how many days; a year unless told.")
  )
  .giving(
    201,
    .json(
      [
        "type": "object",
        "required": .array((tokenMembers.map(\.key) + ["token"]).map { .string($0) }),
        "properties": .object(tokenMembers + [.init("token", ["type": "string"])]),
      ], "The token, which is shown this once.")
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
    "Ends a token, by its id, and what was signed in by it."
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

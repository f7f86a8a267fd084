// Access rules are declared in the route, enforced by the route table before the handler runs, and
// documented in OpenAPI. Handlers do not check again.

internal import VoiceTypes

package enum RouteAccess: Sendable, Equatable {
  case anyone
  /// Authenticated users, for their own data.
  case person
  case staff([StaffRole])

  /// The error codes for callers without access.
  var faults: [FaultCode] {
    switch self {
    case .anyone: []
    case .person: [.notSignedIn]
    case .staff(let roles):
      Set(roles) == Set(StaffRole.allCases) ? [.notStaff] : [.notStaff, .notAllowed]
    }
  }

  /// The OpenAPI security requirement: any one of the schemes is sufficient. OpenAPI 3.1 allows
  /// roles in place of scopes.
  var security: JSONValue {
    switch self {
    case .anyone: return []
    case .person: return [["cookie": []]]
    case .staff(let roles):
      let names = JSONValue.array(roles.map { .string($0.rawValue) })
      return [["staffToken": names], ["staffCookie": names]]
    }
  }

  /// Returns the OpenAPI security schemes by name.
  static func schemes(cookie: String, staffCookie: String) -> JSONValue {
    func scheme(_ name: String, _ description: String) -> JSONValue {
      [
        "type": "apiKey", "in": "cookie", "name": .string(name),
        "description": .string(description),
      ]
    }
    return [
      "cookie": scheme(cookie, "Sign-in of a user, for the user's own data."),
      "staffToken": [
        "type": "http", "scheme": "bearer",
        "description":
          "Token of `sagevoice token create`. Each operation lists its allowed roles.",
      ],
      "staffCookie": scheme(
        staffCookie, "Staff sign-in in a browser, from `POST /v1/staff/sign-in`."),
    ]
  }
}

enum Principal: Sendable {
  case anonymous
  case person(AuthenticatedUser)
  case staff(StaffMember)

  /// The key of concurrency limits; nil for anonymous callers.
  var name: String? {
    switch self {
    case .anonymous: nil
    case .person(let visitor): "person \(visitor.person)"
    case .staff(let member): "staff \(member.token.id)"
    }
  }

  /// The authenticated user; nil for staff and anonymous callers.
  var visitor: AuthenticatedUser? { if case .person(let visitor) = self { visitor } else { nil } }
}

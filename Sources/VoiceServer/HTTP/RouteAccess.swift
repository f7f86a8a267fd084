// Who gets an answer from an address. It is said in the row of the address, enforced by the table before anything
// is done, and described in the document of the interface: no handler asks a second time.

internal import VoiceTypes

/// Who may ask.
package enum RouteAccess: Sendable, Equatable {
  /// Whoever comes.
  case anyone
  /// Somebody who is signed in, about themselves.
  case person
  /// Staff of one of these roles.
  case staff([StaffRole])

  /// The faults of those who may not.
  var faults: [FaultCode] {
    switch self {
    case .anyone: []
    case .person: [.notSignedIn]
    case .staff(let roles):
      Set(roles) == Set(StaffRole.allCases) ? [.notStaff] : [.notStaff, .notAllowed]
    }
  }

  /// The ways to say who one is, any of which is enough; OpenAPI 3.1 has roles where other schemes have scopes.
  var security: JSONValue {
    switch self {
    case .anyone: return []
    case .person: return [["cookie": []]]
    case .staff(let roles):
      let names = JSONValue.array(roles.map { .string($0.rawValue) })
      return [["staffToken": names], ["staffCookie": names]]
    }
  }

  /// The ways by name, as the document describes them, with the names that the cookies have.
  static func schemes(cookie: String, staffCookie: String) -> JSONValue {
    func scheme(_ name: String, _ description: String) -> JSONValue {
      [
        "type": "apiKey", "in": "cookie", "name": .string(name),
        "description": .string(description),
      ]
    }
    return [
      "cookie": scheme(cookie, "Somebody about themselves."),
      "staffToken": [
        "type": "http", "scheme": "bearer",
        "description":
          "Of `sagevoice-server token create`; the roles that may ask stand with each address.",
      ],
      "staffCookie": scheme(
        staffCookie, "The same staff in a browser, after `POST /v1/staff/sign-in`."),
    ]
  }
}

/// Who asks, as far as the address wants to know.
enum Caller: Sendable {
  case nobody
  case person(Visitor)
  case staff(StaffMember)

  /// The name that work counts by; nil where no one is signed in.
  var name: String? {
    switch self {
    case .nobody: nil
    case .person(let visitor): "person \(visitor.person)"
    case .staff(let member): "staff \(member.token.id)"
    }
  }

  /// Whoever is signed in about themselves.
  var visitor: Visitor? { if case .person(let visitor) = self { visitor } else { nil } }
}

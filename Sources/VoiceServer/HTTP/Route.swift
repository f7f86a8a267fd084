// An address of the server with all that there is to say of it: what is sent, what comes back, and what
// is done. The document that describes the interface (OpenAPI) is made of the same rows that requests
// are answered by, so that neither has an address that the other lacks.

internal import VoiceTypes

/// What may be sent with a request, or comes back.
package struct Payload: Sendable {
  /// The media type.
  let type: String

  /// JSON Schema of it; nil for bytes.
  let schema: JSONValue?

  /// What it is.
  let description: String

  /// The fault of a body of another media type.
  var wrongType: FaultCode { type == "audio/wav" ? .notAWAV : .mediaTypeWrong }

  /// JSON of a schema.
  static func json(_ schema: JSONValue, _ description: String) -> Payload {
    Payload(type: "application/json", schema: schema, description: description)
  }
}

/// Something that is told in a header or behind the question mark.
struct RouteParameter: Sendable {
  enum Place: String, Sendable {
    case header
    case query
    case path
  }

  let name: String
  let place: Place
  let schema: JSONValue
  let description: String
}

/// An address with a method.
package struct Route: Sendable {
  typealias Handler = @Sendable (Call, Caller, Desk) async throws(APIFault) -> Reply

  package let method: Method

  /// The path, with names in braces where anything may stand.
  package let path: String

  /// The name of the operation, once in the document.
  package let name: String

  /// What it does, in one sentence.
  let summary: String

  private(set) var parameters: [RouteParameter] = []
  private(set) var takes: Payload?
  private(set) var gives: [(status: Int, payload: Payload?)] = []
  private(set) var faults: [FaultCode] = []

  /// The work that it does, where a person may have it done only a few times at once.
  private(set) var bound: BoundedWork?

  /// Who may ask; the table lets nobody else through.
  package private(set) var access = RouteAccess.anyone

  private(set) var handler: Handler = { _, _, _ throws(APIFault) in throw APIFault(.notFound) }

  init(_ method: Method, _ path: String, _ name: String, _ summary: String) {
    (self.method, self.path, self.name, self.summary) = (method, path, name, summary)
    parameters = Self.names(in: path).map { name in
      RouteParameter(
        name: name, place: .path, schema: ["type": "string"], description: "Which \(name).")
    }
  }

  /// What is sent along.
  func taking(_ payload: Payload) -> Route { changed { $0.takes = payload } }

  /// A header or a value of the query.
  func reading(
    _ name: String, _ place: RouteParameter.Place, _ description: String,
    _ schema: JSONValue = ["type": "string"]
  ) -> Route {
    changed {
      $0.parameters.append(
        RouteParameter(name: name, place: place, schema: schema, description: description))
    }
  }

  /// What is said to people is said in a language of theirs.
  func inLanguages() -> Route {
    reading(Call.languageHeader, .header, "The languages that are read; en and de are known.")
  }

  /// An answer that is no fault.
  func giving(_ status: Int, _ payload: Payload? = nil) -> Route {
    changed { $0.gives.append((status, payload)) }
  }

  /// Faults beside those that every address has.
  func failing(_ faults: FaultCode...) -> Route { changed { $0.faults += faults } }

  /// Limits the requests that one person has running at a time.
  func bounded(as work: BoundedWork) -> Route { changed { $0.bound = work } }

  /// Whoever comes is answered.
  func answering(
    _ handle: @escaping @Sendable (Call, Visitor?, Desk) async throws(APIFault) -> Reply
  ) -> Route {
    changed {
      $0.handler = { call, caller, desk throws(APIFault) in
        try await handle(call, caller.visitor, desk)
      }
    }
  }

  /// Whoever is signed in is answered.
  func answeringPerson(
    _ handle: @escaping @Sendable (Call, Visitor, Desk) async throws(APIFault) -> Reply
  ) -> Route {
    changed {
      $0.access = .person
      $0.handler = { call, caller, desk throws(APIFault) in
        guard case .person(let visitor) = caller else { throw APIFault(.notSignedIn) }
        return try await desk.answering(visitor, call) { own throws(APIFault) in
          try await handle(call, visitor, own)
        }
      }
    }
  }

  /// Staff of these roles are answered.
  func answeringStaff(
    _ roles: [StaffRole],
    _ handle: @escaping @Sendable (Call, StaffMember, Desk) async throws(APIFault) -> Reply
  ) -> Route {
    changed {
      $0.access = .staff(roles)
      $0.handler = { call, caller, desk throws(APIFault) in
        guard case .staff(let member) = caller else { throw APIFault(.notStaff) }
        return try await handle(call, member, desk)
      }
    }
  }

  private func changed(_ change: (inout Route) -> Void) -> Route {
    var route = self
    change(&route)
    return route
  }

  // MARK: - Paths

  /// What stands in the places of a path that this one names; nil for a path that is another one.
  func parameters(of path: String) -> [String: String]? {
    let own = self.path.split(separator: "/", omittingEmptySubsequences: false)
    let others = path.split(separator: "/", omittingEmptySubsequences: false)
    guard own.count == others.count else { return nil }
    var found: [String: String] = [:]
    for (place, part) in zip(own, others) {
      if let name = Self.name(place) {
        guard !part.isEmpty else { return nil }
        found[name] = String(part)
      } else if place != part {
        return nil
      }
    }
    return found
  }

  private static func name(_ part: Substring) -> String? {
    part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
  }

  private static func names(in path: String) -> [String] {
    path.split(separator: "/").compactMap { name($0) }
  }
}

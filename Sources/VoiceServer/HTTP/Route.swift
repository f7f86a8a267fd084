// A route describes and handles one operation. The OpenAPI document is generated from the same rows
// that answer requests, so both list the same operations.

internal import VoiceTypes

/// The body of a request or response.
package struct Payload: Sendable {
  let type: String

  /// The JSON Schema; nil for bytes.
  let schema: JSONValue?

  let description: String

  /// The error code for a body of another media type.
  var wrongType: FaultCode { type == "audio/wav" ? .notAWAV : .mediaTypeWrong }

  static func json(_ schema: JSONValue, _ description: String) -> Payload {
    Payload(type: "application/json", schema: schema, description: description)
  }
}

/// A header, query or path parameter.
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

/// A route: method, path, documentation, access rule and handler.
package struct Route: Sendable {
  typealias Handler =
    @Sendable (APIRequest, Principal, ServerContext) async throws -> APIResponse

  package let method: Method

  /// The path template, with parameter names in braces.
  package let path: String

  /// The OpenAPI operation id.
  package let name: String

  let summary: String
  private(set) var parameters: [RouteParameter] = []
  private(set) var takes: Payload?
  private(set) var gives: [(status: Int, payload: Payload?)] = []
  private(set) var faults: [FaultCode] = []

  /// The concurrency limit per person; nil for no limit.
  private(set) var bound: BoundedWork?

  /// The access rule, enforced by `RouteTable`.
  package private(set) var access = RouteAccess.anyone

  private(set) var handler: Handler = { _, _, _ in throw APIFault(.notFound) }

  init(_ method: Method, _ path: String, _ name: String, _ summary: String) {
    (self.method, self.path, self.name, self.summary) = (method, path, name, summary)
    parameters = Self.names(in: path).map { name in
      RouteParameter(
        name: name, place: .path, schema: .anyText,
        description: "Identifier of the \(name).")
    }
  }

  /// Sets the request body.
  func taking(_ payload: Payload) -> Route { changed { $0.takes = payload } }

  /// Adds a header or query parameter.
  func reading(
    _ name: String, _ place: RouteParameter.Place, _ description: String,
    _ schema: JSONValue = .anyText
  ) -> Route {
    changed {
      $0.parameters.append(
        RouteParameter(name: name, place: place, schema: schema, description: description))
    }
  }

  /// Adds `Accept-Language`: the response texts are localised.
  func inLanguages() -> Route {
    reading(
      APIRequest.languageHeader, .header,
      "Preferred languages of the response texts. Available: en, de.")
  }

  /// Adds a success response.
  func giving(_ status: Int, _ payload: Payload? = nil) -> Route {
    changed { $0.gives.append((status, payload)) }
  }

  /// Adds error codes to those that every route has.
  func failing(_ faults: FaultCode...) -> Route { changed { $0.faults += faults } }

  /// Sets the concurrency limit per person.
  func bounded(as work: BoundedWork) -> Route { changed { $0.bound = work } }

  func answering(
    _ handle:
      @escaping @Sendable (APIRequest, AuthenticatedUser?, ServerContext) async throws ->
      APIResponse
  ) -> Route {
    changed {
      $0.handler = { call, caller, desk in
        try await handle(call, caller.visitor, desk)
      }
    }
  }

  func answeringPerson(
    _ handle:
      @escaping @Sendable (APIRequest, AuthenticatedUser, ServerContext) async throws ->
      APIResponse
  ) -> Route {
    changed {
      $0.access = .person
      $0.handler = { call, caller, desk in
        guard case .person(let visitor) = caller else { throw APIFault(.notSignedIn) }
        return try await desk.answering(visitor, call) { own in
          try await handle(call, visitor, own)
        }
      }
    }
  }

  func answeringStaff(
    _ roles: [StaffRole],
    _ handle:
      @escaping @Sendable (APIRequest, StaffMember, ServerContext) async throws ->
      APIResponse
  ) -> Route {
    changed {
      $0.access = .staff(roles)
      $0.handler = { call, caller, desk in
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

  /// Returns the path parameters of a path; nil when the path does not match.
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

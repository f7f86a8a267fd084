// Generates the OpenAPI document from the route table.

internal import VoiceTypes

/// A generator of an OpenAPI 3.1 document.
struct OpenAPI {
  let routes: [Route]
  let version: String

  /// The names of the sign-in cookies of users and staff.
  let cookie: String
  let staffCookie: String

  /// The response to a malformed request, such as a non-numeric length. It never reaches a route.
  private static let badRequest = (
    status: 400,
    member: JSONValue.Member(
      "400",
      [
        "description":
          "Malformed HTTP request. The response is empty, and the server closes the connection."
      ])
  )

  var json: JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "sagevoice server", "version": .string(version),
        "description":
          "Recordings, onboarding and baselines for users and staff. A measurement, not a diagnosis.",
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": ["Fault": APIFault.schema],
        "securitySchemes": RouteAccess.schemes(cookie: cookie, staffCookie: staffCookie),
      ],
    ]
  }

  private var paths: [JSONValue.Member] {
    var names: [String] = []
    for route in routes where !names.contains(route.path) { names.append(route.path) }
    return names.map { name in
      .init(
        name,
        .object(
          routes.filter { $0.path == name }.map { route in
            .init(route.method.rawValue.lowercased(), operation(route))
          }))
    }
  }

  private func operation(_ route: Route) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("operationId", .string(route.name)), .init("summary", .string(route.summary)),
    ]
    if !route.parameters.isEmpty {
      members.append(.init("parameters", .array(route.parameters.map(parameter))))
    }
    if let payload = route.takes {
      members.append(.init("requestBody", ["required": true, "content": content(payload)]))
    }
    members.append(.init("responses", .object(answers(of: route))))
    members.append(.init("security", route.access.security))
    return .object(members)
  }

  private func parameter(_ parameter: RouteParameter) -> JSONValue {
    [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "required": .bool(parameter.place == .path), "schema": parameter.schema,
      "description": .string(parameter.description),
    ]
  }

  private func content(_ payload: Payload) -> JSONValue {
    .object([.init(payload.type, payload.schema.map { ["schema": $0] } ?? .object([]))])
  }

  private func answers(of route: Route) -> [JSONValue.Member] {
    let given = route.gives.map { answer -> JSONValue.Member in
      var members: [JSONValue.Member] = [
        .init("description", .string(answer.payload?.description ?? "Done."))
      ]
      if let payload = answer.payload { members.append(.init("content", content(payload))) }
      return .init("\(answer.status)", .object(members))
    }
    let faults = RouteTable.faults(of: route)
    let statuses = Set(faults.map(\.status)).sorted()
    return given + (statuses.contains(Self.badRequest.status) ? [] : [Self.badRequest.member])
      + statuses.map { status in
        let codes = faults.filter { $0.status == status }.map(\.rawValue).joined(separator: ", ")
        return .init(
          "\(status)",
          [
            "description": .string(codes),
            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Fault"]]],
          ])
      }
  }
}

// All addresses of the server, and how a request finds its own.

internal import VoiceTypes

/// Answers requests.
package struct RouteTable: Sendable {
  /// The addresses, in the order of the document that describes them.
  package let routes: [Route]

  private let desk: Desk

  /// The table of a server.
  package init(_ desk: Desk) {
    self.desk = desk
    routes =
      PeopleRoutes.all + JourneyRoutes.all + RecordingRoutes.all + ResultRoutes.all
      + FindingRoutes.all
      + OwnDataRoutes.all + PageRoutes.all + OperationRoutes.all
  }

  /// The faults that an address may answer with.
  static func faults(of route: Route) -> [FaultCode] {
    var faults = route.faults
    if !route.method.isSafe { faults += [.crossSite, .stopping] }
    if route.takes != nil { faults += [.bodyTooLarge, .bodyBroken] }
    if route.parameters.contains(where: { $0.place == .path }) { faults.append(.notFound) }
    if route.isPersonal || !route.method.isSafe { faults.append(.storeFault) }
    return faults
  }

  /// The answer to a request.
  package func answer(_ call: Call) async -> Reply {
    var reply: Reply
    var name = "none"
    do throws(APIFault) {
      let (route, parameters) = try find(call)
      name = route.name
      var call = call
      call.parameters = parameters
      try CrossSite.check(call)
      if !route.method.isSafe, desk.state.isStopping { throw APIFault(.stopping) }
      reply = try await route.handler(call, try visitor(of: call, route), desk)
    } catch {
      reply = error.worded(in: call.language).reply
    }
    SecurityHeaders.add(to: &reply, desk.settings)
    desk.counters.count(name, reply.status)
    return reply
  }

  private func visitor(of call: Call, _ route: Route) throws(APIFault) -> Visitor? {
    guard let token = call.cookie(desk.signIns.cookie) else { return nil }
    return try desk.visitor(token)
  }

  private func find(_ call: Call) throws(APIFault) -> (Route, [String: String]) {
    var isThere = false
    for route in routes {
      guard let parameters = route.parameters(of: call.path) else { continue }
      if route.method == call.method { return (route, parameters) }
      isThere = true
    }
    throw APIFault(isThere ? .methodNotAllowed : .notFound)
  }
}

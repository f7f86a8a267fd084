internal import RecordStore
internal import VoiceTypes

/// The route table: finds the route of a request, checks access and returns the response.
package struct RouteTable: Sendable {
  /// The routes, in the order of the OpenAPI document.
  package let routes: [Route]

  private let desk: ServerContext

  package init(_ desk: ServerContext) {
    self.desk = desk
    routes =
      PeopleRoutes.all + AccountRoutes.all + PasswordResetRoutes.all + OnboardingRoutes.all
      + RecordingRoutes.all
      + ResultRoutes.all + FindingRoutes.all + OwnDataRoutes.all + StaffEntranceRoutes.all
      + StaffPeopleRoutes.all + StaffSessionRoutes.all + SyncRoutes.all + PageRoutes.all
      + OperationRoutes.all
  }

  static func faults(of route: Route) -> [FaultCode] {
    var faults = route.faults + route.access.faults + [.hostMissing, .hostUnknown]
    if route.bound != nil { faults.append(.tooMuchWork) }
    if !route.method.isSafe { faults += [.crossSite, .stopping] }
    if let body = route.takes { faults += [body.wrongType, .bodyTooLarge, .bodyBroken, .busy] }
    if route.parameters.contains(where: { $0.place == .path }) { faults.append(.notFound) }
    if route.access != .anyone || !route.method.isSafe { faults += [.storeFault, .busy] }
    return FaultCode.allCases.filter(faults.contains)
  }

  package func answer(_ call: APIRequest) async -> APIResponse {
    var reply: APIResponse
    var name = "none"
    do {
      try desk.settings.hosts?.check(call)
      let (route, parameters) = try find(call)
      name = route.name
      var call = call
      call.parameters = parameters
      try CSRFCheck.check(call, isSecure: desk.settings.isSecure)
      if !route.method.isSafe, desk.state.isStopping { throw APIFault(.stopping) }
      reply = try await answer(call, route)
    } catch {
      reply = desk.fault(error).worded(in: call.language).reply
      if reply.status == 405 { reply = reply.with("Allow", methods(at: call.path)) }
    }
    SecurityHeaders.add(to: &reply, desk.settings)
    if call.method == .head { reply.leaveContentOut() }
    desk.counters.count(name, reply.status)
    return reply
  }

  /// Authenticates the caller and runs the handler. Staff requests run with the staff name as audit
  /// actor.
  private func answer(_ call: APIRequest, _ route: Route) async throws -> APIResponse {
    let caller = try caller(of: call, route.access)
    if let body = route.takes, call.mediaType != body.type { throw APIFault(body.wrongType) }
    let share = try share(of: caller, route)
    let handle = { () async throws -> APIResponse in
      guard case .staff(let member) = caller else {
        return try await route.handler(call, caller, desk)
      }
      return try await AuditActor.$acting.withValue(member.actor) {
        try await route.handler(call, caller, desk)
      }
    }
    // A response to HEAD sends no data, so the audit log has no disclosure.
    var reply =
      try await Disclosure.$isWithheld.withValue(call.method == .head, operation: handle)
    reply.share = share
    return reply
  }

  /// Acquires the concurrency slot of a caller; nil for a route without a limit.
  private func share(of caller: Principal, _ route: Route) throws -> WorkSlot? {
    guard let work = route.bound, let holder = caller.name else { return nil }
    guard let share = desk.work.share(of: work, for: holder) else { throw APIFault(.tooMuchWork) }
    return share
  }

  private func caller(of call: APIRequest, _ access: RouteAccess) throws -> Principal {
    switch access {
    case .anyone: return try visitor(of: call).map { .person($0) } ?? .anonymous
    case .person:
      guard let visitor = try visitor(of: call) else { throw APIFault(.notSignedIn) }
      return .person(visitor)
    case .staff(let roles):
      guard let member = try desk.staff(call) else {
        if call.bearer != nil { desk.logRefusal(.staffTokenRefused, from: call.peer) }
        throw APIFault(.notStaff)
      }
      guard roles.contains(member.token.role) else { throw APIFault(.notAllowed) }
      return .staff(member)
    }
  }

  private func visitor(of call: APIRequest) throws -> AuthenticatedUser? {
    guard let token = call.cookie(desk.signIns.cookie) else { return nil }
    return try desk.visitor(token)
  }

  /// Returns the value of the `Allow` header (RFC 9110, 10.2.1).
  private func methods(at path: String) -> String {
    let known = routes.filter { $0.parameters(of: path) != nil }.flatMap { route -> [Method] in
      route.method == .get ? [.get, .head] : [route.method]
    }
    return known.map(\.rawValue).joined(separator: ", ")
  }

  private func find(_ call: APIRequest) throws -> (Route, [String: String]) {
    let method = call.method == .head ? .get : call.method
    var isThere = false
    for route in routes {
      guard let parameters = route.parameters(of: call.path) else { continue }
      if route.method == method { return (route, parameters) }
      isThere = true
    }
    throw APIFault(isThere ? .methodNotAllowed : .notFound)
  }
}

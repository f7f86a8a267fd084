internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The routes for operations: health, readiness, metrics and OpenAPI. They disclose no personal
/// data.
enum OperationRoutes {
  static var all: [Route] { [health, readiness, metrics, openAPI] }

  private static let status = JSONValue.record(["status": .anyText], required: [])
  private static let health = Route(.get, "/healthz", "health", "Checks that the process runs.")
    .giving(200, .json(status, "The process runs."))
    .answering { _, _, _ in APIResponse(json: ["status": "alive"]) }

  private static let readiness = Route(
    .get, "/readyz", "readiness", "Checks that the server accepts recordings."
  ).giving(200, .json(status, "The server accepts recordings.")).failing(
    .stopping, .storeFault, .busy
  )
  .answering { _, _, desk in
    guard !desk.state.isStopping else { throw APIFault(.stopping) }
    try desk.store.checkConnection()
    return APIResponse(json: ["status": "ready"])
  }

  private static let metrics = Route(
    .get, "/metrics", "metrics", "Returns the metrics in Prometheus format."
  ).giving(
    200,
    Payload(type: "text/plain", schema: nil, description: "Prometheus text format, version 0.0.4.")
  )
  .answering { _, _, desk in
    var text = """
      # HELP sagevoice_server_answers_total Responses by route and status.
      # TYPE sagevoice_server_answers_total counter

      """
    for row in desk.counters.all {
      text +=
        "sagevoice_server_answers_total{route=\"\(row.route)\",status=\"\(row.status)\"} \(row.count)\n"
    }
    text += """
      # HELP sagevoice_server_listeners Open onboarding event streams.
      # TYPE sagevoice_server_listeners gauge
      sagevoice_server_listeners \(desk.hub.listeners)
      # HELP sagevoice_server_moves Guest migrations in progress.
      # TYPE sagevoice_server_moves gauge
      sagevoice_server_moves \(desk.moves)
      # HELP sagevoice_server_waiting_takes Pending uploads that wait for the database.
      # TYPE sagevoice_server_waiting_takes gauge
      sagevoice_server_waiting_takes \(desk.waitingTakes)

      """
    return APIResponse(200, "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
  }

  private static let openAPI = Route(
    .get, "/openapi.json", "openAPI", "Returns the OpenAPI 3.1 description of this interface."
  ).giving(200, .json(.anyObject, "OpenAPI document."))
    .answering { _, _, desk in
      APIResponse(
        json: OpenAPI(
          routes: RouteTable(desk).routes, version: SoftwareVersion.current,
          cookie: desk.signIns.cookie, staffCookie: desk.credentials.staff.cookie
        ).json)
    }
}

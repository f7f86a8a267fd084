internal import Onboarding
internal import VoiceTypes

enum OnboardingRoutes {
  static let ifMatch = "If-Match"

  static var all: [Route] { [state, submit, updates] }

  private static let state = Route(
    .get, "/v1/me/journey", "journey", "Returns the onboarding state and the allowed events."
  ).giving(200, .json(OnboardingResponse.schema, "Onboarding state. The ETag identifies it."))
    .inLanguages()
    .answeringPerson { call, visitor, desk in
      reply(try desk.view(of: visitor), to: call)
    }

  private static let submit = Route(
    .post, "/v1/me/journey/events", "submitJourneyEvent", "Submits an onboarding event."
  ).taking(.json(FlowEventDTO.schema, "Onboarding event."))
    .reading(
      ifMatch, .header,
      "ETag of the state before the event. Without the header the server accepts any state."
    )
    .inLanguages()
    .giving(200, .json(OnboardingResponse.schema, "New onboarding state."))
    .failing(.notJSON, .unknownValue, .journeyMoved, .journeyRefused, .busy)
    .answeringPerson { call, visitor, desk in
      let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
      let event = try FlowEventDTO.event(json)
      return reply(
        try await desk.apply(event, to: visitor, at: call.headers[ifMatch.lowercased()]),
        to: call)
    }

  private static let updates = Route(
    .get, "/v1/me/updates", "journeyUpdates", "Streams the onboarding events."
  ).reading(
    "Last-Event-ID", .header, "Id of the last received event. The stream continues after it."
  )
  .giving(
    200,
    Payload(
      type: "text/event-stream", schema: nil,
      description:
        "Events `journey` with sagevoice/journey-note/1, and a keep-alive comment every 15 s.")
  )
  .bounded(as: .eventStreams)
  .answeringPerson { call, visitor, desk in
    .events(
      desk.hub.updates(of: visitor.user, after: call.headers["last-event-id"]), to: visitor, desk)
  }

  /// Returns a response with a view and its ETag.
  static func reply(_ view: OnboardingResponse, to call: APIRequest, _ status: Int = 200)
    -> APIResponse
  {
    APIResponse(status, json: view.json(in: call.language)).with("ETag", view.tag)
  }
}

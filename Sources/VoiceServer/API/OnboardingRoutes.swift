internal import Onboarding
internal import VoiceTypes

/// The routes of the onboarding flow.
enum OnboardingRoutes {
  static let ifMatch = "If-Match"

  static var all: [Route] { [look, tell, updates] }

  private static let look = Route(
    .get, "/v1/me/journey", "journey", "Where the onboarding is, and what may happen next."
  ).giving(200, .json(OnboardingResponse.schema, "Where it is; its ETag names the state."))
    .inLanguages()
    .answeringPerson { call, visitor, desk throws(APIFault) in
      reply(try desk.view(of: visitor), to: call)
    }

  private static let tell = Route(
    .post, "/v1/me/journey/events", "tellJourney", "Says that something happened."
  ).taking(.json(FlowEventDTO.schema, "What happened."))
    .reading(ifMatch, .header, "The ETag of the state that this is said of; anything for none.")
    .inLanguages()
    .giving(200, .json(OnboardingResponse.schema, "Where the journey is now."))
    .failing(.notJSON, .unknownValue, .journeyMoved, .journeyRefused, .busy)
    .answeringPerson { call, visitor, desk throws(APIFault) in
      let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
      let happening = try FlowEventDTO.happening(json)
      return reply(
        try await desk.happen(happening, to: visitor, at: call.headers[ifMatch.lowercased()]),
        to: call)
    }

  private static let updates = Route(
    .get, "/v1/me/updates", "journeyUpdates", "Each thing that happens on the journey, as it does."
  ).reading("Last-Event-ID", .header, "The last event that was seen; what came since is sent.")
    .giving(
      200,
      Payload(
        type: "text/event-stream", schema: nil,
        description:
          "Events `journey` with sagevoice/journey-note/1, and a sign of life every 15 s.")
    )
    .bounded(as: .eventStreams)
    .answeringPerson { call, visitor, desk throws(APIFault) in
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

internal import RecordStore
internal import VoiceTypes

enum PasswordResetRoutes {
  static var all: [Route] { [issue, use] }

  /// The maximum length of a token in bytes; real tokens are shorter [E].
  private static let mostTokenBytes = 128

  private static let issue = Route(
    .post, "/v1/staff/people/{person}/password-reset", "issuePasswordReset",
    "Creates a password reset link. It is valid once and for one day."
  ).giving(
    201,
    .json(
      .record(["link": .anyText, "until": .anyText]),
      "Path and fragment of the link, returned only this once. Earlier links become invalid.")
  )
  .failing(.noAccount, .busy)
  .answeringStaff([.admin]) { call, _, desk in
    let made = try await desk.issueReset(for: try desk.user(call), from: call.peer)
    // Browsers do not send the fragment, so no access log contains the token.
    return APIResponse(
      201,
      json: ["link": .string("/#reset=\(made.token)"), "until": .string(made.until.textToSeconds)])
  }

  private static let use = Route(
    .post, "/v1/password-reset", "resetPassword",
    "Sets a new password with a reset link and ends all sign-ins of the account."
  ).taking(
    .json(
      .record(["token": .anyText, "password": .anyText]),
      "Token of the link, and password of at least 12 characters.")
  )
  .giving(204)
  .failing(
    .notJSON, .unknownValue, .resetEnded, .passwordWeak, .passwordCommon, .tooManySignIns,
    .tooManyAtOnce, .busy
  )
  .answering { call, _, desk in
    let json = try await desk.attemptedJSON(call, else: .tooManySignIns)
    guard let token = try APIRequest.text("token", in: json, atMost: mostTokenBytes) else {
      throw APIFault(.unknownValue, detail: "token")
    }
    return try await desk.resetPassword(
      by: token, to: try Password(json, "password"), from: call.peer)
  }
}

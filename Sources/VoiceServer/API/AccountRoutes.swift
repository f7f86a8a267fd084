// The server sends no mail: staff issue reset links (`PasswordResetRoutes`). Account creation
// discloses within the rate limit whether an address has an account; sign-in does not.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

enum AccountRoutes {
  static var all: [Route] { [make, signIn, account, changePassword, signIns, endOthers, endOne] }

  private static let emailSchema = JSONValue.record(["email": .anyText, "password": .anyText])

  private static let signSchema = JSONValue.record([
    "id": .anyText, "since": .textOrNull, "until": .anyText, "is_this": .anyFlag,
  ])

  private static let make = Route(
    .post, "/v1/accounts", "makeAccount",
    "Creates an account for a guest or a new user. A guest keeps identifier and history."
  ).taking(.json(emailSchema, "Email address, and password of at least 12 characters."))
    .giving(
      201,
      .json(OnboardingResponse.schema, "Onboarding state. The response sets a new sign-in cookie.")
    )
    .failing(
      .notJSON, .unknownValue, .emailFaulty, .passwordWeak, .passwordCommon, .accountThere,
      .alreadyAccount, .journeyRefused, .tooMany, .tooManyAtOnce, .busy
    )
    .answering { call, visitor, desk in
      let credentials = try await EmailAndPassword(call, desk, else: .tooMany)
      return try await desk.makeAccount(credentials, for: visitor, in: call)
    }

  private static let signIn = Route(
    .post, "/v1/sign-in", "signIn", "Signs in a user with an account."
  ).taking(.json(emailSchema, "Email address and password."))
    .giving(
      200,
      .json(OnboardingResponse.schema, "Onboarding state. The response sets the sign-in cookie.")
    )
    .failing(
      .notJSON, .unknownValue, .wrongSignIn, .alreadySignedIn, .tooManySignIns, .tooManyAtOnce,
      .notSignedIn
    )
    .answering { call, visitor, desk in
      guard visitor == nil else { throw APIFault(.alreadySignedIn) }
      let credentials = try await EmailAndPassword(call, desk, else: .tooManySignIns)
      return try await desk.signIn(credentials, in: call)
    }

  private static let account = Route(
    .get, "/v1/me/account", "account", "Returns the account of the user."
  ).giving(
    200,
    .json(
      .record(["created_at": .anyText]),
      "Creation time. The server does not store the email address.")
  )
  .failing(.notFound)
  .answeringPerson { _, visitor, desk in
    guard let found = try desk.account(of: visitor.person) else { throw APIFault(.notFound) }
    return APIResponse(json: ["created_at": .string(found.account.createdAt.textToSeconds)])
  }

  private static let changePassword = Route(
    .put, "/v1/me/password", "changePassword",
    "Changes the password and ends all other sign-ins."
  ).taking(.json(.record(["old": .anyText, "new": .anyText]), "Current and new password."))
    .giving(204)
    .failing(
      .notJSON, .unknownValue, .wrongSignIn, .passwordWeak, .passwordCommon, .tooManySignIns,
      .tooManyAtOnce, .notFound, .busy
    )
    .answeringPerson { call, visitor, desk in
      let json = try await desk.attemptedJSON(call, else: .tooManySignIns)
      let (old, new) = (try Password(json, "old"), try Password(json, "new"))
      return try await desk.changePassword(of: visitor, from: old, to: new, at: call.peer)
    }

  private static let signIns = Route(
    .get, "/v1/me/sign-ins", "signIns", "Lists the sign-ins of the user."
  ).giving(200, .json(.list(of: signSchema), "Sign-ins, oldest first."))
    .answeringPerson { _, visitor, desk in
      let tokens = desk.signIns.tokens
      let all = try tokens.all(of: visitor.person, at: desk.now)
      let own = tokens.id(of: visitor.token)
      return APIResponse(
        json: .array(
          all.map { sign in
            [
              "id": .string(sign.id), "since": .optional(sign.since?.textToSeconds),
              "until": .string(sign.until.textToSeconds), "is_this": .bool(sign.id == own),
            ]
          }))
    }

  private static let endOthers = Route(
    .delete, "/v1/me/sign-ins", "endOtherSignIns", "Ends all other sign-ins of the user."
  ).giving(204).answeringPerson { _, visitor, desk in
    _ = try desk.endOtherSignIns(of: visitor)
    return APIResponse(empty: 204)
  }

  private static let endOne = Route(
    .delete, "/v1/me/sign-ins/{sign_in}", "endSignIn", "Ends one other sign-in of the user."
  ).giving(204).answeringPerson { call, visitor, desk in
    let ended = try desk.endOtherSignIns(of: visitor, called: call.parameters["sign_in"] ?? "")
    guard ended > 0 else { throw APIFault(.notFound) }
    return APIResponse(empty: 204)
  }
}

struct Password: Sendable {
  /// The minimum length in characters. NIST SP 800-63B-4 requires 8 with a second factor and 15
  /// without; this server has no second factor but limits attempts [E].
  private static let fewestCharacters = 12

  /// The maximum length in bytes; longer passwords would take longer to hash [E].
  private static let mostBytes = 1024

  let bytes: [UInt8]
  private let text: String

  init(_ json: JSONValue, _ name: String) throws {
    guard let text = try APIRequest.text(name, in: json, atMost: Self.mostBytes), !text.isEmpty
    else {
      throw APIFault(.unknownValue, detail: name)
    }
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Refuses a password that is easy to guess.
  /// - Parameters:
  ///   - email: The address of the account, where known.
  ///   - isOwn: Whether an address is that of the account.
  func check(email: EmailAddress? = nil, isOwn: (EmailAddress) -> Bool = { _ in false }) throws {
    guard text.count >= Self.fewestCharacters, Set(text).count > 4 else {
      throw APIFault(.passwordWeak)
    }
    let isAddress = EmailAddress(text).map(isOwn) ?? false
    guard !isAddress, !PasswordBlocklist.common.contains(text, context: email?.words ?? []) else {
      throw APIFault(.passwordCommon)
    }
  }
}

struct EmailAndPassword: Sendable {
  /// The address; nil for an invalid one.
  let email: EmailAddress?
  let password: Password

  init(_ call: APIRequest, _ desk: ServerContext, else code: FaultCode) async throws {
    let json = try await desk.attemptedJSON(call, else: code)
    guard let text = try APIRequest.text("email", in: json, atMost: ServerSettings.mostJSONBytes)
    else {
      throw APIFault(.unknownValue, detail: "email")
    }
    (email, password) = (EmailAddress(text), try Password(json, "password"))
  }
}

extension ServerContext {
  /// Reads the JSON body of a request about an account. The attempt of the network address counts
  /// before the body is read, and is refunded for valid JSON.
  func attemptedJSON(_ call: APIRequest, else code: FaultCode) async throws -> JSONValue {
    guard attempts.addresses.consume(call.peer, at: environment.elapsed()) else {
      logRefusal(.signInThrottled, from: call.peer)
      throw APIFault(code)
    }
    let json = try await call.body.json(atMost: ServerSettings.mostJSONBytes)
    attempts.addresses.refund(call.peer)
    return json
  }
}

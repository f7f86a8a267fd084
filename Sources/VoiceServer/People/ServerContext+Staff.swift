internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

extension ServerContext {
  /// Authenticates staff by bearer token or by sign-in cookie. A cookie is valid while its token
  /// is.
  func staff(_ call: APIRequest) throws -> StaffMember? {
    let (tokens, signIns, now) = (credentials.tokens, credentials.staff, now)
    let (bearer, cookie) = (call.bearer, call.cookie(signIns.cookie))
    var token: StaffToken?
    if let bearer {
      token = try tokens.token(bearer, at: now)
    } else if let cookie, let sha256 = try signIns.tokens.holder(cookie, at: now) {
      token = try tokens.token(sha256: sha256, at: now)
    }
    guard let token, let actor = StaffTokens.actor(token.name) else { return nil }
    return StaffMember(token: token, signIn: bearer == nil ? cookie : nil, actor: actor)
  }

  /// Returns the person that a path names.
  /// - Throws: `.notFound` for an unknown person, `.busy` during a guest migration.
  func user(_ call: APIRequest) throws -> UserHash {
    guard let text = call.parameters["person"], Hex.isSHA256(text) else {
      throw APIFault(.notFound)
    }
    let user = UserHash(text: text)
    guard !isMigrating(user) else { throw APIFault(.busy) }
    guard try isKnown(user) else { throw APIFault(.notFound) }
    return user
  }

  func isKnown(_ user: UserHash) throws -> Bool {
    if try store.person(for: user) != nil { return true }
    if try store.read(.journey, of: user) != nil { return true }
    if try store.baseline(for: user) != nil { return true }
    return try !store.sessions(of: user).isEmpty
  }

  /// Returns the identifier of a person.
  /// - Throws: `.notFound` when the store does not contain it.
  func identifier(of user: UserHash) throws -> String {
    if let id = try knownIdentifier(of: user) { return id }
    throw APIFault(.notFound)
  }

  /// Returns the identifier of a person; nil when the store does not contain it.
  func knownIdentifier(of user: UserHash) throws -> String? {
    let (id, kept) = (try store.userID(of: user), try store.read(.journey, of: user))
    if let id { return id }
    guard let kept, let person = (try? OnboardingFlow(json: kept, mode: .firstFault))?.person,
      store.userHash(of: person) == user
    else { return nil }
    return person
  }

  /// Records a disclosure in the audit log. Callers record before they send the data.
  func disclose(_ disclosure: Disclosure) throws { try store.disclose(disclosure) }
}

extension APIRequest {
  private static let scheme = "bearer "

  /// The token of `Authorization: Bearer`; nil when absent.
  var bearer: String? {
    guard let header = headers["authorization"],
      header.prefix(Self.scheme.count).lowercased() == Self.scheme
    else { return nil }
    return String(header.dropFirst(Self.scheme.count))
  }
}

// Every sign-in attempt counts per network address and per account, whether or not the account
// exists. A success is refunded.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

struct SignInRateLimits: Sendable {
  /// The limit per network address: enough for a ward with one connection [E].
  let addresses = RateLimiter(30, in: .seconds(600))

  /// The limit per account and address [E]. An attacker cannot lock the owner out, and the owner
  /// gets another attempt every 18 minutes.
  let accountsFromAddresses = RateLimiter(5, in: .seconds(5_400))

  /// The limit per account over all addresses: above that of one address (80 a day), and at most
  /// the consecutive failures of NIST SP 800-63B.
  let accounts = RateLimiter(100, in: .seconds(86_400))

  /// Failed sign-ins by address. Addresses without a failure in the last hour have priority [E].
  let failures = RecentAddresses(within: .seconds(3_600))

  /// Successful sign-ins by address. Addresses with one in the last 30 days come first [E].
  let successes = RecentAddresses(within: .seconds(30 * 86_400))

  /// The priority of an address in the queue of hashes.
  func priority(of address: String, at now: Duration) -> PasswordQueue.Priority {
    if failures.contains(address, at: now) { return .normal }
    return successes.contains(address, at: now) ? .known : .high
  }

  /// Whether an address may try with an account.
  func consume(_ address: String, _ account: String, at now: Duration) -> Bool {
    addresses.consume(address, at: now)
      && accountsFromAddresses.consume(Self.pair(address, account), at: now)
      && accounts.consume(account, at: now)
  }

  func refund(_ address: String, _ account: String) {
    addresses.refund(address)
    accountsFromAddresses.refund(Self.pair(address, account))
    accounts.refund(account)
  }

  // Neither part contains a space.
  private static func pair(_ address: String, _ account: String) -> String {
    "\(address) \(account)"
  }
}

extension ServerContext {
  /// Creates an account for a guest or a new person.
  func makeAccount(
    _ credentials: EmailAndPassword, for visitor: AuthenticatedUser?, in call: APIRequest
  ) async throws -> APIResponse {
    guard let email = credentials.email else { throw APIFault(.emailFaulty) }
    try credentials.password.check(email: email)
    guard beginnings.consume(call.peer, at: environment.elapsed()) else { throw APIFault(.tooMany) }
    let name = AccountID(email, in: store)
    guard
      let hash = try await passwords.hash(credentials.password.bytes, for: client(at: call.peer))
    else { throw APIFault(.busy) }
    guard try await living(name) == nil else { throw APIFault(.accountThere) }
    let person = visitor?.person ?? "account-" + SessionID.fresh().text
    let own = try visitor.map { try at($0.person) } ?? self
    let made = Account(person: person, password: hash, createdAt: now)
    let reply = try await turns.during(person) {
      try await credentialTurns.during(person) {
        try await own.add(made, as: name, for: visitor, in: call)
      }
    }
    startMigration(of: person)
    return reply
  }

  /// Adds an account to the flow of its person and signs in. The caller holds both queues of the
  /// person and calls this on the context of the person.
  private func add(
    _ made: Account, as name: AccountID, for visitor: AuthenticatedUser?, in call: APIRequest
  ) async throws -> APIResponse {
    var run = OnboardingRun(journeys)
    if let visitor { run = try self.run(of: visitor) }
    guard try account(of: made.person) == nil else { throw APIFault(.alreadyAccount) }
    try noteMove(of: made.person)
    do {
      try await add(made, as: name, signingUp: &run)
    } catch {
      forgetMove(of: made.person)
      throw error
    }
    try log(.accountCreated, account: name, from: call.peer)
    // The old token belongs to the guest.
    if let visitor { _ = try signOut(visitor) }
    return OnboardingRoutes.reply(try view(of: run), to: call, 201)
      .with("Set-Cookie", try beginSignIn(made.person))
  }

  /// Adds an account and reports it to the flow; a refusal removes the account.
  private func add(
    _ made: Account, as name: AccountID, signingUp run: inout OnboardingRun
  ) async throws {
    guard try credentials.accounts.add(made, as: name) else { throw APIFault(.accountThere) }
    do {
      _ = try await run.apply(.signedUp(.email, person: made.person))
    } catch {
      try credentials.accounts.remove(of: made.person)
      throw error
    }
  }

  /// Signs a person in with e-mail address and password.
  func signIn(_ credentials: EmailAndPassword, in call: APIRequest) async throws -> APIResponse {
    guard let name = credentials.email.map({ AccountID($0, in: store) }) else {
      _ = try await check(credentials.password, of: nil, from: call.peer) { nil }
      throw APIFault(.wrongSignIn)
    }
    let found = try await check(credentials.password, of: name, from: call.peer) {
      try await living(name)
    }
    return try await credentialTurns.during(found.person) {
      // A concurrent password change invalidates the password that was checked.
      guard try account(named: name) == found else { throw APIFault(.wrongSignIn) }
      let reply = OnboardingRoutes.reply(
        try at(found.person).view(of: visitor(as: found.person)), to: call)
      try log(.signedIn, account: name, from: call.peer)
      return reply.with("Set-Cookie", try beginSignIn(found.person))
    }
  }

  /// Changes the password of an account and ends its other sign-ins.
  func changePassword(
    of visitor: AuthenticatedUser, from old: Password, to new: Password, at peer: String
  ) async throws -> APIResponse {
    guard let own = try account(of: visitor.person) else { throw APIFault(.notFound) }
    _ = try await check(old, of: own.name, from: peer) { own.account }
    let changed = own.account.with(password: try await hashed(new, of: own.name, from: peer))
    return try await credentialTurns.during(visitor.person) {
      try replace(own.account, of: own.name, by: changed, visitor, from: peer)
    }
  }

  // A function of its own: the compiler of Swift 6.3.1 crashes on it as a closure.
  @inline(never) private func replace(
    _ old: Account, of name: AccountID, by changed: Account, _ visitor: AuthenticatedUser,
    from peer: String
  ) throws -> APIResponse {
    guard try account(named: name) == old else { throw APIFault(.wrongSignIn) }
    try log(.passwordChanged, account: name, from: peer)
    try credentials.accounts.change(changed, as: name)
    try credentials.resets.end(of: visitor.person)
    _ = try endOtherSignIns(of: visitor)
    return APIResponse(empty: 204)
  }

  func hashed(_ password: Password, of name: AccountID, from peer: String) async throws -> String {
    try password.check(isOwn: { AccountID($0, in: home.store) == name })
    guard let hash = try await passwords.hash(password.bytes, for: client(at: peer)) else {
      throw APIFault(.busy)
    }
    return hash
  }

  private func client(at peer: String) -> PasswordQueue.Client {
    PasswordQueue.Client(
      peer: peer, priority: attempts.priority(of: peer, at: environment.elapsed()))
  }

  /// Compares a password with that of an account. Time and response are the same without an account.
  private func check(
    _ password: Password, of name: AccountID?, from peer: String,
    _ find: () async throws -> Account?
  ) async throws -> Account {
    let account = name?.text ?? "none"
    guard attempts.consume(peer, account, at: environment.elapsed()) else {
      logRefusal(.signInThrottled, account: name, from: peer)
      throw APIFault(.tooManySignIns)
    }
    let found: Account?
    let isRight: Bool
    do {
      found = try await find()
      isRight = try await passwords.matches(password.bytes, found?.password, for: client(at: peer))
    } catch {
      // No comparison took place.
      attempts.refund(peer, account)
      throw error
    }
    guard isRight, let found else {
      attempts.failures.record(peer, at: environment.elapsed())
      logRefusal(.signInFailed, account: name, from: peer)
      throw APIFault(.wrongSignIn)
    }
    attempts.refund(peer, account)
    attempts.successes.record(peer, at: environment.elapsed())
    return found
  }

  /// Returns the account of a name; nil when there is none. Deletes an account without a flow,
  /// which an interrupted erasure left. During account creation the flow is missing too, but the
  /// creator holds the queue.
  private func living(_ name: AccountID) async throws -> Account? {
    guard let found = try account(named: name) else { return nil }
    if try hasJourney(found) { return found }
    return try await credentialTurns.during(found.person) {
      guard let now = try account(named: name), now.person == found.person,
        try !hasJourney(now)
      else { return try account(named: name) }
      try credentials.accounts.remove(of: now.person)
      return nil
    }
  }

  private func hasJourney(_ account: Account) throws -> Bool {
    try at(account.person).journey(of: store.userHash(of: account.person)) != nil
  }

  /// Returns the account of a name; nil when there is none.
  func account(named name: AccountID) throws -> Account? { try credentials.accounts.account(name) }

  /// Returns the account of a person and its name; nil when there is none.
  func account(of person: String) throws -> (name: AccountID, account: Account)? {
    try credentials.accounts.account(of: person)
  }

  /// Ends the other sign-ins of a user: all, or the one with an id. Returns their number.
  func endOtherSignIns(of visitor: AuthenticatedUser, called id: String? = nil) throws -> Int {
    try signIns.tokens.end(of: visitor.person, but: visitor.token, called: id)
  }

  /// Begins a sign-in and returns the value of `Set-Cookie`.
  func beginSignIn(_ person: String) throws -> String { try signIns.begin(person, at: now) }
}

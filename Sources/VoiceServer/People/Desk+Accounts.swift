// Who makes an account, and who signs in with one. Every attempt counts, per address and per account, whether there is
// such an account or not; one that succeeds is given back.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// How often somebody may try.
struct SignInAllowances: Sendable {
  /// From one address: as many as a ward with one connection needs [E].
  let addresses = Allowance(30, in: .seconds(600))

  /// For one account from one address: whoever guesses at somebody's password does not keep them out, and who has
  /// forgotten their own gets another try every 18 minutes [E].
  let accountsFromAddresses = Allowance(5, in: .seconds(5_400))

  /// For one account from wherever: more than one address may use up (80 a day), and no more than NIST SP 800-63B has
  /// of wrong ones in a row.
  let accounts = Allowance(100, in: .seconds(86_400))

  /// Whether an address may try with an account.
  func take(_ address: String, _ account: String, at now: Duration) -> Bool {
    addresses.take(address, at: now)
      && accountsFromAddresses.take(Self.pair(address, account), at: now)
      && accounts.take(account, at: now)
  }

  /// Gives back what an attempt took that succeeded.
  func giveBack(_ address: String, _ account: String) {
    addresses.giveBack(address)
    accountsFromAddresses.giveBack(Self.pair(address, account))
    accounts.giveBack(account)
  }

  /// Neither has a space in it.
  private static func pair(_ address: String, _ account: String) -> String {
    "\(address) \(account)"
  }
}

extension Desk {
  /// Makes an account.
  func makeAccount(
    _ told: EmailAndPassword, for visitor: Visitor?, in call: Call
  ) async throws(APIFault) -> Reply {
    guard let email = told.email else { throw APIFault(.emailFaulty) }
    try told.password.check(besides: email)
    guard beginnings.take(call.peer, at: environment.elapsed()) else { throw APIFault(.tooMany) }
    guard let hash = await passwords.hash(told.password.bytes) else { throw APIFault(.busy) }
    let person = visitor?.person ?? "account-" + SessionID.fresh().text
    let name = AccountName(email, in: store)
    let own = try visitor.map { visitor throws(APIFault) in try at(visitor.person) } ?? self
    let reply = try await turns.during(person) { () async throws(APIFault) in
      var run = JourneyRun(own.journeys)
      if let visitor { run = try own.run(of: visitor) }
      guard try account(of: person) == nil else { throw APIFault(.alreadyAccount) }
      let made = Account(person: person, password: hash, createdAt: now)
      try own.noteMove(of: person)
      do throws(APIFault) {
        try await add(made, as: name, signingUp: &run)
      } catch {
        forgetMove(of: person)
        throw error
      }
      // The token of before was the guest's.
      if let visitor { _ = try signOut(visitor) }
      return JourneyRoutes.reply(try own.view(of: run), to: call, 201)
        .with("Set-Cookie", try beginSignIn(person))
    }
    startMove(of: person)
    return reply
  }

  /// Makes an account, and lets its journey hear of it; one that does not leaves no account.
  private func add(
    _ made: Account, as name: AccountName, signingUp run: inout JourneyRun
  ) async throws(APIFault) {
    guard try living(name) == nil,
      try kept({ accounts throws(FileSystemError) in try accounts.add(made, as: name) })
    else { throw APIFault(.accountThere) }
    do throws(JourneyFault) {
      _ = try await run.take(.signedUp(.email, person: made.person))
    } catch {
      try kept { accounts throws(FileSystemError) in try accounts.remove(of: made.person) }
      throw fault(error)
    }
  }

  /// Signs somebody in.
  func signIn(_ told: EmailAndPassword, in call: Call) async throws(APIFault) -> Reply {
    let name = told.email.map { AccountName($0, in: store) }
    let found = try await check(told.password, of: name, from: call.peer) { () throws(APIFault) in
      guard let name else { return nil }
      return try living(name)
    }
    let visitor = visitor(as: found.person)
    return JourneyRoutes.reply(try at(found.person).view(of: visitor), to: call)
      .with("Set-Cookie", try beginSignIn(found.person))
  }

  /// Takes another password.
  func changePassword(
    of visitor: Visitor, from old: Password, to new: Password, at peer: String
  ) async throws(APIFault) -> Reply {
    guard let own = try account(of: visitor.person) else { throw APIFault(.notFound) }
    _ = try await check(old, of: own.name, from: peer) { own.account }
    try new.check()
    guard let hash = await passwords.hash(new.bytes) else { throw APIFault(.busy) }
    let changed = Account(
      person: own.account.person, password: hash, createdAt: own.account.createdAt)
    try kept { accounts throws(FileSystemError) in try accounts.change(changed, as: own.name) }
    _ = try endSignIns(of: visitor, called: nil)
    return Reply(empty: 204)
  }

  /// Holds a password against an account. It takes as long, and is answered the same, where there is none.
  private func check(
    _ password: Password, of name: AccountName?, from peer: String,
    _ find: () throws(APIFault) -> Account?
  ) async throws(APIFault) -> Account {
    let now = environment.elapsed()
    let account = name?.text ?? "none"
    guard attempts.take(peer, account, at: now) else { throw APIFault(.tooManySignIns) }
    let found = try find()
    guard await passwords.matches(password.bytes, found?.password), let found else {
      throw APIFault(.wrongSignIn)
    }
    attempts.giveBack(peer, account)
    return found
  }

  /// The account of a name; nil for none. One whose person is gone, as when the server ended while they were being
  /// removed, goes too.
  private func living(_ name: AccountName) throws(APIFault) -> Account? {
    let found = try kept { accounts throws(FileSystemError) in try accounts.account(name) }
    guard let found,
      try at(found.person).journey(of: store.userHash(of: found.person)) == nil
    else { return found }
    try kept { accounts throws(FileSystemError) in try accounts.remove(of: found.person) }
    return nil
  }

  /// The account of a person; nil for none.
  func account(of person: String) throws(APIFault) -> (name: AccountName, account: Account)? {
    try kept { accounts throws(FileSystemError) in try accounts.account(of: person) }
  }

  /// Ends other sign-ins of somebody: all, or the one that is called so.
  func endSignIns(of visitor: Visitor, called id: String?) throws(APIFault) -> Int {
    let signIns = signIns
    return try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in
        try signIns.end(of: visitor.person, but: visitor.token, called: id)
      }
    }
  }

  /// Signs somebody in; the value of `Set-Cookie`.
  func beginSignIn(_ person: String) throws(APIFault) -> String {
    let (signIns, now) = (signIns, now)
    return try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try signIns.begin(person, at: now) }
    }
  }

  /// Does something with the accounts.
  func kept<Value>(
    _ body: (Accounts) throws(FileSystemError) -> Value
  ) throws(APIFault) -> Value {
    let accounts = credentials.accounts
    return try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try body(accounts) }
    }
  }
}

// Guests live in a store on this machine, people with accounts in the shared database. A guest who
// creates an account migrates with all data. Until the migration is complete, the guest store
// serves the person, independent of the database.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

/// The guest store and the migration out of it.
struct GuestStore: Sendable {
  let place: StoreContext
  let move: GuestMigration
  let notes: GuestMigrationNotes
}

extension ServerContext {
  /// Returns the store of a person. No other function makes this decision.
  ///
  /// The guest store serves a guest with a flow in it until the migration has copied all data.
  /// Guests from before the guest store existed stay in the home store, the only store that staff
  /// see.
  private func place(of person: String) throws -> (place: StoreContext, isGuests: Bool) {
    guard let guests, AnonymousID.isAnonymous(person) else { return (home, false) }
    let user = home.store.userHash(of: person)
    guard guests.notes.stage(of: user) != .arrived else { return (home, false) }
    let isHere = try guests.place.store.read(.journey, of: user) != nil
    return isHere ? (guests.place, true) : (home, false)
  }

  /// Returns whether the separate guest store serves a person.
  func isWithGuests(_ person: String) throws -> Bool { try place(of: person).isGuests }

  /// Returns the context with the store of a person.
  func at(_ person: String) throws -> ServerContext { try at(place(of: person).place) }

  private func at(_ place: StoreContext) -> ServerContext {
    var desk = self
    desk.place = place
    return desk
  }

  /// Returns a user without a sign-in, for work that the server starts itself.
  func visitor(as person: String) -> AuthenticatedUser {
    AuthenticatedUser(person: person, user: store.userHash(of: person), token: "")
  }

  /// Answers a user with the context of that user.
  /// - Throws: `.busy` when the migration ended during a read, or explains a missing item.
  func answering(
    _ visitor: AuthenticatedUser, _ call: APIRequest,
    _ answer: (ServerContext) async throws -> APIResponse
  ) async throws -> APIResponse {
    let (place, wasGuests) = try place(of: visitor.person)
    guard wasGuests else { return try await answer(at(place)) }
    let reply: APIResponse
    do {
      reply = try await answer(at(place))
    } catch {
      let fault = fault(error)
      let isLost = [FaultCode.notFound, .notSignedIn].map(\.rawValue).contains(fault.code)
      if isLost, try hasArrived(visitor.person) { throw APIFault(.busy) }
      throw fault
    }
    if call.method.isSafe, try hasArrived(visitor.person) { throw APIFault(.busy) }
    return reply
  }

  /// Returns whether a person with an account is now in the home store.
  private func hasArrived(_ person: String) throws -> Bool {
    guard try !place(of: person).isGuests else { return false }
    return try account(of: person) != nil
  }

  // MARK: - The way over

  /// Returns whether the migration of a person to the home store is incomplete.
  func isMigrating(_ user: UserHash) -> Bool { guests?.notes.stage(of: user) == .underWay }

  /// The number of guest migrations in progress.
  package var moves: Int { guests?.notes.people.count ?? 0 }

  /// Writes the migration note before the account exists, so that a crash leaves no account whose
  /// data stays with the guests.
  func noteMove(of person: String) throws {
    guard let guests, try place(of: person).isGuests else { return }
    try guests.notes.save(.underWay, of: person, home.store.userHash(of: person))
  }

  /// Removes the migration note when account creation failed.
  func forgetMove(of person: String) {
    guard let guests else { return }
    let user = home.store.userHash(of: person)
    do {
      guard try account(of: person) == nil else { return }
      try guests.notes.remove(user)
    } catch {
      note("a migration note without account remains until the next start")
    }
  }

  /// Resumes the migrations that a server stop interrupted.
  package func resumeMigrations() {
    for person in guests?.notes.people ?? [] { startMigration(of: person) }
  }

  /// Starts the migration of a person if a note exists. The guest store serves the person
  /// meanwhile.
  func startMigration(of person: String) {
    guard let guests, guests.notes.stage(of: home.store.userHash(of: person)) != nil else { return }
    Task(executorPreference: threads) {
      var pause = ExponentialBackoff()
      while !state.isStopping {
        do {
          return try await turns.during(person) {
            try await carryOver(person)
          }
        } catch {
          let fault = fault(error)
          note("a guest migration is incomplete: \(fault.code)")
          // A persistent error is retried at the next start.
          guard fault.isTransient else { return }
        }
        await pause.wait()
      }
    }
  }

  /// Completes the migration of a person and returns the context of the person, so that operations
  /// on all data use one store. The caller holds the queue of the person.
  func settled(_ person: String) async throws -> ServerContext {
    try await carryOver(person)
    return try at(person)
  }

  /// Migrates the data of a person if a note exists.
  private func carryOver(_ person: String) async throws {
    let user = home.store.userHash(of: person)
    guard let guests, let stage = guests.notes.stage(of: user) else { return }
    let room = at(guests.place)
    if stage == .underWay {
      guard try account(of: person) != nil else { return forgetMove(of: person) }
      try await room.finishWork(of: person)
      try guests.move.copyAll(person)
      try guests.notes.save(.arrived, of: person, user)
    }
    try guests.move.clear(person)
    room.deleteEvents()
    try guests.notes.remove(user)
  }

  /// Waits until no recording of a person is being analysed.
  private func finishWork(of person: String) async throws {
    guard try journey(of: store.userHash(of: person)) != nil else { return }
    try await goOnByItself(visitor(as: person))
    try await waitForWork(of: person)
    if state.isStopping { throw APIFault(.stopping) }
  }
}

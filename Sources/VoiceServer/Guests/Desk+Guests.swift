// Which store is whose. Guests are kept on this machine, people with accounts in the store that machines share; a
// guest who makes an account goes over with all that is theirs. Until all of it has arrived the person goes on in the
// store of guests, and is never asked to wait for the other one.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

/// Where guests are kept, and the way of those who make an account.
struct GuestRoom: Sendable {
  let place: Place
  let move: GuestMove
  let notes: MoveNotes
}

extension Desk {
  /// The store of a person, and what works on it: the one place where that is decided.
  ///
  /// Staff see the store at home alone. A guest is in the store of guests if their journey is there, and all of it
  /// has not gone over yet; guests of before there was such a store stay at home.
  private func place(of person: String) throws(APIFault) -> (place: Place, isGuests: Bool) {
    guard let guests, AnonymousID.isOne(person) else { return (home, false) }
    let user = home.store.userHash(of: person)
    guard guests.notes.stage(of: user) != .arrived else { return (home, false) }
    let isHere = try stored { () throws(StoreError) in
      try guests.place.store.read(.journey, of: user) != nil
    }
    return isHere ? (guests.place, true) : (home, false)
  }

  /// Whether a person is in the store of guests, which is not the one at home.
  func isWithGuests(_ person: String) throws(APIFault) -> Bool { try place(of: person).isGuests }

  /// The desk of a person.
  func at(_ person: String) throws(APIFault) -> Desk { try at(place(of: person).place) }

  private func at(_ place: Place) -> Desk {
    var desk = self
    desk.place = place
    return desk
  }

  /// Somebody as they would be if they were signed in.
  func visitor(as person: String) -> Visitor {
    Visitor(person: person, user: store.userHash(of: person), token: "")
  }

  /// Answers somebody at their own desk. What was looked for in the store of guests while it went over from there is
  /// to be asked for again.
  func answering(
    _ visitor: Visitor, _ call: Call, _ answer: (Desk) async throws(APIFault) -> Reply
  ) async throws(APIFault) -> Reply {
    let (place, wasGuests) = try place(of: visitor.person)
    guard wasGuests else { return try await answer(at(place)) }
    let reply: Reply
    do throws(APIFault) {
      reply = try await answer(at(place))
    } catch {
      let isLost = [FaultCode.notFound, .notSignedIn].map(\.rawValue).contains(error.code)
      if isLost, try hasArrived(visitor.person) { throw APIFault(.busy) }
      throw error
    }
    if call.method.isSafe, try hasArrived(visitor.person) { throw APIFault(.busy) }
    return reply
  }

  /// Whether an account's person is at home, who was in the store of guests.
  private func hasArrived(_ person: String) throws(APIFault) -> Bool {
    guard try !place(of: person).isGuests else { return false }
    return try account(of: person) != nil
  }

  // MARK: - The way over

  /// Whether only a part of what a person has may be in the store at home.
  func isOnTheWay(_ user: UserHash) -> Bool { guests?.notes.stage(of: user) == .underWay }

  /// How many histories are on their way.
  package var moves: Int { guests?.notes.people.count ?? 0 }

  /// Writes down that the history of a guest is to go over once there is an account: before there is one, so that
  /// no end of the program leaves an account whose history stays.
  func noteMove(of person: String) throws(APIFault) {
    guard let guests, try place(of: person).isGuests else { return }
    try noting { () throws(FileSystemError) in
      try guests.notes.keep(.underWay, of: person, home.store.userHash(of: person))
    }
  }

  /// Forgets that again where nothing came of the account.
  func forgetMove(of person: String) {
    guard let guests else { return }
    let user = home.store.userHash(of: person)
    do throws(APIFault) {
      guard try account(of: person) == nil else { return }
      try noting { () throws(FileSystemError) in try guests.notes.remove(user) }
    } catch {
      note("a note of somebody who made no account stays until the next start")
    }
  }

  /// Lets histories go on that were on their way when the server ended.
  package func goOnMoving() {
    for person in guests?.notes.people ?? [] { startMove(of: person) }
  }

  /// Lets the history of a person go over, where it is to, as soon as it can. Who asks for them meanwhile is
  /// answered by the store of guests.
  func startMove(of person: String) {
    guard let guests, guests.notes.stage(of: home.store.userHash(of: person)) != nil else { return }
    Task(executorPreference: threads) {
      var pause = GrowingPause()
      while !state.isStopping {
        do throws(APIFault) {
          return try await turns.during(person) { () async throws(APIFault) in
            try await carryOver(person)
          }
        } catch {
          note("the history of a guest has not gone over yet: \(error.code)")
          // What does not pass by itself is tried again at the next start.
          guard error.isPassing else { return }
        }
        await pause.wait()
      }
    }
  }

  /// The desk of a person of whom nothing is on its way: what is done to all of somebody is done to it in one store.
  /// For whoever has the turn of the person.
  func settled(_ person: String) async throws(APIFault) -> Desk {
    try await carryOver(person)
    return try at(person)
  }

  /// Brings the history of a person over, where it is to go.
  private func carryOver(_ person: String) async throws(APIFault) {
    let user = home.store.userHash(of: person)
    guard let guests, let stage = guests.notes.stage(of: user) else { return }
    let room = at(guests.place)
    if stage == .underWay {
      guard try account(of: person) != nil else { return forgetMove(of: person) }
      try await room.finishWork(of: person)
      try stored { () throws(StoreError) in try guests.move.carry(person) }
      try noting { () throws(FileSystemError) in try guests.notes.keep(.arrived, of: person, user) }
    }
    try stored { () throws(StoreError) in try guests.move.clear(person) }
    room.forgetEvents()
    try noting { () throws(FileSystemError) in try guests.notes.remove(user) }
  }

  /// Returns when nobody is at work on anything of a person.
  private func finishWork(of person: String) async throws(APIFault) {
    guard try journey(of: store.userHash(of: person)) != nil else { return }
    try await goOnByItself(visitor(as: person))
    try await waitForWork(of: person)
    if state.isStopping { throw APIFault(.stopping) }
  }

  private func noting(_ body: () throws(FileSystemError) -> Void) throws(APIFault) {
    try stored { () throws(StoreError) in try onDisk(body) }
  }
}

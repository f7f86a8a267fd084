// A take that comes while the store of its person is away is kept here, acknowledged as such, and goes to its journey
// once the store is back. Where another recording is asked for by then, it is not taken, as if it came only now.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

extension Desk {
  /// Takes that wait for the store.
  package var waitingTakes: Int { takes?.count ?? 0 }

  /// Whether takes of a person wait.
  func hasTakes(of visitor: Visitor) -> Bool { (takes?.count(of: visitor.user) ?? 0) > 0 }

  /// Keeps a take whose store is away.
  /// - Returns: The answer; nil where the store is there, or is on this machine, or there is no room.
  func keep(_ take: Take, of visitor: Visitor) async throws(APIFault) -> Reply? {
    guard let takes, !state.isStopping, try !isWithGuests(visitor.person), isAway else {
      return nil
    }
    let now = now
    let isKept = try await turns.during(visitor.person) { () async throws(APIFault) in
      try stored { () throws(StoreError) in
        try onDisk { () throws(FileSystemError) in
          try takes.keep(take, of: visitor.person, visitor.user, at: now)
        }
      }
    }
    guard isKept else { return nil }
    bringTakes(of: visitor.person)
    return Reply(
      202,
      json: [
        "schema": "sagevoice/recording-kept/1", "sha256": .string(take.sha256),
        "kept_at": .string(now.text),
      ])
  }

  /// Whether the store does not answer just now.
  private var isAway: Bool {
    do throws(StoreError) {
      try store.checkThatAnswering()
      return false
    } catch {
      return error.isTransient
    }
  }

  /// Lets takes go on that were kept when the server ended.
  package func goOnBringing() {
    for person in takes?.people ?? [] { bringTakes(of: person) }
  }

  /// Brings the takes of a person to their journey as soon as that can be.
  func bringTakes(of person: String) {
    let visitor = visitor(as: person)
    guard let takes, takes.beginWay(of: visitor.user) else { return }
    Task(executorPreference: threads) {
      var pause = GrowingPause()
      while !state.isStopping, !takes.endWayIfEmpty(of: visitor.user) {
        do throws(APIFault) {
          try await bringNext(of: visitor, takes)
          pause.startOver()
        } catch {
          // That the store is away is said by itself. What does not pass is tried again at the next start.
          guard error.isPassing else {
            note("a take that is kept has not gone on: \(error.code)")
            return takes.endWay(of: visitor.user)
          }
          await pause.wait()
        }
      }
    }
  }

  /// Brings the oldest take of somebody to their journey. One that the journey does not take goes.
  private func bringNext(of visitor: Visitor, _ takes: KeptTakes) async throws(APIFault) {
    let take = try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try takes.oldest(of: visitor.user) }
    }
    guard let take else { return }
    do throws(APIFault) {
      let desk = try at(visitor.person)
      try await desk.makeReady(for: take, of: visitor)
      _ = try await desk.submit(take, of: visitor)
    } catch {
      guard !error.isPassing, error.code != FaultCode.storeFault.rawValue else { throw error }
      note("a take that was kept is not asked for any more: \(error.code)")
    }
    try forget(take, of: visitor)
  }

  /// Forgets a take whose session there is, or that is not asked for any more.
  func forget(_ take: Take, of visitor: Visitor) throws(APIFault) {
    guard let takes else { return }
    try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try takes.remove(take, of: visitor.user) }
    }
  }

  /// Lets a journey go on as far as it does by itself, and to where it takes a recording that it asks for: the
  /// microphone had been granted when it was made.
  private func makeReady(for take: Take, of visitor: Visitor) async throws(APIFault) {
    try await turns.during(visitor.person) { () async throws(APIFault) in
      try await goOnByItself(visitor)
      var run = try run(of: visitor)
      let view = JourneyView(journey: run.journey)
      guard let place = take.place, place == view.place, view.may.contains("microphone") else {
        return
      }
      _ = try await led { () async throws(JourneyFault) in
        try await run.take(.microphone(.granted))
      }
    }
  }

  /// Forgets the takes of somebody of whom nothing is kept.
  func forgetTakes(of person: String) throws(APIFault) {
    guard let takes else { return }
    let user = home.store.userHash(of: person)
    try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try takes.removeAll(of: user) }
    }
  }
}

extension KeptTakes {
  /// What may stand in the answer to one, as JSON Schema.
  static var jsonSchema: JSONValue {
    [
      "type": "object", "required": ["schema", "sha256", "kept_at"],
      "properties": [
        "schema": ["const": "sagevoice/recording-kept/1"], "sha256": ["type": "string"],
        "kept_at": ["type": "string"],
      ],
    ]
  }
}

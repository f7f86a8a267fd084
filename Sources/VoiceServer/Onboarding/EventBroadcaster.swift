package import Onboarding
package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// An event broadcaster with a replay buffer per person.
package final class EventBroadcaster: Sendable {
  /// The size of the replay buffer in events [E].
  private static let kept = 64

  /// The maximum number of people without listeners in the replay buffer [E]. The oldest is evicted.
  static let mostPeople = 1024

  private struct Person {
    var notes: [(number: Int, event: ServerEvent)] = []
    var listeners: [Int: AsyncStream<ServerEvent>.Continuation] = [:]
  }

  private struct State {
    var people: [UserHash: Person] = [:]
    /// The people without listeners, in the order of their last event or listener.
    var unheard: [UserHash] = []
    /// The number of the last event. It is shared, so an evicted person never repeats a number.
    var number = 0
    var nextListener = 0
    var isClosed = false
  }

  /// The id of this run; event ids of other runs are ignored.
  private let run: String

  private let state = Mutex(State())

  /// Creates a broadcaster whose event ids begin with the id of a run.
  package init(run: String) { self.run = run }

  package func publish(_ note: FlowLogEntry, of user: UserHash) {
    state.withLock { state in
      state.number += 1
      let event = ServerEvent(
        id: "\(run)-\(state.number)", name: "journey", data: note.json.text(.compact))
      var person = state.people[user] ?? Person()
      person.notes.append((state.number, event))
      if person.notes.count > Self.kept { person.notes.removeFirst() }
      for listener in person.listeners.values { listener.yield(event) }
      state.people[user] = person
      Self.evict(&state, after: user)
    }
  }

  /// Moves a person without listeners to the end of the eviction order and evicts the first above
  /// the maximum. A person without events and listeners is dropped at once.
  private static func evict(_ state: inout State, after user: UserHash) {
    state.unheard.removeAll { $0 == user }
    guard let person = state.people[user], person.listeners.isEmpty else { return }
    guard !person.notes.isEmpty else {
      state.people[user] = nil
      return
    }
    state.unheard.append(user)
    guard state.unheard.count > mostPeople else { return }
    state.people[state.unheard.removeFirst()] = nil
  }

  /// Returns the future events of a person, preceded by the buffered events after `last`. An id of
  /// another run replays the whole buffer.
  func updates(of user: UserHash, after last: String?) -> AsyncStream<ServerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ServerEvent.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      var person = state.people[user] ?? Person()
      if let last {
        let seen = place(of: last) ?? 0
        for note in person.notes where note.number > seen { continuation.yield(note.event) }
      }
      state.nextListener += 1
      person.listeners[state.nextListener] = continuation
      state.people[user] = person
      Self.evict(&state, after: user)
      return state.nextListener
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in
        state.people[user]?.listeners[number] = nil
        Self.evict(&state, after: user)
      }
    }
    return stream
  }

  private func place(of id: String) -> Int? {
    id.hasPrefix(run + "-") ? Int(id.dropFirst(run.count + 1)) : nil
  }

  /// The number of people with listeners or kept events.
  var people: Int { state.withLock { $0.people.count } }

  /// The number of open streams.
  var listeners: Int { state.withLock { $0.people.values.reduce(0) { $0 + $1.listeners.count } } }

  /// Ends all streams, current and future.
  package func close() {
    let ended = state.withLock { state -> [AsyncStream<ServerEvent>.Continuation] in
      state.isClosed = true
      return state.people.values.flatMap { $0.listeners.values }
    }
    for continuation in ended { continuation.finish() }
  }
}

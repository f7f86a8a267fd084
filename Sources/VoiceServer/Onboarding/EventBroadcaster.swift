package import Onboarding
package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// An event broadcaster with a replay buffer per person.
package final class EventBroadcaster: Sendable {
  /// The size of the replay buffer in events [E].
  private static let kept = 64

  /// The maximum number of replay buffers; the oldest without listeners is evicted [E].
  private static let mostPeople = 4096

  private struct Person {
    var next = 1
    var notes: [(number: Int, event: ServerEvent)] = []
    var listeners: [Int: AsyncStream<ServerEvent>.Continuation] = [:]
  }

  private struct State {
    var people: [UserHash: Person] = [:]
    var order: [UserHash] = []
    var nextListener = 0
    var isClosed = false
  }

  /// The id of this run; event ids of other runs are ignored.
  private let run: String

  private let state = Mutex(State())

  /// Creates a broadcaster whose event ids begin with the id of a run.
  package init(run: String) { self.run = run }

  /// Publishes a note to the listeners of a person.
  package func publish(_ note: FlowLogEntry, of user: UserHash) {
    state.withLock { state in
      var person = state.people[user] ?? Person()
      if state.people[user] == nil { state.order.append(user) }
      let event = ServerEvent(
        id: "\(run)-\(person.next)", name: "journey", data: note.json.text(.compact))
      person.notes.append((person.next, event))
      if person.notes.count > Self.kept { person.notes.removeFirst() }
      person.next += 1
      for listener in person.listeners.values { listener.yield(event) }
      state.people[user] = person
      forgetOldest(&state)
    }
  }

  private func forgetOldest(_ state: inout State) {
    guard state.order.count > Self.mostPeople else { return }
    guard
      let place = state.order.firstIndex(where: {
        state.people[$0]?.listeners.isEmpty ?? true
      })
    else { return }
    state.people[state.order.remove(at: place)] = nil
  }

  /// Returns the future events of a person, preceded by the buffered events after `last`. An id of
  /// another run replays the whole buffer.
  func updates(of user: UserHash, after last: String?) -> AsyncStream<ServerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ServerEvent.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      var person = state.people[user] ?? Person()
      if state.people[user] == nil { state.order.append(user) }
      if let last {
        let seen = place(of: last) ?? 0
        for note in person.notes where note.number > seen { continuation.yield(note.event) }
      }
      state.nextListener += 1
      person.listeners[state.nextListener] = continuation
      state.people[user] = person
      return state.nextListener
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.people[user]?.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  private func place(of id: String) -> Int? {
    id.hasPrefix(run + "-") ? Int(id.dropFirst(run.count + 1)) : nil
  }

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

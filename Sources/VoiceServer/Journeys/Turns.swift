// One thing after the other: what happens to a person's journey waits for what is happening to it, in the
// order in which it came. Two tabs, or a tab that sends twice, cannot be at the same step at once.

internal import Synchronization

/// Turns of people.
final class Turns: Sendable {
  /// Who may wait for one person; more is no person's doing [E].
  private static let mostWaiting = 16

  private struct State {
    /// Those who wait, by the person whose turn somebody has.
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Begins a turn of a person, once those before are over. `end` has to follow.
  func begin(_ person: String) async throws(APIFault) {
    enum Place { case first, queue, full }
    let place = state.withLock { state -> Place in
      guard let waiting = state.waiting[person] else {
        state.waiting[person] = []
        return .first
      }
      return waiting.count < Self.mostWaiting ? .queue : .full
    }
    switch place {
    case .first: return
    case .full: throw APIFault(.busy)
    case .queue: await withCheckedContinuation { wait(for: person, $0) }
    }
  }

  private func wait(for person: String, _ continuation: CheckedContinuation<Void, Never>) {
    let isFree = state.withLock { state -> Bool in
      guard state.waiting[person] != nil else {
        state.waiting[person] = []
        return true
      }
      state.waiting[person]?.append(continuation)
      return false
    }
    if isFree { continuation.resume() }
  }

  /// Ends a turn.
  func end(_ person: String) {
    let next = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard var waiting = state.waiting[person], !waiting.isEmpty else {
        state.waiting[person] = nil
        guard state.waiting.isEmpty else { return [] }
        defer { state.idle = [] }
        return state.idle
      }
      let first = waiting.removeFirst()
      state.waiting[person] = waiting
      return [first]
    }
    for continuation in next { continuation.resume() }
  }

  /// Whether somebody has a turn of a person.
  func isTaken(_ person: String) -> Bool { state.withLock { $0.waiting[person] != nil } }

  /// Returns when nobody has a turn.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state -> Bool in
        if state.waiting.isEmpty { return true }
        state.idle.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Does something in a turn of a person.
  func during<Value: Sendable>(
    _ person: String, _ body: () async throws(APIFault) -> Value
  ) async throws(APIFault) -> Value {
    try await begin(person)
    defer { end(person) }
    return try await body()
  }
}

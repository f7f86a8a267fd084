// Serial execution per person, in order of arrival. Concurrent requests of two tabs cannot run the
// same step.

internal import Synchronization

/// A serial queue per person.
final class KeyedSerialQueue: Sendable {
  /// The maximum number of waiting tasks per person [E].
  private static let mostWaiting = 16

  private struct State {
    /// The waiting tasks of each person with a running task.
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits for the queue of a person and acquires it. The caller must call `end`.
  /// - Throws: `.busy` when the queue is full.
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

  /// Releases the queue of a person.
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

  /// Returns whether a task of a person is running.
  func isTaken(_ person: String) -> Bool { state.withLock { $0.waiting[person] != nil } }

  /// Waits until no task is running.
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

  /// Runs `body` in the queue of a person.
  func during<Value: Sendable>(
    _ person: String, _ body: () async throws(APIFault) -> Value
  ) async throws(APIFault) -> Value {
    try await begin(person)
    defer { end(person) }
    return try await body()
  }
}

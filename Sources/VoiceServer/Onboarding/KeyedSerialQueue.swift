// Serial execution per person, in order of arrival. Concurrent requests of two tabs cannot run the
// same step.

internal import Synchronization

final class KeyedSerialQueue: Sendable {
  /// The maximum number of waiting tasks per person [E].
  static let mostWaiting = 16

  private struct State {
    /// The waiting tasks of each person with a running task.
    var waiting: [String: [CheckedContinuation<Bool, Never>]] = [:]
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits for the queue of a person and acquires it. The caller must call `end`.
  /// - Throws: `.busy` when the queue is full.
  func begin(_ person: String) async throws {
    // One lock decides and appends, so concurrent callers cannot exceed the maximum.
    let hasBegun = await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        guard let waiting = state.waiting[person] else {
          state.waiting[person] = []
          return true
        }
        guard waiting.count < Self.mostWaiting else { return false }
        state.waiting[person]?.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
    guard hasBegun else { throw APIFault(.busy) }
  }

  /// Releases the queue of a person.
  func end(_ person: String) {
    let (next, idle) = state.withLock {
      state -> (CheckedContinuation<Bool, Never>?, [CheckedContinuation<Void, Never>]) in
      guard var waiting = state.waiting[person], !waiting.isEmpty else {
        state.waiting[person] = nil
        guard state.waiting.isEmpty else { return (nil, []) }
        defer { state.idle = [] }
        return (nil, state.idle)
      }
      let first = waiting.removeFirst()
      state.waiting[person] = waiting
      return (first, [])
    }
    next?.resume(returning: true)
    for continuation in idle { continuation.resume() }
  }

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

  func during<Value: Sendable>(
    _ person: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await begin(person)
    defer { end(person) }
    return try await body()
  }
}

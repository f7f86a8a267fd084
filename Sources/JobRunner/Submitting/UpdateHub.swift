// The streams of updates of sessions: each gets the stored state first, then every step, and ends
// with the recording.

internal import RecordStore
internal import Synchronization

/// The streams of updates.
final class UpdateHub: Sendable {
  /// Updates buffered for a slow reader; the newest stay.
  private static let kept = 64

  private struct Listener {
    let session: SessionID
    let stream: AsyncStream<JobUpdate>.Continuation
    /// Updates during the read of the store; nil afterwards.
    var held: [JobUpdate]? = []
    var hasEnded = false
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  var count: Int { state.withLock { $0.listeners.count } }

  /// The updates of a session.
  /// - Parameter first: The stored update, and whether more may come; called once the stream is
  ///   registered, so that no update is missed.
  func updates(
    of session: SessionID, after first: () -> (update: JobUpdate?, mayGoOn: Bool)
  ) -> AsyncStream<JobUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: JobUpdate.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(session: session, stream: continuation)
      return state.next
    }
    let (update, mayGoOn) = first()
    if let update { continuation.yield(update) }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    let isOver = state.withLock { state -> Bool in
      guard let listener = state.listeners[number] else { return true }
      // The stored update comes once.
      for later in listener.held ?? [] where update.map({ later.phase.follows($0.phase) }) ?? true {
        continuation.yield(later)
      }
      state.listeners[number]?.held = nil
      return listener.hasEnded || !mayGoOn
    }
    if isOver { continuation.finish() }
    return stream
  }

  /// Publishes an update of a session.
  func publish(_ update: JobUpdate, of session: SessionID) {
    state.withLock { state in
      for (number, listener) in state.listeners where listener.session == session {
        if listener.held == nil {
          listener.stream.yield(update)
        } else {
          state.listeners[number]?.held?.append(update)
        }
      }
    }
  }

  func end(_ session: SessionID) { end { $0.session == session } }

  /// Ends all present and later streams.
  func close() {
    state.withLock { $0.isClosed = true }
    end { _ in true }
  }

  private func end(_ isMeant: (Listener) -> Bool) {
    let ended = state.withLock { state -> [AsyncStream<JobUpdate>.Continuation] in
      var ended: [AsyncStream<JobUpdate>.Continuation] = []
      for (number, listener) in state.listeners where isMeant(listener) {
        if listener.held == nil {
          ended.append(listener.stream)
        } else {
          state.listeners[number]?.hasEnded = true
        }
      }
      return ended
    }
    // Outside of the lock: the end of a stream calls `onTermination`.
    for stream in ended { stream.finish() }
  }
}

// Updates of a runner for its subscribers. Listeners get all of them. The stream of a session starts
// with the state in the store and ends with the job.

internal import RecordStore
internal import Synchronization

final class UpdateHub: Sendable {
  /// Buffered updates per stream; the newest stay.
  private static let bufferSize = 64

  private struct Subscription {
    let session: String
    let stream: AsyncStream<JobUpdate>.Continuation
    /// Updates during the query of the store; nil after it.
    var held: [JobUpdate]? = []
    var hasEnded = false
  }

  private struct State {
    var listeners: [@Sendable (JobUpdate) -> Void] = []
    var subscriptions: [Int: Subscription] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Adds a listener, which is called on the thread of the step and must not wait.
  func add(_ listener: @escaping @Sendable (JobUpdate) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// The updates of a session.
  /// - Parameter query: Update from the store, and whether more may follow. It runs after the
  ///   subscription starts, so that no update is lost in between.
  func updates(
    of session: SessionID, after query: () -> (update: JobUpdate?, mayGoOn: Bool)
  ) -> AsyncStream<JobUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: JobUpdate.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.subscriptions[state.next] = Subscription(session: session.text, stream: continuation)
      return state.next
    }
    let (update, mayGoOn) = query()
    if let update { continuation.yield(update) }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.subscriptions.removeValue(forKey: number) }
    }
    let isOver = state.withLock { state -> Bool in
      guard let subscription = state.subscriptions[number] else { return true }
      // Phases up to that of the store are not repeated.
      for later in subscription.held ?? []
      where update.map({ later.phase.follows($0.phase) }) ?? true {
        continuation.yield(later)
      }
      state.subscriptions[number]?.held = nil
      return subscription.hasEnded || !mayGoOn
    }
    if isOver { continuation.finish() }
    return stream
  }

  func publish(_ update: JobUpdate) {
    for listener in state.withLock({ $0.listeners }) { listener(update) }
    state.withLock { state in
      for (number, subscription) in state.subscriptions
      where subscription.session == update.session {
        if subscription.held == nil {
          subscription.stream.yield(update)
        } else {
          state.subscriptions[number]?.held?.append(update)
        }
      }
    }
  }

  /// Ends the streams of a session.
  func end(_ session: SessionID) { end { $0.session == session.text } }

  /// Ends all streams; later ones end after the state in the store.
  func close() {
    state.withLock { $0.isClosed = true }
    end { _ in true }
  }

  private func end(_ isMeant: (Subscription) -> Bool) {
    let ended = state.withLock { state in
      for (number, subscription) in state.subscriptions where isMeant(subscription) {
        state.subscriptions[number]?.hasEnded = true
      }
      return state.subscriptions.values.filter { isMeant($0) && $0.held == nil }.map(\.stream)
    }
    // Outside of the lock: the end of a stream removes its subscription.
    for stream in ended { stream.finish() }
  }
}

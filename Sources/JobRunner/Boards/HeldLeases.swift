// The leases of a worker, said again at a third of their length by a thread of its own: an analysis
// takes as long as it takes.

internal import Dispatch
internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoicePipeline

/// Which jobs a worker holds, as far as it knows.
final class HeldLeases: Sendable {
  private struct State {
    /// When each was last known to be held.
    var seen: [JobLease: Duration] = [:]
    var isStopping = false
  }

  private let board: any JobBoard
  private let lease: Duration
  private let environment: RunEnvironment
  private let logger: Logger
  private let state = Mutex(State())
  private let stopping = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  init(_ board: any JobBoard, lease: Duration, environment: RunEnvironment, logger: Logger) {
    (self.board, self.lease) = (board, lease)
    (self.environment, self.logger) = (environment, logger)
  }

  func start() {
    group.runOnOwnThread {
      while self.stopping.wait(timeout: .now() + self.lease.interval / 3) == .timedOut {
        self.renew()
      }
    }
  }

  func stop() {
    stopping.signal()
    group.wait()
  }

  func add(_ leases: [JobLease], at time: Duration) {
    state.withLock { state in for lease in leases { state.seen[lease] = time } }
  }

  func remove(_ leases: [JobLease]) {
    state.withLock { state in for lease in leases { state.seen[lease] = nil } }
  }

  /// Whether a lease may still be held; the board alone knows.
  func holds(_ lease: JobLease) -> Bool {
    let now = environment.elapsed()
    return state.withLock { $0.seen[lease].map { now - $0 < self.lease } ?? false }
  }

  private func renew() {
    let (leases, now) = (state.withLock { Array($0.seen.keys) }, environment.elapsed())
    guard !leases.isEmpty else { return }
    do throws(StoreError) {
      let kept = try board.heartbeat(leases, for: lease)
      state.withLock { state in
        for lease in leases where state.seen[lease] != nil {
          state.seen[lease] = kept.contains(lease) ? now : nil
        }
      }
    } catch {
      logger.warning("leases were not renewed: \(error.description)")
    }
  }
}

extension Duration {
  /// The same for a dispatch queue, to the microsecond.
  var interval: Double { self / .seconds(1) }
}

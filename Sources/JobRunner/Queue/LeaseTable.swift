// The leases of a worker. A thread renews them at a third of their length.

internal import Dispatch
internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoicePipeline

/// The leases that a worker holds, as far as it knows.
final class LeaseTable: Sendable {
  private struct Entry {
    let store: RecordStore
    /// When the lease was last known to be valid.
    var seen: Duration
  }

  private let duration: Duration
  private let environment: RunEnvironment
  private let logger: Logger
  private let entries = Mutex<[JobLease: Entry]>([:])
  private let stopping = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  init(lasting duration: Duration, environment: RunEnvironment, logger: Logger) {
    (self.duration, self.environment, self.logger) = (duration, environment, logger)
  }

  func start() {
    group.runOnOwnThread {
      let interval = self.duration / .seconds(3)
      while self.stopping.wait(timeout: .now() + interval) == .timedOut { self.renew() }
    }
  }

  func stop() {
    stopping.signal()
    group.wait()
  }

  /// - Parameter time: The time before the claim.
  func add(_ leases: [JobLease], of store: RecordStore, at time: Duration) {
    entries.withLock { entries in
      for lease in leases { entries[lease] = Entry(store: store, seen: time) }
    }
  }

  func remove(_ lease: JobLease) { entries.withLock { _ = $0.removeValue(forKey: lease) } }

  /// Whether a lease may still be valid. The store alone knows.
  func holds(_ lease: JobLease) -> Bool {
    let now = environment.elapsed()
    return entries.withLock { $0[lease].map { now - $0.seen < duration } ?? false }
  }

  private func renew() {
    let now = environment.elapsed()
    let held = entries.withLock { $0.map { ($0.key, $0.value.store) } }
    for (_, group) in Dictionary(grouping: held, by: \.0.tenant) {
      guard let store = group.first?.1 else { continue }
      let leases = group.map(\.0)
      do throws(StoreError) {
        let valid = try store.renew(leases, for: duration)
        entries.withLock { entries in
          for lease in leases where entries[lease] != nil {
            if valid.contains(lease) { entries[lease]?.seen = now } else { entries[lease] = nil }
          }
        }
      } catch {
        logger.warning("leases were not renewed: \(error.description)")
      }
    }
  }
}

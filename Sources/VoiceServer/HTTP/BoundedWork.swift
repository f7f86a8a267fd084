// Concurrency limits per person. Guests sign up without a check, so each person gets a small share.

internal import Synchronization

/// A class of work with a concurrency limit per person.
enum BoundedWork: Sendable {
  case reports
  case exports
  case recordings
  case eventStreams

  /// The maximum of concurrent requests per person [E]: one stream for each of eight tabs, and
  /// downloads of 24 MiB in memory.
  var most: Int {
    switch self {
    case .reports, .exports: 2
    case .recordings, .eventStreams: 8
    }
  }
}

/// The running requests of bounded work, counted by person.
final class WorkSlots: Sendable {
  fileprivate struct Key: Hashable {
    let work: BoundedWork
    let holder: String
  }

  private let running = Mutex<[Key: Int]>([:])

  /// Acquires a slot for one request; nil at the limit of the holder.
  func share(of work: BoundedWork, for holder: String) -> WorkSlot? {
    let key = Key(work: work, holder: holder)
    let isFree = running.withLock { running -> Bool in
      let count = running[key, default: 0]
      guard count < work.most else { return false }
      running[key] = count + 1
      return true
    }
    return isFree ? WorkSlot(key, of: self) : nil
  }

  fileprivate func release(_ key: Key) {
    running.withLock { running in
      let left = (running[key] ?? 1) - 1
      running[key] = left == 0 ? nil : left
    }
  }
}

/// A slot of one request. It is released when the response has been sent.
final class WorkSlot: Sendable {
  private let key: WorkSlots.Key
  private let shares: WorkSlots

  fileprivate init(_ key: WorkSlots.Key, of shares: WorkSlots) {
    (self.key, self.shares) = (key, shares)
  }

  deinit { shares.release(key) }
}

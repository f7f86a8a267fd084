// Work of one person at a time: guests sign themselves up, so no person may have much done at once.

internal import Synchronization

/// Work that a person may have done a few times at once.
enum BoundedWork: Sendable {
  case reports
  case exports
  case recordings
  case eventStreams

  /// Requests of one person at a time [E]: a stream for each of eight tabs, and downloads of 24 MiB in memory.
  var most: Int {
    switch self {
    case .reports, .exports: 2
    case .recordings, .eventStreams: 8
    }
  }
}

/// The bounded work that runs, by person.
final class WorkShares: Sendable {
  fileprivate struct Key: Hashable {
    let work: BoundedWork
    let holder: String
  }

  private let running = Mutex<[Key: Int]>([:])

  /// A share for one more request; nil where the holder has as many as it may have.
  func share(of work: BoundedWork, for holder: String) -> WorkShare? {
    let key = Key(work: work, holder: holder)
    let isFree = running.withLock { running -> Bool in
      let count = running[key, default: 0]
      guard count < work.most else { return false }
      running[key] = count + 1
      return true
    }
    return isFree ? WorkShare(key, of: self) : nil
  }

  fileprivate func giveBack(_ key: Key) {
    running.withLock { running in
      let left = (running[key] ?? 1) - 1
      running[key] = left == 0 ? nil : left
    }
  }
}

/// One request of bounded work; its place is free again when the answer has been sent.
final class WorkShare: Sendable {
  private let key: WorkShares.Key
  private let shares: WorkShares

  fileprivate init(_ key: WorkShares.Key, of shares: WorkShares) {
    (self.key, self.shares) = (key, shares)
  }

  deinit { shares.giveBack(key) }
}

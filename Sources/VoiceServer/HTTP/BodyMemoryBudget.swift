internal import Synchronization

/// The memory budget for request bodies, shared by all requests.
package final class BodyMemoryBudget: Sendable {
  private let most: Int
  private let taken = Mutex(0)

  package init(mostBytes: Int) { most = mostBytes }

  package var bytes: Int { taken.withLock { $0 } }

  fileprivate func reserve(_ bytes: Int) -> Bool {
    taken.withLock { taken in
      guard taken + bytes <= most else { return false }
      taken += bytes
      return true
    }
  }

  fileprivate func release(_ bytes: Int) { taken.withLock { $0 -= bytes } }
}

/// The reservation of one request. It is released at deinitialization.
package final class BodyMemoryReservation: Sendable {
  private let intake: BodyMemoryBudget
  private let taken = Mutex(0)

  package init(of intake: BodyMemoryBudget) { self.intake = intake }

  /// Reserves more bytes; false when the budget has no room.
  func reserve(_ bytes: Int) -> Bool {
    guard intake.reserve(bytes) else { return false }
    taken.withLock { $0 += bytes }
    return true
  }

  deinit { intake.release(taken.withLock { $0 }) }
}

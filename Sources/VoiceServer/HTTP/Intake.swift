// How much of what is being sent may be in memory: so many people can send at once, and no more than a
// machine has room for.

internal import Synchronization

/// The bytes of bodies that are in memory, of all requests together.
package final class Intake: Sendable {
  private let most: Int
  private let taken = Mutex(0)

  /// Room for so many bytes.
  package init(mostBytes: Int) { most = mostBytes }

  /// The bytes that are taken.
  package var bytes: Int { taken.withLock { $0 } }

  fileprivate func take(_ bytes: Int) -> Bool {
    taken.withLock { taken in
      guard taken + bytes <= most else { return false }
      taken += bytes
      return true
    }
  }

  fileprivate func giveBack(_ bytes: Int) { taken.withLock { $0 -= bytes } }
}

/// What one request has of it, given back when nobody knows the request any more.
package final class IntakeShare: Sendable {
  private let intake: Intake
  private let taken = Mutex(0)

  /// A share of nothing yet.
  package init(of intake: Intake) { self.intake = intake }

  /// Takes more, where there is room for it.
  func take(_ bytes: Int) -> Bool {
    guard intake.take(bytes) else { return false }
    taken.withLock { $0 += bytes }
    return true
  }

  deinit { intake.giveBack(taken.withLock { $0 }) }
}

package import RecordStore
internal import Synchronization

/// A clock that a test moves.
package final class FixedClock: StoreClock {
  private let time: Mutex<StoreTime>

  /// A clock that stands.
  package init(_ time: StoreTime = StoreTime(milliseconds: 1_769_850_000_000)) {
    self.time = Mutex(time)
  }

  package func now() -> StoreTime { time.withLock { $0 } }

  /// Moves the clock; back with a negative number.
  package func advance(milliseconds: Int64) {
    time.withLock { $0 = StoreTime(milliseconds: $0.milliseconds + milliseconds) }
  }
}

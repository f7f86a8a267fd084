package import RecordStore
internal import Synchronization

/// A manual clock.
package final class FixedClock: StoreClock {
  private let time: Mutex<StoreTime>

  /// A stopped clock.
  package init(_ time: StoreTime = StoreTime(milliseconds: 1_769_850_000_000)) {
    self.time = Mutex(time)
  }

  package func now() -> StoreTime { time.withLock { $0 } }

  /// Advances the clock. A negative number sets it back.
  package func advance(milliseconds: Int64) {
    time.withLock { $0 = StoreTime(milliseconds: $0.milliseconds + milliseconds) }
  }
}

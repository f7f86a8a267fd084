internal import Glibc

/// System clock. It may be set back while the program runs.
package struct SystemClock: StoreClock {
  /// Creates the clock.
  package init() {}

  package func now() -> StoreTime {
    var time = timespec()
    // The system fills one `timespec`.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return StoreTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

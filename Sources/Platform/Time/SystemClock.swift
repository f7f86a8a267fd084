// The clock of the machine.

internal import Glibc

/// The machine's clock; it may be set back while the program runs.
package struct SystemClock: StoreClock {
  /// The clock.
  package init() {}

  package func now() -> StoreTime {
    var time = timespec()
    // The system writes one `timespec`, which `time` is.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return StoreTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

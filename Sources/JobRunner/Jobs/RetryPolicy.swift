// How long to wait before trying again. No chance in it: the watcher is alone with its inbox, so
// there is no crowd to spread, and a run can be repeated.

/// Waits that double from fault to fault, up to a longest.
package struct RetryPolicy: Sendable, Equatable {
  /// The wait after a first fault: long enough for a lock or a busy file to pass [E].
  package var first: Duration = .milliseconds(200)

  /// The longest wait: a disk that was made free again is noticed within it [E].
  package var longest: Duration = .seconds(30)

  /// Times a recording is read that its disk does not give out, 6 s in all [E].
  package var sourceAttempts = 6

  /// The waits of a watcher.
  package init() {}

  /// The wait after a number of faults in a row, from 1 up.
  package func delay(after faults: Int) -> Duration {
    precondition(faults > 0, "the number of faults must be positive")
    var delay = first
    for _ in 1..<faults where delay < longest { delay *= 2 }
    return min(delay, longest)
  }
}

import CommandSupport
import RecordStore
import Synchronization

/// A progress bar for store operations, which report their total when they start.
struct StoreProgressBar {
  private let isShown: Bool

  /// Creates a bar, shown on a terminal unless quiet.
  init(_ verbosity: Verbosity) { isShown = verbosity == .usual && StandardStreams.errorIsTerminal }

  /// Runs work with progress reports, and clears the bar at its end.
  func during<Value>(_ work: (@escaping StoreProgress) throws -> Value) rethrows -> Value {
    let shown = Shown(isShown: isShown)
    defer { shown.bar(of: 0).clear() }
    return try work { done, total in shown.bar(of: total).draw(done: done) }
  }
}

/// The current bar. A change of the total starts a new bar with its own rate.
private final class Shown: Sendable {
  private let isShown: Bool
  private let current = Mutex<ProgressBar?>(nil)

  init(isShown: Bool) { self.isShown = isShown }

  func bar(of total: Int) -> ProgressBar {
    current.withLock { current in
      if let current, current.total == total { return current }
      let bar = ProgressBar(total: total, isShown: isShown)
      current = bar
      return bar
    }
  }
}

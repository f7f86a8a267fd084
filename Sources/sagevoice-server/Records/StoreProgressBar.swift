// The bar of a command on a store: how many sessions or steps are done.

import CommandSupport
import RecordStore
import Synchronization

/// A bar whose length is known when the work begins.
struct StoreProgressBar {
  private let isShown: Bool

  /// A bar for a person at a terminal, unless quiet.
  init(_ verbosity: Verbosity) {
    isShown = verbosity == .usual && StandardStreams.errorIsTerminal
  }

  /// Does something that tells how far it is; the bar is gone when it ends.
  func during<Value, Fault: Error>(
    _ work: (@escaping StoreProgress) throws(Fault) -> Value
  ) throws(Fault) -> Value {
    let shown = Shown(isShown: isShown)
    defer { shown.bar(of: 0).clear() }
    return try work { done, total in shown.bar(of: total).draw(done: done) }
  }
}

/// The bar of a piece of work; one of another length begins anew, with its own rate.
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

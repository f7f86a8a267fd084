// The bar of a command on a store: how many sessions or steps are done.

import RecordStore

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
    defer { ProgressBar(total: 0, isShown: isShown).clear() }
    return try work { [isShown] done, total in
      ProgressBar(total: total, isShown: isShown).draw(done: done)
    }
  }
}

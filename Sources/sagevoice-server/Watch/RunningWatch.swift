// The watch that is running, for what is made before it and may end it.

import CommandSupport
import JobRunner
import Logging
import Synchronization

/// A watcher that is known once it was made.
final class RunningWatch: Sendable {
  private struct State {
    var watcher: Watcher?
    var isToStop = false
  }

  private let state = Mutex(State())

  /// Takes in which it is; one that was to stop before that stops at once.
  func began(_ watcher: Watcher) {
    let isToStop = state.withLock { state in
      state.watcher = watcher
      return state.isToStop
    }
    if isToStop { watcher.stop() }
  }

  /// Ends it after the recordings in hand.
  func stop() {
    let watcher = state.withLock { state in
      state.isToStop = true
      return state.watcher
    }
    watcher?.stop()
  }
}

extension UpdateWriter {
  /// A writer for a watch, which ends when nobody takes its updates any more.
  convenience init(of watch: RunningWatch, _ logger: Logger) {
    self.init {
      logger.warning("updates are not read, and some were lost")
    } whenBroken: {
      watch.stop()
    }
    lookForReader()
  }
}

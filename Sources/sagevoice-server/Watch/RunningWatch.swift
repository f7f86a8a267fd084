import CommandSupport
import JobRunner
import Logging
import Synchronization

/// A reference to the watcher for components that exist before it and may stop it.
final class RunningWatch: Sendable {
  private struct State {
    var watcher: Watcher?
    var isToStop = false
  }

  private let state = Mutex(State())

  /// Sets the watcher; an earlier stop request takes effect immediately.
  func began(_ watcher: Watcher) {
    let isToStop = state.withLock { state in
      state.watcher = watcher
      return state.isToStop
    }
    if isToStop { watcher.stop() }
  }

  /// Stops the watcher after the current recordings.
  func stop() {
    let watcher = state.withLock { state in
      state.isToStop = true
      return state.watcher
    }
    watcher?.stop()
  }
}

extension UpdateWriter {
  /// Creates a writer that stops the watch when the reader of standard output is gone.
  convenience init(of watch: RunningWatch, _ logger: Logger) {
    self.init {
      logger.warning("the reader of --updates is too slow; some updates were lost")
    } whenBroken: {
      watch.stop()
    }
    pollReader()
  }
}

import CommandSupport
import Dispatch
import Glibc
import JobRunner
import Logging
import Synchronization

/// The signal handlers of a watch. SIGTERM and Ctrl-C stop it after the current recordings, a second signal at once.
struct WatchSignals {
  private let sources: [any DispatchSourceSignal]

  /// Returns when both handlers are installed. Until then a signal ends the process.
  /// - Parameter stop: Called at the first signal.
  init(stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal(stop: stop)
    let queue = DispatchQueue(label: "sagevoice.signals")
    sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      let isInstalled = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isInstalled.signal() }
      source.setEventHandler { first.arrived() }
      source.resume()
      isInstalled.wait()
      return source
    }
  }

  static var processID: Int32 { getpid() }

  func cancel() { sources.forEach { $0.cancel() } }
}

/// The distinction between the first and later signals.
private final class FirstSignal: Sendable {
  private let hasArrived = Atomic<Bool>(false)
  private let stop: @Sendable () -> Void

  init(stop: @escaping @Sendable () -> Void) { self.stop = stop }

  func arrived() {
    if hasArrived.exchange(true, ordering: .relaxed) { ExitStatus.interrupted.endAtOnce() }
    stop()
  }
}

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

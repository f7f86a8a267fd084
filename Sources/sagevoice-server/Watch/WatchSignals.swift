// SIGTERM and Ctrl-C stop a watch after the current recordings, a second signal at once.

import CommandSupport
import Dispatch
import Glibc
import Synchronization

/// The signal handlers of a watch.
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

  /// The id of this process.
  static var processID: Int32 { getpid() }

  /// Removes the handlers.
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

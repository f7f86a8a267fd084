// SIGTERM and Ctrl-C end a watch between two recordings; a second one ends it at once, which loses
// nothing: what was claimed is taken up at the next start.

import CommandSupport
import Dispatch
import Glibc
import Synchronization

/// Listens for the signals that end a watch.
struct WatchSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter stop: Called at the first signal.
  init(stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal(stop: stop)
    let queue = DispatchQueue(label: "sagevoice.signals")
    sources = [SIGTERM, SIGINT].map { number in
      // Otherwise the process would end before the source hears of it.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { first.arrived() }
      source.resume()
      return source
    }
  }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// Listens no longer.
  func forget() { sources.forEach { $0.cancel() } }
}

/// Tells the first signal from those after it.
private final class FirstSignal: Sendable {
  private let hasArrived = Atomic<Bool>(false)
  private let stop: @Sendable () -> Void

  init(stop: @escaping @Sendable () -> Void) { self.stop = stop }

  func arrived() {
    if hasArrived.exchange(true, ordering: .relaxed) { ExitStatus.interrupted.endAtOnce() }
    stop()
  }
}

// Ctrl-C ends a batch after the current recording; a second one ends the process at once.

import Glibc
import Synchronization

package enum Interruption {
  private static let wasRequested = Atomic<Bool>(false)

  /// True after the first SIGINT.
  package static var isRequested: Bool { wasRequested.load(ordering: .relaxed) }

  /// Installs the SIGINT handler, so that no write ends in the middle.
  package static func watch() {
    guard CommandEnvironment.current == nil else { return }
    _ = signal(SIGINT) { _ in
      // An atomic exchange and _exit are async-signal-safe.
      if Interruption.wasRequested.exchange(true, ordering: .relaxed) {
        ExitStatus.interrupted.endAtOnce()
      }
    }
  }
}

extension ExitStatus {
  /// Ends the process immediately, without cleanup.
  package func endAtOnce() -> Never { _exit(rawValue) }
}

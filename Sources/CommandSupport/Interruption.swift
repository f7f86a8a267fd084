// Ctrl-C ends a batch between two recordings, so that no document is cut in half; a second one
// ends it at once.

import Glibc
import Synchronization

/// Whether the user asked for an end.
package enum Interruption {
  private static let wasRequested = Atomic<Bool>(false)

  /// True from the first SIGINT on.
  package static var isRequested: Bool { wasRequested.load(ordering: .relaxed) }

  /// Takes SIGINT over from the default of ending the process in the middle of a write.
  package static func watch() {
    guard CommandEnvironment.current == nil else { return }
    _ = signal(SIGINT) { _ in
      // Only an atomic exchange and _exit: both are allowed in a signal handler.
      if Interruption.wasRequested.exchange(true, ordering: .relaxed) {
        ExitStatus.interrupted.endAtOnce()
      }
    }
  }
}

extension ExitStatus {
  /// Ends the process where it stands, whatever its threads are doing.
  package func endAtOnce() -> Never { _exit(rawValue) }
}

// Notifications by sd_notify(3): readiness, watchdog, status and stopping.

import CommandSupport
import JobRunner
import Synchronization

/// The notification socket of the service manager.
final class ServiceManager: Sendable {
  private let address: LocalAddress
  private let isReady = Mutex(false)

  /// Creates the socket from the environment; nil without one.
  init?() {
    guard let address = EnvironmentVariable.notifySocket.value.flatMap(LocalAddress.init) else {
      return nil
    }
    self.address = address
  }

  /// Sends the state of the watch. A failed readiness notification is repeated with the next
  /// heartbeat.
  func notify(_ beat: Heartbeat) {
    switch beat {
    case .watching(let trouble):
      let status = "WATCHDOG=1\nSTATUS=" + (trouble.map { "degraded: \($0)" } ?? "watching")
      isReady.withLock { isReady in
        let isSent = address.send(isReady ? status : "READY=1\n" + status)
        isReady = isReady || isSent
      }
    case .ending: _ = address.send("STOPPING=1\nSTATUS=ending")
    }
  }
}

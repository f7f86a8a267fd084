// What a watch tells the service manager that started it, by the protocol of sd_notify(3): that it is
// ready, that it is alive, what it is doing, and that it ends. A watch that hangs says nothing, and is
// started again where the unit has a watchdog.

import CommandSupport
import JobRunner
import Synchronization

/// The service manager that wants to hear of this process.
final class ServiceManager: Sendable {
  private let address: LocalAddress
  private let isReady = Mutex(false)

  /// The one that the environment names; nil where none does.
  init?() {
    guard let address = EnvironmentVariable.notifySocket.value.flatMap(LocalAddress.init) else {
      return nil
    }
    self.address = address
  }

  /// Passes on how the watch is. One that cannot be told is told the next time.
  func tell(_ beat: WatchBeat) {
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

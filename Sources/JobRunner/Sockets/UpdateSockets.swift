// The sockets of a runner: they are asked for when it runs, and told from its threads.

internal import Synchronization

/// Sockets that are told of the same updates.
final class UpdateSockets: Sendable {
  private let sockets = Mutex<[UpdateSocket]>([])

  /// Lets readers in to another one.
  func add(_ socket: UpdateSocket) {
    socket.start()
    sockets.withLock { $0.append(socket) }
  }

  /// Puts an update down for the readers of all.
  func tell(_ update: JobUpdate) {
    for socket in sockets.withLock({ $0 }) { socket.tell(update) }
  }

  /// Ends all of them.
  func stop() {
    let ended = sockets.withLock { sockets in
      defer { sockets = [] }
      return sockets
    }
    for socket in ended { socket.stop() }
  }
}

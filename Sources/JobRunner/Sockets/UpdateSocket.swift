// Updates for other programs of this machine over a Unix socket: the lines of `watch --updates`. One
// thread serves all readers without waiting for one; publishers only enqueue. No reader delays a
// recording.

internal import Dispatch
package import RecordStore
internal import Synchronization
internal import VoiceTypes

package final class UpdateSocket: Sendable {
  package struct Settings: Sendable {
    /// Maximum number of readers [E].
    package var mostReaders = 64

    /// Maximum time until the request [E].
    package var requestTime: Duration = .seconds(1)

    /// Time to read the buffered lines at the end [E].
    package var farewellTime: Duration = .seconds(1)

    /// Group that may connect in addition to this user; nil for none.
    package var group: UInt32?

    package init() {}
  }

  /// Maximum queue length, above the number of updates of all concurrent recordings [E].
  private static let mostWaiting = 8192

  private struct State {
    var waiting: [(number: Int, line: UpdateLine)] = []
    var last = 0
    var hasLost = false
    var isStopping = false
  }

  private let listener: Mutex<LocalListener?>
  private let store: RecordStore
  private let settings: Settings
  private let elapsed: @Sendable () -> Duration
  private let state = Mutex(State())
  private let wake = WakePipe()
  private let thread = DispatchGroup()

  /// Listens at a path; `start` accepts the connections.
  /// - Parameter elapsed: A monotonic clock.
  package init(
    at path: String, of store: RecordStore, _ settings: Settings = Settings(),
    elapsed: @escaping @Sendable () -> Duration
  ) throws(SocketFault) {
    listener = Mutex(try LocalListener(at: path, group: settings.group))
    self.store = store
    self.settings = settings
    self.elapsed = elapsed
  }

  /// Starts the thread that serves the readers.
  package func start() { thread.runOnOwnThread { self.serve() } }

  /// Enqueues an update without waiting.
  package func publish(_ update: JobUpdate) {
    guard let line = UpdateLine(update) else { return }
    state.withLock { state in
      guard !state.isStopping else { return }
      state.last += 1
      if state.waiting.count >= Self.mostWaiting {
        state.waiting.removeAll()
        state.hasLost = true
      }
      state.waiting.append((state.last, line))
    }
    wake.wake()
  }

  /// Ends all readers within `farewellTime` and removes the socket.
  package func stop() {
    state.withLock { $0.isStopping = true }
    wake.wake()
    thread.wait()
    listener.withLock { $0 = nil }
  }

  private func serve() {
    guard let own = listener.withLock({ $0.take() }) else { return }
    var table = ReaderTable(own, store, settings)
    var farewell: Duration?
    while true {
      let (news, hasLost, isStopping) = state.withLock { state in
        defer { (state.waiting, state.hasLost) = ([], false) }
        return (state.waiting, state.hasLost, state.isStopping)
      }
      if hasLost { table.endAll(.tooSlow) }
      for (number, line) in news { table.publish(line, number) }
      table.replay { self.state.withLock { $0.last } }
      let now = elapsed()
      if isStopping, farewell == nil {
        farewell = now + settings.farewellTime
        table.endAll(.ended)
      }
      if let farewell, now >= farewell || table.isEmpty { return }
      table.wait(wake, until: farewell, elapsed)
    }
  }
}

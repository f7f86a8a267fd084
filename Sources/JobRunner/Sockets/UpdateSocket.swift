// Updates for programs of this machine, over a Unix socket: the lines of `watch --updates`, to as
// many readers as there is room for. One thread serves all of them and never waits for one; those
// who tell it of updates only put them down. So no reader holds up a recording, whatever it does.

internal import Dispatch
package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Tells readers of a socket of updates.
package final class UpdateSocket: Sendable {
  /// What may be told otherwise in tests.
  package struct Settings: Sendable {
    /// Readers at a time at most [E].
    package var mostReaders = 64

    /// How long a reader may take to say what it wants [E].
    package var requestTime: Duration = .seconds(1)

    /// How long readers have at the end to read what waits for them [E].
    package var farewellTime: Duration = .seconds(1)

    /// Which group may connect besides this user; nil for none.
    package var group: UInt32?

    package init() {}
  }

  /// Updates that wait for the thread at most: more than all recordings in work at once have [E].
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

  /// Listens at a path from now on; readers are let in once it has started.
  /// - Parameter elapsed: A clock that only goes on.
  package init(
    at path: String, of store: RecordStore, _ settings: Settings = Settings(),
    elapsed: @escaping @Sendable () -> Duration
  ) throws(SocketFault) {
    listener = Mutex(try LocalListener(at: path, group: settings.group))
    self.store = store
    self.settings = settings
    self.elapsed = elapsed
  }

  /// Lets readers in, on a thread of its own.
  package func start() {
    thread.runOnOwnThread { self.serve() }
  }

  /// Puts an update down for the readers; does not wait.
  package func tell(_ update: JobUpdate) {
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

  /// Tells readers that it is over, waits a moment for those that read, and removes the socket.
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
      for (number, line) in news { table.tell(line, number) }
      table.catchUp { self.state.withLock { $0.last } }
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

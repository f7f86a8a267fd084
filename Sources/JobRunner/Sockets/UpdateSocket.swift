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

struct ReaderTable {
  /// Pause of `accept` after the system ran out of a resource [E].
  private static let restTime: Duration = .seconds(1)

  /// Number of sessions with a known person [E].
  private static let mostRemembered = 4096

  private struct Entry {
    let stream: LocalStream
    var reader = UpdateReader()
    let deadline: Duration
    var poll: FeedPoll?

    /// Time of the forced end, after which unsent lines are dropped.
    var endsAt: Duration?
  }

  private let listener: LocalListener
  private let store: RecordStore
  private let settings: UpdateSocket.Settings
  private var entries: [Entry] = []
  private var users: [SessionID: UserHash] = [:]
  private var restsUntil: Duration?

  init(_ listener: LocalListener, _ store: RecordStore, _ settings: UpdateSocket.Settings) {
    self.listener = listener
    self.store = store
    self.settings = settings
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Ends all readers with a reason, also those without a request.
  mutating func endAll(_ text: UpdateEndText) {
    for index in entries.indices {
      entries[index].reader.end(text)
      entries[index].poll = nil
    }
  }

  /// Delivers an update to the readers of its session or person.
  mutating func publish(_ line: UpdateLine, _ number: Int) {
    for index in entries.indices {
      let isMeant =
        switch entries[index].reader.scope {
        case .all: true
        case .session(let wanted): wanted == line.session
        case .user(let id): user(of: line.session) == store.userHash(of: id)
        }
      if isMeant { entries[index].reader.publish(line, number) }
    }
  }

  /// The person of a session; nil until the store knows it.
  private mutating func user(of session: SessionID) -> UserHash? {
    if let known = users[session] { return known }
    guard case .found(let found)? = try? store.feedResult(of: session),
      let user = found.header?.user
    else { return nil }
    if users.count >= Self.mostRemembered { users = [:] }
    users[session] = user
    return user
  }

  /// Replays a part of the state in the store for new readers.
  mutating func replay(_ lastUpdate: () -> Int) {
    for index in entries.indices
    where entries[index].reader.stage == .catchingUp && entries[index].reader.hasRoom {
      do throws(StoreError) {
        try Self.replay(for: &entries[index], store, lastUpdate)
      } catch {
        entries[index].reader.end(.storeUnreadable, [.system: RedactedReason(error).description])
      }
    }
  }

  private static func replay(
    for entry: inout Entry, _ store: RecordStore, _ lastUpdate: () -> Int
  ) throws(StoreError) {
    var poll = entry.poll ?? FeedPoll(store, entry.reader.scope)
    if entry.poll == nil { try poll.begin() }
    if entry.poll == nil || !poll.hasBacklog { poll.add([]) }
    for line in try poll.next() { entry.reader.replay(line) }
    entry.poll = poll
    if poll.isOver { return entry.reader.finish() }
    guard !poll.hasBacklog else { return }
    entry.poll = nil
    entry.reader.finishReplay(at: lastUpdate())
  }

  /// Waits for an update or a socket, and serves the sockets.
  mutating func wait(_ wake: WakePipe, until farewell: Duration?, _ elapsed: () -> Duration) {
    let start = elapsed()
    if let rest = restsUntil, start >= rest { restsUntil = nil }
    let isClosed = farewell != nil || restsUntil != nil
    var watched = [WakePipe.Watched(isClosed ? -1 : listener.descriptor)]
    watched += entries.map { entry in
      WakePipe.Watched(
        entry.stream.descriptor, forReading: entry.reader.stage == .asking,
        forWriting: !entry.reader.unsent.isEmpty)
    }
    wake.wait(orFor: &watched, within: patience(from: start, farewell))
    let now = elapsed()
    for index in entries.indices {
      Self.serve(&entries[index], watched[index + 1], now)
      guard entries[index].reader.stage == .ending, entries[index].endsAt == nil else { continue }
      entries[index].endsAt = now + settings.farewellTime
    }
    entries.removeAll { $0.reader.isOver || $0.endsAt.map { now >= $0 } ?? false }
    if watched[0].isReadable { accept(now) }
  }

  private func patience(from now: Duration, _ farewell: Duration?) -> Duration? {
    var dues = [farewell, restsUntil].compactMap(\.self)
    for entry in entries {
      if let end = entry.endsAt { dues.append(end) }
      switch entry.reader.stage {
      case .asking: dues.append(entry.deadline)
      case .catchingUp where entry.reader.hasRoom: dues.append(now)
      case .ending where entry.endsAt == nil: dues.append(now)
      case .catchingUp, .live, .ending: break
      }
    }
    return dues.min().map { max(.zero, $0 - now) }
  }

  private static func serve(_ entry: inout Entry, _ found: WakePipe.Watched, _ now: Duration) {
    if found.isReadable, entry.reader.stage == .asking {
      var bytes: [UInt8] = []
      let outcome = entry.stream.receive(&bytes, atMost: UpdateReader.mostRequestBytes + 1)
      if outcome == .gone { return drop(&entry) }
      if outcome != .later { entry.reader.receive(bytes, isEnd: outcome == .ended) }
    } else if found.isGone {
      return drop(&entry)
    }
    if now >= entry.deadline { entry.reader.timeOut() }
    guard !entry.reader.unsent.isEmpty else { return }
    switch entry.stream.send(entry.reader.unsent) {
    case .moved(let count): entry.reader.wrote(count)
    case .later: break
    case .ended, .gone: drop(&entry)
    }
  }

  /// Drops a reader and its buffer.
  private static func drop(_ entry: inout Entry) {
    entry.reader.finish()
    entry.reader.wrote(entry.reader.unsent.count)
    entry.poll = nil
  }

  private mutating func accept(_ now: Duration) {
    while let stream = listener.accept() {
      guard entries.count < settings.mostReaders else {
        // Without waiting, as far as it fits into the socket buffer.
        let end = UpdateEnd(.tooManyReaders, [.allowed: "\(settings.mostReaders)"])
        _ = stream.send(end.lineBytes[...])
        continue
      }
      entries.append(Entry(stream: stream, deadline: now + settings.requestTime))
    }
    if listener.isStarved { restsUntil = now + Self.restTime }
  }
}

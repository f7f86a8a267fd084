// Those who are connected to the socket, each with what is told to it.

internal import RecordStore
internal import VoiceTypes

/// The readers of a socket.
struct ReaderTable {
  /// How often to look at a session again that is being changed, while a reader catches up [E].
  private static let mostLooks = 50
  private static let moment: Duration = .milliseconds(20)

  /// How long nobody is let in when the system has no room for more [E].
  private static let restTime: Duration = .seconds(1)

  /// Sessions of which it is remembered whose they are [E].
  private static let mostRemembered = 4096

  private struct Entry {
    let stream: LocalStream
    var reader = UpdateReader()
    let deadline: Duration
    var turn: FollowingTurn?
    var looks = 0

    /// When it is left, whether or not it has read the last that it is told.
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

  /// Whether nobody is connected.
  var isEmpty: Bool { entries.isEmpty }

  /// Tells all readers that there is no more, and why.
  mutating func endAll(_ text: UpdateEndText) {
    for index in entries.indices {
      // One that never said anything is told as well.
      entries[index].reader.end(text)
      entries[index].turn = nil
    }
  }

  // MARK: - Updates

  /// Tells those of an update who asked for it.
  mutating func tell(_ line: UpdateLine, _ number: Int) {
    for index in entries.indices {
      if isMeant(line.session, for: entries[index].reader.scope) {
        entries[index].reader.tell(line, number)
      }
    }
  }

  private mutating func isMeant(
    _ session: SessionID, for scope: StoreFollower.Scope
  ) -> Bool {
    switch scope {
    case .all: true
    case .session(let wanted): wanted == session
    case .user(let id): user(of: session) == store.userHash(of: id)
    }
  }

  /// Whose a session is; nil as long as the store does not say.
  private mutating func user(of session: SessionID) -> UserHash? {
    if let known = users[session] { return known }
    guard case .found(let found)? = try? store.glance(at: session), let user = found.header?.user
    else { return nil }
    if users.count >= Self.mostRemembered { users = [:] }
    users[session] = user
    return user
  }

  /// Tells those who came late a part of what the store says.
  mutating func catchUp(_ lastUpdate: () -> Int) {
    for index in entries.indices
    where entries[index].reader.stage == .catchingUp && entries[index].reader.hasRoom {
      do throws(StoreError) {
        try Self.catchUp(&entries[index], store, lastUpdate)
      } catch {
        entries[index].reader.end(
          .storeUnreadable, [.system: PlainReason(error).description])
      }
    }
  }

  private static func catchUp(
    _ entry: inout Entry, _ store: RecordStore, _ lastUpdate: () -> Int
  ) throws(StoreError) {
    var turn = entry.turn ?? FollowingTurn(store, entry.reader.scope)
    if entry.turn == nil {
      try turn.begin()
      turn.take([])
    } else if !turn.hasBacklog {
      turn.take([])
    }
    for line in try turn.lines() { entry.reader.tellStored(line) }
    entry.looks += 1
    entry.turn = turn
    if turn.isOver { return entry.reader.finish() }
    guard !turn.hasBacklog, !turn.isUnsettled || entry.looks >= mostLooks else { return }
    entry.turn = nil
    entry.reader.caughtUp(at: lastUpdate())
  }

  // MARK: - Sockets

  /// Waits until somebody wakes it or something happens to a reader, and deals with that.
  mutating func wait(
    _ wake: WakePipe, until farewell: Duration?, _ elapsed: () -> Duration
  ) {
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
    if watched[0].isReadable { letIn(now) }
  }

  private func patience(from now: Duration, _ farewell: Duration?) -> Duration? {
    var dues = [farewell, restsUntil].compactMap(\.self)
    for entry in entries {
      if let end = entry.endsAt { dues.append(end) }
      switch entry.reader.stage {
      case .asking: dues.append(entry.deadline)
      case .catchingUp where entry.reader.hasRoom:
        dues.append(entry.turn?.isUnsettled == true ? now + Self.moment : now)
      case .ending where entry.endsAt == nil: dues.append(now)
      case .catchingUp, .live, .ending: break
      }
    }
    return dues.min().map { max(.zero, $0 - now) }
  }

  private static func serve(
    _ entry: inout Entry, _ found: WakePipe.Watched, _ now: Duration
  ) {
    if found.isReadable, entry.reader.stage == .asking {
      var bytes: [UInt8] = []
      let outcome = entry.stream.receive(&bytes, atMost: UpdateReader.mostRequestBytes + 1)
      if outcome == .gone { return leave(&entry) }
      if outcome != .later { entry.reader.take(bytes, isEnd: outcome == .ended) }
    } else if found.isGone {
      return leave(&entry)
    }
    if now >= entry.deadline { entry.reader.waitNoLonger() }
    guard !entry.reader.unsent.isEmpty else { return }
    switch entry.stream.send(entry.reader.unsent) {
    case .moved(let count): entry.reader.wrote(count)
    case .later: break
    case .ended, .gone: leave(&entry)
    }
  }

  /// Nobody reads what is left.
  private static func leave(_ entry: inout Entry) {
    entry.reader.finish()
    entry.reader.wrote(entry.reader.unsent.count)
    entry.turn = nil
  }

  private mutating func letIn(_ now: Duration) {
    while let stream = listener.accept() {
      guard entries.count < settings.mostReaders else {
        // As much as fits; it is not waited for.
        let end = UpdateEnd(.tooManyReaders, [.allowed: "\(settings.mostReaders)"])
        _ = stream.send(end.bytes[...])
        continue
      }
      entries.append(Entry(stream: stream, deadline: now + settings.requestTime))
    }
    if listener.isStarved { restsUntil = now + Self.restTime }
  }
}

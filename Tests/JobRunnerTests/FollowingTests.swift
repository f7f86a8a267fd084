// The change feed of a store in another process: the lines of the runner, read from files.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct FollowingTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  /// The store, opened for reading.
  private func reading() throws -> RecordStore {
    _ = try inbox.openStore()
    return try RecordStore(
      at: inbox.storePath, StoreOptions(.reading, actor: "test", clock: SystemClock()))
  }

  private func follower(_ scope: ChangeFeed.Scope) throws -> ChangeFeed {
    ChangeFeed(of: try reading(), scope)
  }

  /// The lines of the present state, without waiting.
  private func now(_ scope: ChangeFeed.Scope) throws -> (end: ChangeFeed.End, [UpdateLine]) {
    var lines: [UpdateLine] = []
    var looks = 0
    let end = try follower(scope).run(while: {
      looks += 1
      return looks < 3
    }) { line in
      lines.append(line)
      return true
    }
    return (end, lines)
  }

  /// Follows the store on a separate thread.
  private final class Following: Sendable {
    private let state = Mutex<(lines: [UpdateLine], end: ChangeFeed.End?)>(([], nil))
    private let follower: ChangeFeed
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ follower: ChangeFeed) {
      self.follower = follower
      Thread.detachNewThread { [self] in
        let end = try? follower.run { line in
          state.withLock { $0.lines.append(line) }
          return true
        }
        state.withLock { $0.end = end }
        hasEnded.signal()
      }
    }

    var lines: [UpdateLine] { state.withLock { $0.lines } }
    var end: ChangeFeed.End? { state.withLock { $0.end } }

    func stop() {
      follower.stop()
      hasEnded.wait()
    }
  }

  @Test func `an ended session gives its last line, equal to that of the runner`() throws {
    let told = Mutex<[UpdateLine]>([])
    inbox.listener = { update in told.withLock { $0 += [UpdateLine(update)].compactMap(\.self) } }

    try inbox.deliver(with: #"{"reference": "order-7"}"#)

    let (end, lines) = try now(.session(try inbox.session().id))

    #expect(end == .over(.analysed))
    #expect(lines == told.withLock { $0.suffix(1) })
    #expect(lines.first?.reference == "order-7")
  }

  @Test func `refused, duplicate and purged sessions end with this outcome`() throws {
    try inbox.deliver()
    let first = try inbox.session().id
    try inbox.put(Recordings.voice(), "b.wav")
    try inbox.deliver(Recordings.silence, "c.wav")
    let sessions = try inbox.sessions()
    let copy = try #require(sessions.first { $0.state == .duplicate }).id
    let refused = try #require(sessions.first { $0.state == .refused }).id

    #expect(try now(.session(copy)).end == .over(.duplicate))
    #expect(try now(.session(copy)).1.first?.original == first)
    #expect(try now(.session(refused)).end == .over(.refused))
    #expect(try now(.session(refused)).1.first?.code == "silent")
    _ = try inbox.openStore().purge(.sessions([first]), reason: "asked for", .forGood)
    #expect(try now(.session(first)).end == .over(.purged))
  }

  @Test func `a person has all sessions, the whole store those in progress`() throws {
    try inbox.put(Recordings.voice(1), "a.wav", with: Recordings.profile)
    try inbox.deliver(Recordings.voice(2), "b.wav")
    let anna = try #require(inbox.sessions().first { $0.name == "a.wav" }).id

    #expect(try now(.user("anna-77")).1.map(\.session) == [anna])
    #expect(try now(.user("otto-78")).1.isEmpty)
    #expect(try now(.all).1.isEmpty)
    #expect(try now(.all).end == .stopped)
  }

  @Test func `the quick document is reported when the comprehensive analysis has started`() throws {
    let session = SessionID.fresh()
    let store = try inbox.openStore()
    let results = Array(#"{"quality": {"verdict": "warn"}}"#.utf8)
    try store.session(session).commit(
      SessionChange(
        "quick_analysed",
        state: StateRecord(.quickDone, details: [.init("phase", "comprehensive_analysing")]),
        documents: [.quick: results]))

    let (end, lines) = try now(.session(session))

    #expect(end == .stopped)
    #expect(lines.map(\.phase) == [.quickComplete, .comprehensiveAnalysing])
    #expect(lines.map(\.tier) == [.quick, nil])
    #expect(lines.map(\.verdict) == [.warn, nil])
  }

  @Test func `a claimed recording is reported before the store has it`() throws {
    let session = SessionID.fresh()
    try inbox.drain()
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: session.text)
    try inbox.putClaimed(Array(#"{"reference": "7"}"#.utf8), "a.json", for: session.text)

    for scope in [ChangeFeed.Scope.session(session), .all] {
      let lines = try now(scope).1
      #expect(lines.map(\.phase) == [.idle])
      #expect(lines.map(\.reference) == ["7"])
    }
  }

  @Test func `each change of a watcher gives one line, in order`() throws {
    inbox.settings.span = .untilStopped
    let following = Following(try follower(.all))

    try inbox.watching(try inbox.watcher()) {
      for number in 0..<4 { try inbox.put(Recordings.voice(number), "\(number).wav") }
      try wait { following.lines.count { $0.outcome == .analysed } == 4 }
    }
    following.stop()

    let bySession = Dictionary(grouping: following.lines, by: \.session)
    #expect(bySession.count == 4)
    for lines in bySession.values {
      let phases = lines.map(\.phase)
      #expect(phases.last == .complete)
      let places = phases.map { JobPhase.allCases.firstIndex(of: $0) ?? -1 }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(phases)")
    }
    #expect(following.end == .stopped)
  }

  @Test func `a feed waits for a session and follows it to its end`() async throws {
    let session = SessionID.fresh()
    let following = Following(try follower(.session(session)))
    let runner = try inbox.runner()
    try runner.start()

    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    try wait { following.end != nil }
    runner.stop()

    #expect(following.end == .over(.analysed))
    #expect(following.lines.last?.tier == .comprehensive)
    #expect(following.lines.allSatisfy { $0.session == session })
  }

  @Test func `a feed of a person has their recordings only, also late ones`() throws {
    inbox.settings.span = .untilStopped
    let following = Following(try follower(.user("anna-77")))

    try inbox.watching(try inbox.watcher()) {
      try inbox.put(Recordings.voice(1), "b.wav")
      try inbox.put(Recordings.voice(2), "a.wav", with: Recordings.profile)
      try wait { following.lines.contains { $0.outcome == .analysed } }
      try wait { try inbox.json("status.json")["totals"]?["ended"] == 2 }
    }
    following.stop()

    let anna = try #require(inbox.sessions().first { $0.name == "a.wav" }).id
    #expect(following.lines.allSatisfy { $0.session == anna })
  }

  @Test func `a reader follows a session to its end without a lock`() throws {
    try inbox.deliver()
    let session = try inbox.session().id
    let locks = Mutex(0)
    var options = StoreOptions(.reading, actor: "test", clock: SystemClock())
    options.fileSystem = ScriptedFileSystem { operation, _ in
      if operation == .lock { locks.withLock { $0 += 1 } }
      return nil
    }
    let store = try RecordStore(at: inbox.storePath, options)

    let end = try ChangeFeed(of: store, .session(session)).run { _ in true }

    #expect(end == .over(.analysed))
    #expect(locks.withLock { $0 } == 0)
  }

  @Test func `changes are the sessions after a line of the history, each once`() throws {
    let (writer, session) = (try inbox.openStore(), SessionID.fresh())
    try writer.session(SessionID.fresh()).record(StateRecord(.claimed))
    let store = try reading()
    var line = try store.lastChange()

    for state in [SessionState.claimed, .filed] {
      try writer.session(session).record(StateRecord(state))
    }

    #expect(try store.changes(since: &line) == [session])
    #expect(try store.changes(since: &line).isEmpty)
  }
}

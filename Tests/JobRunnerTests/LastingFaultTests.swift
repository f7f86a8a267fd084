// Permanent faults: the recording gets a result, and other recordings are unaffected.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct LastingFaultTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private static let id = "11111111-2222-3333-4444-555555555555"

  /// Damages a session.
  private static func damage(_ session: String, in store: String) {
    let database = try? SQLiteDatabase(at: "\(store)/store.sqlite", for: .writing)
    _ = try? database?.transaction(of: "store", .writing) { connection in
      try connection.run(
        "update kept_session set header = $1 where id = $2", [.bytes([0x7b]), .text(session)])
    }
  }

  /// Purges a session for good.
  private static func purge(_ session: String, in store: String) {
    let options = StoreOptions(
      .writing, actor: "test", clock: SystemClock(), fileSystem: UnsyncedFileSystem())
    guard let store = try? RecordStore(at: store, options), let id = SessionID(session) else {
      return
    }
    _ = try? store.purge(.sessions([id]), reason: "asked for", .forGood)
  }

  /// Runs a script at a numbered read of a claimed recording.
  private func atReading(
    _ number: Int, _ body: @escaping @Sendable (String) -> Void
  ) -> ScriptedFileSystem {
    let readings = Mutex(0)
    let work = inbox.layout.work
    return ScriptedFileSystem { operation, path in
      guard operation == .read, path.hasPrefix(work + "/"), path.hasSuffix("a.wav") else {
        return nil
      }
      let isTime = readings.withLock { readings in
        readings += 1
        return readings == number
      }
      if isTime { body(String(path.dropFirst(work.count + 1).prefix(36))) }
      return nil
    }
  }

  /// A file system in which a claimed file cannot be removed while it is locked.
  private func undeletable(
    _ name: String, _ code: Int32 = EPERM, while isLocked: @escaping @Sendable () -> Bool = { true }
  ) -> ScriptedFileSystem {
    let work = inbox.layout.work
    return ScriptedFileSystem { operation, path in
      let isMeant = operation == .removeFile && path.hasPrefix(work) && path.hasSuffix(name)
      return isMeant && isLocked() ? code : nil
    }
  }

  @Test(arguments: [3, 4])
  func `a session that becomes damaged ends its job, and the recording is quarantined`(
    reading: Int
  ) throws {
    inbox.wantsEvents = true
    inbox.settings.retainedBytes = 0
    let store = inbox.storePath
    try inbox.put(Recordings.voice(), "a.wav", with: Recordings.profile)
    inbox.files = atReading(reading) { Self.damage($0, in: store) }

    #expect(try inbox.drain() == WatchResult(refused: 1))
    #expect(inbox.stored("failed").contains("a.wav"))
    #expect(try inbox.json("failed/a.wav.error.json")["error"]?["code"] == "store_fault")
    #expect(try inbox.work() == [] && inbox.left() == [])
    #expect(inbox.endings().map { $0["event"] } == ["failed"])
  }

  @Test
  func `a session that is damaged at the start ends its job, and the recording is quarantined`()
    throws
  {
    inbox.settings.tiers = .quick
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    Self.damage(Self.id, in: inbox.storePath)
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    inbox.settings.tiers = .both

    #expect(try inbox.drain() == WatchResult(refused: 1))
    #expect(inbox.stored("failed").contains("a.wav"))
    #expect(try inbox.work() == [])
  }

  @Test(arguments: [3, 4])
  func `a session that is purged during its job does not return`(reading: Int) throws {
    inbox.wantsEvents = true
    inbox.settings.retainedBytes = 0
    let path = inbox.storePath
    try inbox.put(Recordings.voice(), "a.wav", with: Recordings.profile)
    inbox.files = atReading(reading) { Self.purge($0, in: path) }

    #expect(try inbox.drain().unfinished == 0)
    #expect(try inbox.sessions() == [])
    #expect(inbox.endings().map { $0["event"] } == ["purged"])
    #expect(try inbox.work() == [] && inbox.findings() == [])
  }

  @Test func `a late sidecar of a damaged session is quarantined`() throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    Self.damage(Self.id, in: inbox.storePath)
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)

    #expect(try inbox.drain().unfinished == 0)
    #expect(inbox.stored("failed").contains("a.json"))
    #expect(try inbox.work() == [])
  }

  @Test func `an undeletable recording is filed, and reported once over all starts`() throws {
    inbox.wantsEvents = true
    try inbox.put(Recordings.voice(), "a.wav")
    let isLocked = Mutex(true)
    inbox.files = undeletable("a.wav") { isLocked.withLock { $0 } }

    #expect(try inbox.drain() == WatchResult(unfinished: 1))

    let session = try inbox.session()
    let report = try inbox.json("failed/a.wav.error.json")
    #expect(session.state == .filed)
    #expect(report["lies_at"] == .string(inbox.layout.folder(of: session.id.text) + "/a.wav"))
    #expect(report["error"]?["code"] == "source_left_behind")
    for _ in 1...2 { #expect(try inbox.drain() == WatchResult()) }
    #expect(inbox.stored("failed") == ["a.wav.error.json"])
    #expect(inbox.endings().count == 1)
    #expect(try inbox.findings() == [])

    isLocked.withLock { $0 = false }
    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.work() == [] && inbox.stored("failed") == [] && inbox.findings() == [])
  }

  @Test func `an undeletable late sidecar amends its session once`() throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)
    inbox.files = undeletable("a.json", EACCES)

    #expect(try inbox.drain() == WatchResult(unfinished: 1))
    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.session().user != nil)
    #expect(inbox.stored("failed") == ["a.json.error.json"])
  }

  @Test(arguments: [false, true])
  func `a late sidecar of an undeletable recording amends its session after a crash`(
    isStillLocked: Bool
  ) throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    let isLocked = Mutex(true)
    inbox.files = undeletable("a.wav") { isLocked.withLock { $0 } }
    #expect(try inbox.drain() == WatchResult(unfinished: 1))
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)
    isLocked.withLock { $0 = isStillLocked }

    _ = try inbox.drain()

    #expect(try inbox.session().user != nil)
    #expect(inbox.stored("failed") == (isStillLocked ? ["a.wav.error.json"] : []))
    #expect(try inbox.work().isEmpty == !isStillLocked)
    #expect(try inbox.findings() == [])
  }

  @Test func `an undeletable recording of a purged session is not retried for ever`() throws {
    inbox.settings.span = .untilStopped
    inbox.settings.retainedBytes = 0
    let path = inbox.storePath
    try inbox.put(Recordings.voice(), "a.wav")
    let tries = Mutex(0)
    let reading = atReading(3) { Self.purge($0, in: path) }
    let locked = undeletable("a.wav") {
      tries.withLock { $0 += 1 }
      return true
    }
    inbox.files = ScriptedFileSystem(wrapping: locked) { operation, path in
      if operation == .read { _ = try? reading.read(path, from: 0, count: 0) }
      return nil
    }

    try inbox.watching(try inbox.watcher()) {
      try wait { inbox.status()["totals"]?["stranded"] == 1 }
      try wait { inbox.status()["recordings_in_work"] == 0 }
    }

    #expect(tries.withLock { $0 } < 20)
    #expect(inbox.stored("failed") == [])
  }
}

// Permanent faults: the recording gets a result, and other recordings are unaffected.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct LastingFaultTests {
  private static let id = "11111111-2222-3333-4444-555555555555"

  /// Damages a session.
  private static func damage(_ session: String, in store: String) {
    let database = try? SQLiteDatabase(at: "\(store)/store.sqlite", for: .writing)
    _ = try? database?.transaction(of: "store", .writing) { connection in
      try connection.run(
        "update kept_session set header = $1 where id = $2", [.bytes([0x7b]), .text(session)])
    }
  }

  /// Runs a script at a numbered read of a claimed recording.
  private static func atReading(
    _ number: Int, of inbox: Inbox, _ body: @escaping @Sendable (String) -> Void
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

  // MARK: - Sessions

  @Test(arguments: [3, 4])
  func `a session that becomes damaged ends its job, and the recording is quarantined`(
    reading: Int
  ) throws {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    inbox.settings.retainedBytes = 0
    let store = inbox.storePath
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")
    inbox.files = Self.atReading(reading, of: inbox) { Self.damage($0, in: store) }

    let result = try inbox.drain()

    #expect(result == WatchResult(refused: 1))
    #expect(inbox.stored("failed").contains("a.wav"))
    #expect(try inbox.json("failed/a.wav.error.json")["error"]?["code"] == "store_fault")
    #expect(try inbox.work() == [] && inbox.left() == [])
    #expect(inbox.endings().map { $0["event"] } == ["failed"])
  }

  @Test
  func `a session that is damaged at the start ends its job, and the recording is quarantined`()
    throws
  {
    let inbox = try Inbox()
    inbox.settings.tiers = .quick
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    Self.damage(Self.id, in: inbox.storePath)
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    inbox.settings.tiers = .both

    let result = try inbox.drain()

    #expect(result == WatchResult(refused: 1))
    #expect(inbox.stored("failed").contains("a.wav"))
    #expect(try inbox.work() == [])
  }

  @Test(arguments: [3, 4])
  func `a session that is purged during its job does not return`(
    reading: Int
  ) throws {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    inbox.settings.retainedBytes = 0
    let path = inbox.storePath
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")
    inbox.files = Self.atReading(reading, of: inbox) { name in
      let options = StoreOptions(
        .writing, actor: "test", clock: SystemClock(), fileSystem: UnsyncedFileSystem())
      guard let store = try? RecordStore(at: path, options), let id = SessionID(name) else {
        return
      }
      _ = try? store.purge(.sessions([id]), reason: "asked for", .forGood)
    }

    let result = try inbox.drain()

    #expect(result.unfinished == 0)
    #expect(try inbox.sessions() == [])
    #expect(inbox.endings().map { $0["event"] } == ["purged"])
    #expect(try inbox.work() == [])
    #expect(try inbox.findings() == [])
  }

  @Test func `a late sidecar of a damaged session is quarantined`() throws {
    let inbox = try Inbox()
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    Self.damage(Self.id, in: inbox.storePath)
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)

    let result = try inbox.drain()

    #expect(result.unfinished == 0)
    #expect(inbox.stored("failed").contains("a.json"))
    #expect(try inbox.work() == [])
  }

  // MARK: - Files that stay

  @Test func `an undeletable recording is filed, and reported once over all starts`()
    throws
  {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    try inbox.put(Recordings.voice(), "a.wav")
    let isLocked = Mutex(true)
    let work = inbox.layout.work
    inbox.files = ScriptedFileSystem { operation, path in
      let isMeant = operation == .removeFile && path.hasPrefix(work) && path.hasSuffix("a.wav")
      return isMeant && isLocked.withLock({ $0 }) ? EPERM : nil
    }

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

    #expect(try inbox.work() == [])
    #expect(inbox.stored("failed") == [])
    #expect(try inbox.findings() == [])
  }

  @Test func `an undeletable late sidecar amends its session once`() throws {
    let inbox = try Inbox()
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)
    let work = inbox.layout.work
    inbox.files = ScriptedFileSystem { operation, path in
      operation == .removeFile && path.hasPrefix(work) && path.hasSuffix("a.json") ? EACCES : nil
    }

    #expect(try inbox.drain() == WatchResult(unfinished: 1))
    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.session().user != nil)
    #expect(inbox.stored("failed") == ["a.json.error.json"])
  }

  @Test(arguments: [false, true])
  func `a late sidecar of an undeletable recording amends its session after a crash`(
    isStillLocked: Bool
  ) throws {
    let inbox = try Inbox()
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    let isLocked = Mutex(true)
    let work = inbox.layout.work
    inbox.files = ScriptedFileSystem { operation, path in
      let isMeant = operation == .removeFile && path.hasPrefix(work) && path.hasSuffix("a.wav")
      return isMeant && isLocked.withLock({ $0 }) ? EPERM : nil
    }
    #expect(try inbox.drain() == WatchResult(unfinished: 1))
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: Self.id)
    isLocked.withLock { $0 = isStillLocked }

    _ = try inbox.drain()

    #expect(try inbox.session().user != nil)
    #expect(inbox.stored("failed") == (isStillLocked ? ["a.wav.error.json"] : []))
    #expect(try inbox.work().isEmpty == !isStillLocked)
    #expect(try inbox.findings() == [])
  }

  @Test func `an undeletable recording of a purged session is not retried for ever`()
    throws
  {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    inbox.settings.retainedBytes = 0
    let (path, work) = (inbox.storePath, inbox.layout.work)
    try inbox.put(Recordings.voice(), "a.wav")
    let tries = Mutex(0)
    let reading = Self.atReading(3, of: inbox) { name in
      let options = StoreOptions(
        .writing, actor: "test", clock: SystemClock(), fileSystem: UnsyncedFileSystem())
      guard let store = try? RecordStore(at: path, options), let id = SessionID(name) else {
        return
      }
      _ = try? store.purge(.sessions([id]), reason: "asked for", .forGood)
    }
    inbox.files = ScriptedFileSystem { operation, path in
      if operation == .read { _ = try? reading.read(path, from: 0, count: 0) }
      guard operation == .removeFile, path.hasPrefix(work), path.hasSuffix("a.wav") else {
        return nil
      }
      tries.withLock { $0 += 1 }
      return EPERM
    }

    try inbox.watching(try inbox.watcher()) {
      try wait { inbox.status()["totals"]?["stranded"] == 1 }
      try wait { inbox.status()["recordings_in_work"] == 0 }
    }

    #expect(tries.withLock { $0 } < 20)
    #expect(inbox.stored("failed") == [])
  }
}

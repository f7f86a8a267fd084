// Status for monitoring: running, or the reason of a fault.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct StatusTests {
  /// Counts writes of the status of a store, with their content.
  private final class StatusWrites: Sendable {
    private let written = Mutex<[JSONValue]>([])

    var all: [JSONValue] { written.withLock { $0 } }

    func files(_ store: String) -> ScriptedFileSystem {
      ScriptedFileSystem { [self] operation, path in
        if operation == .rename, path == store + "/status.json.new",
          let bytes = FileManager.default.contents(atPath: path),
          let json = try? JSONValue.parse(Array(bytes))
        {
          written.withLock { $0.append(json) }
        }
        return nil
      }
    }
  }

  @Test func `an idle watcher writes its status every five seconds`() throws {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    let writes = StatusWrites()
    inbox.files = writes.files(inbox.storePath)
    let events = ScriptedEvents()
    let watcher = try inbox.watcher(events: events, elapsed: { events.now })
    let stopper = Thread {
      while events.now < .seconds(120) { Thread.sleep(forTimeInterval: 0.001) }
      watcher.stop()
    }
    stopper.start()

    _ = try watcher.run()

    #expect(writes.all.count >= 120 / 5)
    #expect(writes.all.first?["state"] == "watching")
    #expect(writes.all.first?["heartbeat_s"] == 5)
    #expect(writes.all.last?["state"] == "stopped")
  }

  @Test func `the status is written while recordings arrive faster than they are analysed`() throws
  {
    let inbox = try Inbox()
    inbox.settings.audio = .keep
    let writes = StatusWrites()
    inbox.files = writes.files(inbox.storePath)
    for number in 0..<300 { try inbox.put("no recording", "\(number).wav") }
    // Every read of the clock advances it by 20 ms.
    let time = Mutex(Duration.zero)
    let watcher = try inbox.watcher(elapsed: {
      time.withLock { time in
        time += .milliseconds(20)
        return time
      }
    })

    _ = try watcher.run()

    let whileClaiming = writes.all.filter { status in
      guard case .int(let claimed) = status[path: ["totals", "claimed"]] else { return false }
      return claimed > 0 && claimed < 300
    }
    #expect(whileClaiming.count > 2)
  }

  @Test func `the status has the process and the inbox`() throws {
    let inbox = try Inbox()

    _ = try inbox.watcher(processID: 4711).run()

    #expect(inbox.status()["pid"] == 4711)
    #expect(inbox.status()["inbox"] == .string(inbox.path))
  }

  static let troubles: [(code: Int32, reason: JSONValue)] = [
    (ENOSPC, "store_full"), (EROFS, "store_read_only"), (EACCES, "store_denied"),
    (EIO, "store_fault"),
  ]

  @Test(arguments: troubles.indices)
  func `an unwritable store makes the watcher degraded until it is writable`(
    index: Int
  ) throws {
    let (code, reason) = Self.troubles[index]
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    let store = inbox.storePath
    let isBroken = Mutex(false)
    let making: Set<FileOperation> = [.create, .append, .makeFolder, .copy]
    inbox.files = ScriptedFileSystem { operation, path in
      let isMeant = making.contains(operation) && path.hasPrefix(store + "/")
      return isMeant && isBroken.withLock({ $0 }) ? code : nil
    }
    let watcher = try inbox.watcher()
    isBroken.withLock { $0 = true }

    try inbox.watching(watcher) {
      try inbox.put(Recordings.voice(), "a.wav")
      try wait { inbox.status()["state"] == "degraded" }
      #expect(inbox.status()["reason"] == reason)
      isBroken.withLock { $0 = false }
      try wait { inbox.status()["state"] == "watching" }
      try wait { try inbox.json("status.json")["totals"]?["ended"] == 1 }
    }

    #expect(try inbox.session().state == .filed)
  }

  // MARK: - One store

  @Test func `a second watcher on a store does not start, for any inbox`() throws {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    let other = try Inbox()

    try inbox.watching(try inbox.watcher()) {
      try wait { inbox.status()["state"] == "watching" }

      #expect(throws: WatchError.storeInUse(path: inbox.storePath)) {
        try other.watcher(inbox.openStore()).run()
      }
      // Other programs may read and amend meanwhile.
      #expect(try inbox.findings() == [])
    }
    #expect(try other.watcher(inbox.openStore()).run() == WatchResult())
  }

  // MARK: - An unavailable store

  /// The content of the path of the missing store.
  enum Place: CaseIterable { case nothing, emptyFolder }

  @Test(arguments: Place.allCases)
  func `a removed store is not recreated, and recordings wait for it`(
    place: Place
  ) throws {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    inbox.settings.span = .untilStopped
    let (store, away) = (inbox.storePath, inbox.storePath + "-away")
    let watcher = try inbox.watcher()

    try inbox.watching(watcher) {
      try inbox.put(Recordings.voice(1), "a.wav")
      try wait { try inbox.json("status.json")["totals"]?["ended"] == 1 }
      try FileManager.default.moveItem(atPath: store, toPath: away)
      if place == .emptyFolder {
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      }
      try inbox.put(Recordings.voice(2), "b.wav")
      try wait { inbox.status()["reason"] == "store_away" }
      try wait { inbox.status()["recordings_in_work"] == 1 }
      Thread.sleep(forTimeInterval: 0.3)

      #expect(inbox.stored("") == [])
      #expect(FileManager.default.fileExists(atPath: store) == (place == .emptyFolder))
      #expect(inbox.status()["state"] == "degraded")

      if place == .emptyFolder { try FileManager.default.removeItem(atPath: store) }
      try FileManager.default.moveItem(atPath: away, toPath: store)
      try wait { try inbox.json("status.json")["totals"]?["ended"] == 2 }
      try wait { inbox.status()["state"] == "watching" }
    }

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
    #expect(inbox.endings().count == 2)
    #expect(try inbox.work() == [])
    #expect(try inbox.findings() == [])
  }
}

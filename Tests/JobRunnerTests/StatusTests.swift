// Status for monitoring: running, or the reason of a fault.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct StatusTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  /// The statuses that are written to the store.
  private func recordStatuses() -> Recorder<JSONValue> {
    let (writes, file) = (Recorder<JSONValue>(), inbox.storePath + "/status.json.new")
    inbox.files = ScriptedFileSystem { operation, path in
      if operation == .rename, path == file, let bytes = FileManager.default.contents(atPath: path),
        let json = try? JSONValue.parse(Array(bytes))
      {
        writes.add(json)
      }
      return nil
    }
    return writes
  }

  @Test func `an idle watcher writes its status every five seconds`() throws {
    inbox.settings.span = .untilStopped
    let writes = recordStatuses()
    let events = ScriptedEvents()
    let watcher = try inbox.watcher(events: events, elapsed: { events.now })

    try inbox.watching(watcher) {
      while events.now < .seconds(120) { Thread.sleep(forTimeInterval: 0.001) }
    }

    #expect(writes.all.count >= 120 / 5)
    #expect(writes.all.first?["state"] == "watching")
    #expect(writes.all.first?["heartbeat_s"] == 5)
    #expect(writes.all.last?["state"] == "stopped")
  }

  @Test func `the status is written while recordings arrive faster than they are analysed`() throws
  {
    inbox.settings.audio = .keep
    let writes = recordStatuses()
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

  static let troubles: [(code: Int32, reason: JSONValue)] = [
    (ENOSPC, "store_full"), (EROFS, "store_read_only"), (EACCES, "store_denied"),
    (EIO, "store_fault"),
  ]

  @Test(arguments: troubles.indices)
  func `an unwritable store makes the watcher degraded until it is writable`(index: Int) throws {
    let (code, reason) = Self.troubles[index]
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

  @Test func `a second watcher on a store does not start, for any inbox`() throws {
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

  /// The content of the path of the missing store.
  enum Place: CaseIterable { case nothing, emptyFolder }

  @Test(arguments: Place.allCases)
  func `a removed store is not recreated, and recordings wait for it`(place: Place) throws {
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
    #expect(try inbox.work() == [] && inbox.findings() == [])
  }
}

// Restart after an interrupted run, and the end of a watch.

import Dispatch
import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing

@Suite struct RestartTests {
  @Test func `a claimed recording continues in the same session`() throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)

    try inbox.drain()

    let session = try inbox.session()
    #expect(session.id.text == id)
    #expect(session.state == .filed)
    #expect(try inbox.work() == [])
  }

  @Test func `a claimed recording with a sidecar continues for the same person`() throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.putClaimed(Array(Recordings.profile.utf8), "a.json", for: id)

    try inbox.drain()

    #expect(try inbox.session().user != nil)
  }

  @Test func `a sidecar waits until the claimed recordings of an earlier run are resumed`() throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    inbox.settings.timeouts.settle = .milliseconds(1)
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.put(Recordings.profile, "a.json")
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    let (work, sidecar) = (inbox.layout.folder(of: id), inbox.path + "/a.json")
    let isMatched = DispatchSemaphore(value: 0)
    let isHeld = Mutex(false)
    faulty.meddler = { step in
      if step == "read \(sidecar)" { isMatched.signal() }
      // The listing of the work folder begins the resume.
      let isFirst = isHeld.withLock { isHeld in
        defer { isHeld = isHeld || step == "list the folder \(work)" }
        return !isHeld && step == "list the folder \(work)"
      }
      guard isFirst else { return }
      _ = isMatched.wait(timeout: .now() + .seconds(1))
    }
    inbox.files = faulty

    try inbox.drain()

    #expect(try inbox.session().user != nil)
    #expect(inbox.stored("sessions/\(id)").contains("answers.json"))
    #expect(try inbox.left() == [])
  }

  @Test func `an incomplete copy in the work folder is removed`() throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Array(Recordings.voice().prefix(999)), "a.wav.part", for: id)
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.work() == [])
  }

  @Test(arguments: [(1, SessionState.filed), (2, .filed), (3, .failed)])
  func `a recording is quarantined after three attempts that ended with a crash`(
    attempts: Int, state: SessionState
  ) throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.putClaimed(
      [UInt8](repeating: UInt8(ascii: "\n"), count: attempts), ".attempts", for: id)

    let result = try inbox.drain()

    // A refused or failed recording ends `watch --once` with status 65.
    #expect(result == WatchResult(refused: state == .failed ? 1 : 0))
    #expect(try inbox.session().state == state)
    #expect(inbox.stored("failed").contains("a.wav") == (state == .failed))
    #expect(try inbox.work() == [])
  }

  @Test func `an attempt after a crash runs while no other attempt does`() throws {
    let inbox = try Inbox()
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.putClaimed([UInt8(ascii: "\n")], ".attempts", for: id)
    for number in 1...8 { try inbox.put(Recordings.voice(number), "\(number).wav") }
    let other = DispatchSemaphore(value: 0)
    let overlaps = Mutex<[Bool]>([])
    inbox.files = ScriptedFileSystem { operation, path in
      guard operation == .append, path.hasSuffix("/.attempts") else { return nil }
      guard path.contains(id) else {
        other.signal()
        return nil
      }
      while other.wait(timeout: .now()) == .success {}
      let overlap = other.wait(timeout: .now() + 0.1) == .success
      overlaps.withLock { $0.append(overlap) }
      return nil
    }

    try inbox.drain()

    #expect(try inbox.sessions().count == 9)
    #expect(overlaps.withLock { !$0.isEmpty && !$0.contains(true) })
  }

  @Test func `a stopped watch leaves no incomplete step`() throws {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    for number in 0..<40 { try inbox.put(Recordings.voice(number), "\(number).wav") }
    let watcher = try inbox.watcher()
    let stop = Thread {
      Thread.sleep(forTimeInterval: 0.15)
      watcher.stop()
    }
    stop.start()
    _ = try watcher.run()
    inbox.settings.span = .untilDrained

    try inbox.drain()

    let sessions = try inbox.sessions()
    #expect(sessions.count == 40)
    #expect(Set(sessions.compactMap(\.name)).count == 40)
    #expect(sessions.allSatisfy { $0.state == .filed })
  }

  @Test func `quick results of an earlier run are completed`() throws {
    let inbox = try Inbox()
    inbox.settings.tiers = .quick
    inbox.settings.audio = .keep
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.drain()
    inbox.settings.tiers = .both
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
  }

  @Test func `a recording is not finalized while its inbox is unavailable`() throws {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    // Long enough for a busy machine to remove the inbox meanwhile.
    inbox.settings.sidecarWait = .seconds(3)
    try inbox.put(Recordings.voice(), "a.wav")
    let watcher = try inbox.watcher()
    let (path, sessions) = (inbox.path, inbox.storePath + "/sessions")
    let stateWhileAway = Mutex("")
    Thread.detachNewThread {
      let files = FileManager.default
      func state() -> String {
        guard let session = try? files.contentsOfDirectory(atPath: sessions).first else {
          return ""
        }
        let file = "\(sessions)/\(session)/state.json"
        return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      }
      func wait(for text: String) {
        for _ in 0..<6000 where !state().contains(text) { Thread.sleep(forTimeInterval: 0.01) }
      }
      wait(for: "quick_done")
      try? files.moveItem(atPath: path, toPath: path + "-away")
      wait(for: "comprehensive_done")
      Thread.sleep(forTimeInterval: 0.1)
      stateWhileAway.withLock { $0 = state() }
      try? files.moveItem(atPath: path + "-away", toPath: path)
      wait(for: "\"filed\"")
      watcher.stop()
    }
    _ = try watcher.run()

    let session = try inbox.session()
    #expect(stateWhileAway.withLock { $0.contains("comprehensive_done") })
    #expect(session.state == .filed)
    #expect(try inbox.openStore().existingSession(session.id)?.read(.audio) == Recordings.voice())
  }

  @Test func `a removed and recreated inbox is watched again`() throws {
    let inbox = try Inbox()
    inbox.settings.span = .untilStopped
    inbox.settings.rescan = .milliseconds(50)
    let watcher = try inbox.watcher()
    let (path, store) = (inbox.path, inbox.storePath)
    let bytes = Recordings.voice()
    let owner = Thread {
      let files = FileManager.default
      Thread.sleep(forTimeInterval: 0.1)
      try? files.removeItem(atPath: path)
      Thread.sleep(forTimeInterval: 0.1)
      try? files.createDirectory(atPath: path, withIntermediateDirectories: true)
      try? Data(bytes).write(to: URL(fileURLWithPath: path + "/a.wav"))
      for _ in 0..<500 {
        let names = (try? files.contentsOfDirectory(atPath: store + "/sessions")) ?? []
        if !names.isEmpty { break }
        Thread.sleep(forTimeInterval: 0.02)
      }
      watcher.stop()
    }
    owner.start()
    _ = try watcher.run()
    inbox.settings.span = .untilDrained

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
  }
}

// Restart after an interrupted run, and the end of a watch.

import Dispatch
import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing

@Suite struct RestartTests {
  private static let id = "11111111-2222-3333-4444-555555555555"

  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  @Test func `a claimed recording continues in the same session`() throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)

    try inbox.drain()

    let session = try inbox.session()
    #expect(session.id.text == Self.id)
    #expect(session.state == .filed)
    #expect(try inbox.work() == [])
  }

  @Test func `a sidecar waits until the claimed recordings of an earlier run are resumed`() throws {
    inbox.settings.timeouts.settle = .milliseconds(1)
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.put(Recordings.profile, "a.json")
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    let (work, sidecar) = (inbox.layout.folder(of: Self.id), inbox.path + "/a.json")
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
    #expect(inbox.stored("sessions/\(Self.id)").contains("answers.json"))
    #expect(try inbox.left() == [])
  }

  @Test func `an incomplete copy in the work folder is removed`() throws {
    try inbox.putClaimed(Array(Recordings.voice().prefix(999)), "a.wav.part", for: Self.id)
    try inbox.deliver()

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.work() == [])
  }

  @Test(arguments: [(1, SessionState.filed), (2, .filed), (3, .failed)])
  func `a recording is quarantined after three attempts that ended with a crash`(
    attempts: Int, state: SessionState
  ) throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.putClaimed(
      [UInt8](repeating: UInt8(ascii: "\n"), count: attempts), ".attempts", for: Self.id)

    // A refused or failed recording ends `watch --once` with status 65.
    #expect(try inbox.drain() == WatchResult(refused: state == .failed ? 1 : 0))
    #expect(try inbox.session().state == state)
    #expect(inbox.stored("failed").contains("a.wav") == (state == .failed))
    #expect(try inbox.work() == [])
  }

  @Test func `an attempt after a crash runs while no other attempt does`() throws {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.putClaimed([UInt8(ascii: "\n")], ".attempts", for: Self.id)
    for number in 1...8 { try inbox.put(Recordings.voice(number), "\(number).wav") }
    let other = DispatchSemaphore(value: 0)
    let overlaps = Mutex<[Bool]>([])
    inbox.files = ScriptedFileSystem { operation, path in
      guard operation == .append, path.hasSuffix("/.attempts") else { return nil }
      guard path.contains(Self.id) else {
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
    inbox.settings.span = .untilStopped
    for number in 0..<40 { try inbox.put(Recordings.voice(number), "\(number).wav") }
    try inbox.watching(inbox.watcher()) { Thread.sleep(forTimeInterval: 0.15) }
    inbox.settings.span = .untilDrained

    try inbox.drain()

    let sessions = try inbox.sessions()
    #expect(sessions.count == 40)
    #expect(Set(sessions.compactMap(\.name)).count == 40)
    #expect(sessions.allSatisfy { $0.state == .filed })
  }

  @Test func `quick results of an earlier run are completed`() throws {
    inbox.settings.tiers = .quick
    inbox.settings.audio = .keep
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try inbox.drain()
    inbox.settings.tiers = .both
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
  }

  @Test func `a recording is not finalized while its inbox is unavailable`() throws {
    inbox.settings.span = .untilStopped
    // Long enough for a busy machine to remove the inbox meanwhile.
    inbox.settings.sidecarWait = .seconds(3)
    try inbox.put(Recordings.voice(), "a.wav")
    func state() -> String {
      let file = "\(inbox.storePath)/sessions/\(inbox.stored("sessions").first ?? "")/state.json"
      return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    try inbox.watching(inbox.watcher()) {
      try wait { state().contains("quick_done") }
      try FileManager.default.moveItem(atPath: inbox.path, toPath: inbox.path + "-away")
      try wait { state().contains("comprehensive_done") }
      Thread.sleep(forTimeInterval: 0.1)
      #expect(state().contains("comprehensive_done"))
      try FileManager.default.moveItem(atPath: inbox.path + "-away", toPath: inbox.path)
      try wait { state().contains("\"filed\"") }
    }

    let session = try inbox.session()
    #expect(session.state == .filed)
    #expect(try inbox.openStore().existingSession(session.id)?.read(.audio) == Recordings.voice())
  }

  @Test func `a removed and recreated inbox is watched again`() throws {
    inbox.settings.span = .untilStopped
    inbox.settings.rescan = .milliseconds(50)
    try inbox.watching(inbox.watcher()) {
      Thread.sleep(forTimeInterval: 0.1)
      try FileManager.default.removeItem(atPath: inbox.path)
      Thread.sleep(forTimeInterval: 0.1)
      try inbox.put(Recordings.voice(), "a.wav")
      try wait { !inbox.stored("sessions").isEmpty }
    }
    inbox.settings.span = .untilDrained

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
  }
}

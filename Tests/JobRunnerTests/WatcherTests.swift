// Processing of recordings in an inbox, with real folders.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct WatcherTests {
  @Test func `a recording gets both documents and leaves the inbox`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), "a.wav")

    let result = try inbox.drain()

    let session = try inbox.session()
    let folder = "sessions/\(session.id.text)"
    #expect(result == WatchResult())
    #expect(session.state == .filed)
    #expect(try inbox.json("\(folder)/quick.json")["tier"] == "quick")
    #expect(try inbox.json("\(folder)/computed.json")["tier"] == "comprehensive")
    #expect(try inbox.left() == [])
    #expect(try inbox.work() == [])
  }

  @Test func `archived audio equals the recording byte by byte`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()

    let session = try inbox.session()

    let stored = try inbox.openStore().existingSession(session.id)?.read(.audio)
    #expect(stored == Recordings.voice())
  }

  @Test func `the state contains the progress for callers`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()

    let state = try inbox.json("sessions/\(inbox.session().id.text)/state.json")

    #expect(state["state"] == "filed")
    #expect(state["details"]?["phase"] == "complete")
  }

  @Test func `a listener gets every phase in order`() throws {
    let inbox = try Inbox()
    let phases = Mutex<[JobPhase]>([])
    inbox.listener = { update in phases.withLock { $0.append(update.phase) } }
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    #expect(
      phases.withLock { $0 } == [
        .idle, .quickAnalysing, .quickComplete, .comprehensiveAnalysing, .complete,
      ])
  }

  @Test(arguments: [WantedTiers.quick, .comprehensive])
  func `one tier alone is analysed on request`(tiers: WantedTiers) throws {
    let inbox = try Inbox()
    inbox.settings.tiers = tiers
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    let session = try inbox.session()
    let names = Set(inbox.stored("sessions/\(session.id.text)"))
    #expect(session.state == .filed)
    #expect(names.contains("quick.json") == (tiers == .quick))
    #expect(names.contains("computed.json") == (tiers == .comprehensive))
    #expect(try inbox.left() == [])
  }

  @Test(arguments: [
    "ä ö\nü.wav", "e\u{301}.wav", "\u{e9}.wav", "'; rm -rf $HOME #.wav", "-n.WAV", "👩🏽‍🔬.wav",
    "a\\b.wav",
  ])
  func `any file name is accepted`(name: String) throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), name)

    try inbox.drain()

    let session = try inbox.session()
    #expect(session.state == .filed)
    #expect(session.name.map { Array($0.utf8) } == Array(name.utf8))
    #expect(try inbox.left() == [])
  }

  @Test func `files that are no recordings stay`() throws {
    let inbox = try Inbox()
    let names = ["a.txt", "b.wav.part", "c.json", ".d.wav"]
    for name in names { try inbox.put("x", name) }

    try inbox.drain()

    #expect(try inbox.sessions().isEmpty)
    #expect(try inbox.left() == names.sorted())
  }

  @Test func `subfolders are watched on request`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(1), "x/y/a.wav")
    try inbox.put(Recordings.voice(2), "b.wav")

    try inbox.drain()
    #expect(try inbox.sessions().map(\.name) == ["b.wav"])
    inbox.settings.depth = .recursive
    try inbox.drain()

    #expect(Set(try inbox.sessions().map(\.name)) == ["a.wav", "b.wav"])
  }

  @Test func `200 recordings at once are each analysed once`() throws {
    let inbox = try Inbox()
    for number in 0..<200 { try inbox.put(Recordings.voice(number), "\(number).wav") }

    try inbox.drain()

    let sessions = try inbox.sessions()
    #expect(Set(sessions.compactMap(\.name)).count == 200)
    #expect(sessions.count == 200)
    #expect(sessions.allSatisfy { $0.state == .filed })
    #expect(try inbox.work() == [])
  }

  @Test func `a second watcher of the same inbox does not start`() throws {
    let inbox = try Inbox()
    try TestFolder.make(inbox.path + "/.sagevoice")
    let lock = try inbox.files.lock(inbox.path + "/.sagevoice/lock", .exclusiveIfFree)

    #expect(throws: WatchError.inboxInUse(path: inbox.path)) { try inbox.drain() }
    lock?.release()
    try inbox.drain()
  }

  @Test func `a missing inbox is reported`() throws {
    let inbox = try Inbox()
    try FileManager.default.removeItem(atPath: inbox.path)

    #expect(throws: WatchError.self) { try inbox.drain() }
  }

  @Test func `the status has the counts`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()

    let status = try inbox.json("status.json")

    #expect(status["schema"] == "sagevoice/status/1")
    #expect(status["state"] == "stopped")
    #expect(status["mode"] == "inotify")
    #expect(status["totals"]?["complete"] == 1)
    #expect(status["last_error"] == .null)
    let beside = try Data(contentsOf: URL(fileURLWithPath: inbox.path + "/.sagevoice/status.json"))
    #expect(try JSONValue.parse(Array(beside)) == status)
  }

  @Test func `events are written on request, without identities`() throws {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    try inbox.put(#"{"profile": \#(Recordings.profile)}"#, "anna.json")
    try inbox.put(Recordings.voice(), "anna.wav")
    try inbox.put(Recordings.silence, "otto.wav")
    try inbox.drain()

    let text = try String(contentsOfFile: inbox.storePath + "/events.ndjson", encoding: .utf8)
    let events = try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }

    let kinds = events.compactMap { event -> String? in
      if case .string(let kind) = event["event"] { kind } else { nil }
    }
    #expect(
      kinds.sorted() == [
        "analysed", "baseline_established", "quick_ready", "refused", "rerecord_requested",
        "started", "started",
      ])
    #expect(!text.contains("anna") && !text.contains("otto"))
  }

  @Test func `no events are written without a request`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    #expect(!inbox.stored("").contains("events.ndjson"))
  }
}

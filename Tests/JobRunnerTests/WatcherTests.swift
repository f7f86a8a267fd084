// Processing of recordings in an inbox, with real folders.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct WatcherTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  @Test func `a recording gets both documents and leaves the inbox`() throws {
    #expect(try inbox.deliver() == WatchResult())

    let session = try inbox.session()
    let folder = "sessions/\(session.id.text)"
    #expect(session.state == .filed)
    #expect(try inbox.json("\(folder)/quick.json")["tier"] == "quick")
    #expect(try inbox.json("\(folder)/computed.json")["tier"] == "comprehensive")
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test(arguments: [WantedTiers.quick, .comprehensive])
  func `one tier alone is analysed on request`(tiers: WantedTiers) throws {
    inbox.settings.tiers = tiers

    try inbox.deliver()

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
    try inbox.put(Recordings.voice(), name)

    try inbox.drain()

    let session = try inbox.session()
    #expect(session.state == .filed)
    #expect(session.name.map { Array($0.utf8) } == Array(name.utf8))
    #expect(try inbox.left() == [])
  }

  @Test func `files that are no recordings stay`() throws {
    let names = ["a.txt", "b.wav.part", "c.json", ".d.wav"]
    for name in names { try inbox.put("x", name) }

    try inbox.drain()

    #expect(try inbox.sessions().isEmpty)
    #expect(try inbox.left() == names.sorted())
  }

  @Test func `subfolders are watched on request`() throws {
    try inbox.put(Recordings.voice(1), "x/y/a.wav")
    try inbox.deliver(Recordings.voice(2), "b.wav")
    #expect(try inbox.sessions().map(\.name) == ["b.wav"])
    inbox.settings.depth = .recursive
    try inbox.drain()

    #expect(Set(try inbox.sessions().map(\.name)) == ["a.wav", "b.wav"])
  }

  @Test func `200 recordings at once are each analysed once`() throws {
    for number in 0..<200 { try inbox.put(Recordings.voice(number), "\(number).wav") }

    try inbox.drain()

    let sessions = try inbox.sessions()
    #expect(Set(sessions.compactMap(\.name)).count == 200)
    #expect(sessions.count == 200)
    #expect(sessions.allSatisfy { $0.state == .filed })
    #expect(try inbox.work() == [])
  }

  @Test func `a second watcher of the same inbox does not start`() throws {
    try TestFolder.make(inbox.path + "/.sagevoice")
    let lock = try inbox.files.lock(inbox.path + "/.sagevoice/lock", .exclusiveIfFree)

    #expect(throws: WatchError.inboxInUse(path: inbox.path)) { try inbox.drain() }
    lock?.release()
    try inbox.drain()
  }

  @Test func `the status has the counts`() throws {
    try inbox.deliver()

    let status = try inbox.json("status.json")

    #expect(status["schema"] == "sagevoice/status/1")
    #expect(status["state"] == "stopped")
    #expect(status["mode"] == "inotify")
    #expect(status["totals"]?["complete"] == 1)
    #expect(status["last_error"] == .null)
    let separate = try Data(
      contentsOf: URL(fileURLWithPath: inbox.path + "/.sagevoice/status.json"))
    #expect(try JSONValue.parse(Array(separate)) == status)
  }

  @Test func `no events are written without a request`() throws {
    try inbox.deliver()

    #expect(!inbox.stored("").contains("events.ndjson"))
  }
}

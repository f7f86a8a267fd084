// Deletion of events of purged sessions.

import Foundation
import JobRunner
import Onboarding
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct EventDeletionTests {
  private static let day: Int64 = 86_400_000

  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private var path: String { inbox.path + "/events.ndjson" }

  private func log(_ time: String, _ files: (any FileSystem)? = nil) -> EventLog {
    EventLog(at: path, files: files ?? inbox.files, timestamp: { time })
  }

  private func session(_ number: Int) throws -> SessionID {
    try #require(SessionID("00000000-0000-4000-8000-00000000000\(number)"))
  }

  private func write(_ time: String, _ sessions: Int...) throws {
    for number in sessions { try log(time).append(.started, EventPayload(session(number))) }
  }

  private func events() throws -> [JSONValue] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
  }

  /// The last digits of the session ids in the log. Empty for a line without a session.
  private func sessionDigits() throws -> [String] {
    try events().map { String(($0["session_id"]?.stringValue ?? "").suffix(1)) }
  }

  private func delete(
    before time: String = "2026-02-01T00:00:00Z", _ files: (any FileSystem)? = nil, of gone: Int...
  ) throws {
    let before = try #require(StoreTime(time))
    let sessions = Set(try gone.map(session))
    try log("2026-05-01T00:00:00Z", files).delete(
      purged: { _ in false }, before: before, where: sessions.contains)
  }

  @Test func `old lines of purged sessions are deleted, and a line records it`() throws {
    try write("2026-01-02T00:00:00Z", 1, 2, 3)
    try write("2026-03-02T00:00:00Z", 1, 4)

    try delete(of: 1, 3)

    #expect(try sessionDigits() == ["2", "1", "4", ""])
    #expect(try events().map { $0["seq"]?.numberValue } == [2, 4, 5, 6])
    #expect(try events().last?["event"] == "events_forgotten")
    let schema = try JSONSchemaValidator(WatchEvent.jsonSchema)
    #expect(try events().flatMap { schema.problems(in: $0) } == [])
  }

  @Test func `lines of existing sessions stay at any age`() throws {
    try write("2020-01-02T00:00:00Z", 1, 2)
    let before = try String(contentsOfFile: path, encoding: .utf8)

    try delete(of: 3)

    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  @Test func `old lines without a session are deleted, and numbers continue`() throws {
    try log("2026-01-02T00:00:00Z").append(.sidecarOrphan, EventPayload(nil, code: "c"))
    try write("2026-01-02T00:00:00Z", 1)

    try delete(of: 1)
    try write("2026-05-02T00:00:00Z", 2)

    #expect(try events().map { $0["event"] } == ["events_forgotten", "started"])
    #expect(try events().map { $0["seq"]?.numberValue } == [3, 4])
  }

  @Test func `an open log continues numbers and results after a deletion`() throws {
    let open = log("2026-01-02T00:00:00Z")
    try open.append(.started, EventPayload(session(1)))
    try open.append(.analysed, EventPayload(session(2)), .ending)
    let gone = try session(1)

    let limit = try #require(StoreTime("2026-02-01T00:00:00Z"))
    try open.delete(purged: { _ in false }, before: limit) { $0 == gone }
    try open.append(.analysed, EventPayload(session(2)), .ending)
    try open.append(.started, EventPayload(session(3)))

    #expect(try sessionDigits() == ["2", "", "3"])
    #expect(try events().map { $0["seq"]?.numberValue } == [2, 3, 4])
  }

  @Test func `unreadable lines stay, and an incomplete line is terminated`() throws {
    try write("2026-01-02T00:00:00Z", 1)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try ("no json\n" + text + text.prefix(30)).write(
      toFile: path, atomically: false, encoding: .utf8)

    try delete(of: 1)

    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "no json" && lines[1] == text.prefix(30))
  }

  @Test func `lines across the parts of a read are complete`() throws {
    let line = String(repeating: "x", count: 699) + "\n"
    try write("2026-01-02T00:00:00Z", 1, 2)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let filling = String(repeating: line, count: 4000)
    try (filling + text + filling).write(toFile: path, atomically: false, encoding: .utf8)

    try delete(of: 1)

    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 8002)
    #expect(lines.count { $0.count == 699 } == 8000)
  }

  @Test func `a crash during a deletion loses no line`() throws {
    try write("2026-01-02T00:00:00Z", 1, 2)
    let before = try String(contentsOfFile: path, encoding: .utf8)
    var step = 0
    while true {
      step += 1
      let faulty = FaultyFileSystem()
      faulty.plan = .die(step: step)
      try? delete(faulty, of: 1)
      guard faulty.hasFailed else { break }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try text == before || sessionDigits() == ["2", ""], "step \(step)")
    }

    #expect(step > 4)
    #expect(try sessionDigits() == ["2", ""])
  }

  @Test func `lines of a purged session do not return after a power loss`() throws {
    let memory = MemoryFileSystem()
    try memory.makeFolder("/store")
    let log = EventLog(
      at: "/store/events.ndjson", files: memory, timestamp: { "2026-04-30T00:00:00Z" })
    try log.append(.started, EventPayload(session(1)))
    try memory.synchronizeFile("/store/events.ndjson")
    for folder in ["/store", "/"] { try memory.synchronizeFolder(folder) }

    try log.delete(purged: { _ in true })
    memory.losePower(.everything)

    let text = String(decoding: try memory.read("/store/events.ndjson"), as: UTF8.self)
    #expect(text.contains("events_forgotten") && !text.contains("started"), "\(text)")
  }

  @Test func `lines of purged sessions are deleted immediately, except that of the purge`() throws {
    try write("2026-04-30T00:00:00Z", 1, 2)
    try log("2026-04-30T00:00:00Z").append(.purged, EventPayload(session(1)))
    let purged = try session(1)

    try log("2026-05-01T00:00:00Z").delete(purged: { $0 == purged })

    #expect(try sessionDigits() == ["2", "1", ""])
    #expect(try events().map { $0["event"] } == ["started", "purged", "events_forgotten"])
  }

  @Test func `a watcher continues after another program deleted lines`() throws {
    let watching = log("2026-04-30T00:00:00Z")
    for number in 1...3 { try watching.append(.started, EventPayload(session(number))) }
    try watching.append(.analysed, EventPayload(session(3)), .ending)
    let purged = try session(1)

    try log("2026-05-01T00:00:00Z").delete(purged: { $0 == purged })
    try watching.append(.started, EventPayload(session(4)))
    try watching.append(.analysed, EventPayload(session(3)), .ending)

    #expect(try sessionDigits() == ["2", "3", "3", "", "4"])
    #expect(try events().map { $0["seq"]?.numberValue } == [2, 3, 4, 5, 6])
  }

  @Test func `concurrent programs lose no line of each other`() async throws {
    let (writer, remover) = (log("2026-04-30T00:00:00Z"), log("2026-04-30T00:00:00Z"))
    let (stays, goes) = (try session(1), try session(2))
    let writing = Task.detached {
      for _ in 1...300 {
        try writer.append(.started, EventPayload(stays))
        try writer.append(.started, EventPayload(goes))
      }
    }
    for _ in 1...100 { try remover.delete(purged: { $0 == goes }) }
    try await writing.value
    try remover.delete(purged: { $0 == goes })

    #expect(try sessionDigits().count { $0 == "1" } == 300)
    #expect(try sessionDigits().count { $0 == "2" } == 0)
    let numbers = try events().compactMap { $0["seq"]?.numberValue }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `lines of onboardings are deleted by age, those of sessions with their session`()
    throws
  {
    func note(_ time: String, _ json: JSONValue) throws {
      try log(time).append(
        try FlowLogEntry.shape.read(json, as: "note", mode: .allFaults),
        of: UserHash(text: String(repeating: "a", count: 64)))
    }
    let received = { (session: String) -> JSONValue in
      [
        "event": "recording_received", "step": "sustained_vowel_test",
        "session_id": .string(session), "attempt": 1,
      ]
    }
    try note("2026-01-02T00:00:00Z", ["event": "journey_started", "step": "explainer"])
    for number in 1...2 {
      try note("2026-01-02T00:00:00Z", received(session(number).text))
    }
    try note("2026-03-02T00:00:00Z", ["event": "journey_resumed", "step": "explainer"])

    try delete(of: 1)

    #expect(
      try events().map { $0["event"] } == [
        "recording_received", "journey_resumed", "events_forgotten",
      ])
    #expect(try sessionDigits() == ["2", "", ""])
    #expect(try events().map { $0["seq"]?.numberValue } == [3, 4, 5])
    let schema = try JSONSchemaValidator(FlowLogEntry.lineSchema)
    #expect(try events().dropLast().flatMap { schema.problems(in: $0) } == [])
  }

  @Test func `a watcher deletes old events of purged sessions`() throws {
    let clock = FixedClock()
    inbox.clock = clock
    inbox.wantsEvents = true
    let store = try inbox.openStore()
    // A year before the events of the watcher.
    let old = EventLog(
      at: inbox.storePath + "/events.ndjson", files: store.files,
      timestamp: { "2025-01-31T09:30:00Z" })
    try old.append(.analysed, EventPayload(session(1)))
    try inbox.deliver(Recordings.voice(1))
    let kept = try inbox.session().id
    _ = try store.purge(.sessions([kept]), reason: "r", .forGood)

    try inbox.drain()

    let text = try String(contentsOfFile: inbox.storePath + "/events.ndjson", encoding: .utf8)
    #expect(!text.contains(try session(1).text))
    #expect(text.contains("events_forgotten"))
    // The lines are recent, but the session was purged.
    #expect(!text.contains(kept.text))
  }

  @Test func `an expired recording is announced, removed and counted, and its session stays`()
    throws
  {
    let clock = FixedClock()
    inbox.clock = clock
    inbox.wantsEvents = true
    inbox.settings.retention = Retention(guestDays: nil, audioDays: 10)
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.deliver(#"{"user_id": "kim", "reference": "order-7"}"#, "a.json")
    let session = try inbox.session().id
    for _ in 1...6 {
      clock.advance(milliseconds: 2 * Self.day)
      try inbox.drain()
    }
    let announced = inbox.events().filter { $0["event"] == "audio_purge_announced" }
    for _ in 1...4 {
      clock.advance(milliseconds: 2 * Self.day)
      try inbox.drain()
      if inbox.eventNames().contains("audio_purged") { break }
    }

    #expect(announced.map { $0["session_id"] } == [.string(session.text)])
    #expect(announced.map { $0["reference"] } == ["order-7"])
    #expect(inbox.eventNames().count { $0 == "audio_purged" } == 1)
    #expect(inbox.status()[path: ["totals", "audio_purged"]] == 1)
    #expect(inbox.status()[path: ["totals", "purged"]] == 0)
    #expect(inbox.stored("sessions/\(session.text)/artifacts").contains("audio.wav") == false)
    #expect(inbox.stored("sessions/\(session.text)").contains("computed.json"))
    #expect(try inbox.openStore().verify().findings == [])
  }
}

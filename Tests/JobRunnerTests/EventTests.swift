// Events for other programs: one line with the result of each recording.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct EventTests {
  private static let id = "11111111-2222-3333-4444-555555555555"

  private let inbox: Inbox

  init() throws { inbox = try Self.inbox() }

  private static func inbox() throws -> Inbox {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    return inbox
  }

  @Test func `a filed recording ends with tier, verdict, person and reference`() throws {
    try inbox.deliver(with: #"{"profile": \#(Recordings.profile), "reference": "order-7"}"#)

    let session = try inbox.session()
    let ending = try #require(inbox.endings().first)
    #expect(
      inbox.eventNames().filter { $0 != "rerecord_requested" } == [
        "started", "quick_ready", "baseline_established", "analysed",
      ])
    #expect(inbox.endings().count == 1)
    #expect(ending["session_id"] == .string(session.id.text))
    #expect(ending["tier"] == "comprehensive")
    #expect(ending["verdict"]?.stringValue.flatMap(Verdict.init) != nil)
    #expect(ending["user"]?.stringValue == session.user?.text)
    #expect(ending["reference"] == "order-7")
    #expect(ending["code"] == .null && ending["of"] == .null)
    #expect(!inbox.events().contains { $0.text(.compact).contains("anna") })
  }

  @Test func `every event of a recording has the reference of its sidecar`() throws {
    try inbox.deliver(with: #"{"reference": "order-7"}"#)

    #expect(inbox.events().count > 2)
    #expect(inbox.events().allSatisfy { $0["reference"] == "order-7" })
  }

  @Test func `a reference of an uncertain recording is published after the match`() throws {
    let hash = Inbox.digest(of: Recordings.voice())

    try inbox.deliver(with: #"{"reference": "order-7", "sha256": "\#(hash)"}"#)

    #expect(inbox.events().filter { $0["reference"] == .null }.map { $0["event"] } == ["started"])
  }

  @Test func `an invalid sidecar still gives its reference`() throws {
    try inbox.deliver(with: #"{"reference": "order-7", "profile": {"age": 34}}"#)

    let told = inbox.events().filter { $0["event"] != "started" }
    #expect(told.contains { $0["event"] == "profile_invalid" })
    #expect(told.allSatisfy { $0["reference"] == "order-7" })
  }

  @Test func `with the quick tier alone, the quick document is the result`() throws {
    inbox.settings.tiers = .quick

    try inbox.deliver()

    #expect(inbox.eventNames() == ["started", "quick_ready"])
    #expect(inbox.endings().map { $0["tier"] } == ["quick"])
  }

  @Test func `a refused recording ends with the code of the refusal`() throws {
    try inbox.deliver(Recordings.silence)

    #expect(inbox.endings().map { $0["event"] } == ["refused"])
    #expect(inbox.endings().map { $0["code"] } == ["silent"])
    #expect(inbox.eventNames().sorted() == ["refused", "rerecord_requested", "started"])
  }

  @Test func `a duplicate ends with the first session`() throws {
    try inbox.deliver()
    let first = try inbox.session().id.text

    try inbox.deliver(Recordings.voice(), "b.wav")

    let ending = try #require(inbox.endings().last)
    #expect(inbox.endings().count == 2)
    #expect(ending["event"] == "duplicate")
    #expect(ending["of"] == .string(first))
  }

  @Test func `a recording that crashes the program repeatedly ends as failed, with a code`() throws
  {
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    // As left by three crashes during its analysis.
    try inbox.putClaimed(Array("\n\n\n".utf8), ".attempts", for: Self.id)

    try inbox.drain()

    #expect(inbox.endings().map { $0["event"] } == ["failed"])
    #expect(inbox.endings().first?["code"] == "analysis_interrupted")
  }

  @Test func `an unreadable recording ends as failed, once over all starts`() throws {
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = faulty
    try inbox.put(Recordings.voice(), "a.wav")
    faulty.plan = .failReading(folder: inbox.layout.work, name: "a.wav", after: 0)

    for _ in 1...3 { try inbox.drain() }

    #expect(inbox.endings().map { $0["code"] } == ["source_stranded"])
  }

  @Test func `a recording of a purged session ends as purged`() throws {
    try inbox.deliver()
    let session = try inbox.session().id
    _ = try inbox.openStore().purge(.sessions([session]), reason: "asked for", .forGood)
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: session.text)

    try inbox.drain()

    // Earlier lines of the session were deleted.
    #expect(inbox.endings().map { $0["event"] } == ["purged"])
    #expect(try inbox.work() == [])
  }

  @Test func `a late sidecar publishes an amendment`() throws {
    try inbox.deliver()
    try inbox.deliver(#"{"profile": \#(Recordings.profile), "reference": "7"}"#, "a.json")

    let last = try #require(inbox.events().last)
    #expect(last["event"] == "amended")
    #expect(last["session_id"] == .string(try inbox.session().id.text))
    #expect(last["reference"] == "7")
    #expect(last["tier"] == "comprehensive")
    #expect(inbox.endings().count == 1)
  }

  @Test func `lines are numbered over restarts, also after an incomplete one`() throws {
    try inbox.deliver(Recordings.voice(1))
    let whole = inbox.events().count
    try inbox.files.append(
      Array(#"{"schema":"sagevoice/event/1","seq":"#.utf8), to: inbox.storePath + "/events.ndjson")
    try inbox.deliver(Recordings.voice(2), "b.wav")

    let numbers = inbox.events().map { $0["seq"] }
    #expect(numbers == (1...numbers.count).map { .int($0) })
    #expect(numbers.count == 2 * whole)
  }

  @Test func `lines of a version without numbers are followed by number 1`() throws {
    _ = try inbox.openStore()
    try inbox.files.append(
      Array((#"{"schema":"sagevoice/event/1","event":"started"}"# + "\n").utf8),
      to: inbox.storePath + "/events.ndjson")
    try inbox.deliver(Recordings.silence)

    #expect(inbox.events().dropFirst().first?["seq"] == 1)
  }

  @Test func `after a crash at any step each result is published once`() throws {
    let steps = try Self.run(by: .none).steps
    var told = 0
    for step in stride(from: 1, through: steps, by: Steps.every(17)) {
      let inbox = try Self.run(by: .die(step: step)).inbox
      inbox.waitUntilClosed()
      inbox.files = UnsyncedFileSystem()

      try inbox.drain()

      let sessions = try inbox.sessions()
      let ended = inbox.endings().compactMap { $0["session_id"]?.stringValue }.sorted()
      #expect(ended == sessions.map(\.id.text).sorted(), "step \(step) of \(steps)")
      let numbers = inbox.events().compactMap { event -> Int? in
        if case .int(let number) = event["seq"] { number } else { nil }
      }
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "step \(step)")
      told += ended.count
    }
    print("events: \(told) endings after deaths at \(steps) steps")
    #expect(told > 0)
  }

  /// A filed and a refused recording, with a fault.
  private static func run(by plan: FaultPlan) throws -> (inbox: Inbox, steps: Int) {
    let inbox = try inbox()
    inbox.settings.jobs = 1
    inbox.settings.timeouts.settle = .milliseconds(1)
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.put(Recordings.silence, "b.wav")
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = faulty
    faulty.plan = plan
    _ = try? inbox.watcher().run()
    let steps = faulty.steps
    faulty.plan = .none
    return (inbox, steps)
  }

  @Test func `an unwritable event log does not block recordings permanently`() throws {
    _ = try inbox.openStore()
    try FileManager.default.createDirectory(
      atPath: inbox.storePath + "/events.ndjson", withIntermediateDirectories: true)
    #expect(try inbox.deliver() == WatchResult())
    #expect(try inbox.session().state == .filed)
  }
}

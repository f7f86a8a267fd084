// Update lines for programs: one per step, equal in all channels.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct UpdateLineTests {
  private let inbox: Inbox
  private let updates = Recorder<JobUpdate>()

  init() throws {
    inbox = try Inbox()
    inbox.listener = { [updates] in updates.add($0) }
  }

  /// The lines of updates in order.
  private var lines: [UpdateLine] { updates.all.compactMap { UpdateLine($0) } }

  private func reread(_ line: UpdateLine) throws -> UpdateLine {
    try UpdateLine.shape.read(JSONValue.parse(Array(line.lineBytes.dropLast())), as: "line")
  }

  @Test func `a recording has a line for each step, with reference, tier and outcome`() throws {
    try inbox.deliver(with: #"{"reference": "order-7"}"#)

    let session = try inbox.session().id
    #expect(
      lines.map(\.phase)
        == [.idle, .quickAnalysing, .quickComplete, .comprehensiveAnalysing, .complete])
    #expect(lines.map(\.tier) == [nil, nil, .quick, nil, .comprehensive])
    #expect(lines.map(\.outcome) == [nil, nil, nil, nil, .analysed])
    #expect(lines.map { $0.verdict != nil } == [false, false, true, false, true])
    #expect(lines.allSatisfy { $0.reference == "order-7" && $0.session == session })
  }

  @Test func `with the quick tier alone the quick document is the outcome`() throws {
    inbox.settings.tiers = .quick

    try inbox.deliver()

    #expect(lines.last?.phase == .quickComplete)
    #expect(lines.last?.outcome == .analysed)
  }

  @Test func `a refused recording has a reason`() throws {
    try inbox.deliver(Recordings.silence)

    let last = try #require(lines.last)
    #expect(last.phase == .error && last.outcome == .refused)
    #expect(last.code == "silent")
    #expect(last.message?.isEmpty == false)
  }

  @Test func `a duplicate has the session of the first result`() throws {
    try inbox.deliver()
    let first = try inbox.session().id

    try inbox.deliver(Recordings.voice(), "b.wav")

    let last = try #require(lines.last)
    #expect(last.phase == .complete && last.outcome == .duplicate)
    #expect(last.original == first)
    #expect(last.tier == nil)
  }

  @Test func `an unreadable recording has the same reason as in the store`() throws {
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = faulty
    try inbox.put(Recordings.voice(), "a.wav")
    faulty.plan = .failReading(folder: inbox.layout.work, name: "a.wav", after: 0)

    try inbox.drain()

    let session = try inbox.session().id
    let state = try inbox.openStore(UnsyncedFileSystem()).existingSession(session)?.state()
    #expect(lines.last?.outcome == .failed)
    #expect(lines.last?.code != nil)
    #expect(lines.last?.code == state?.fault?.code)
  }

  @Test func `a line is parsed unchanged`() throws {
    try inbox.put(Recordings.silence, "a.wav")
    try inbox.deliver(Recordings.voice(), "b.wav")

    #expect(lines.count > 6)
    for line in lines { #expect(try reread(line) == line) }
    #expect(lines.allSatisfy { $0.lineBytes.count { $0 == UInt8(ascii: "\n") } == 1 })
  }
}

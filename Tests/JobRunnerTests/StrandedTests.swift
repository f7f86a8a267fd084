// Claimed recordings that become unreadable.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct StrandedTests {
  /// The number of successful reads: before the quick document (its header is read first), before the comprehensive
  /// one, and at its archiving, which reads the recording of a known person again.
  static let readings = [0, 2, 3]

  private let inbox: Inbox
  private let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())

  init() throws {
    inbox = try Inbox()
    inbox.files = faulty
    inbox.settings.retainedBytes = 0
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(2), "b.wav")
  }

  private func breakDisk(after readings: Int) {
    faulty.plan = .failReading(folder: inbox.layout.work, name: "a.wav", after: readings)
  }

  private func sessions(_ state: SessionState) throws -> [SessionSummary] {
    try inbox.sessions().filter { $0.state == state }
  }

  @Test(arguments: readings)
  func `a recording that becomes unreadable fails with a report, and the others continue`(
    readings: Int
  ) throws {
    breakDisk(after: readings)

    #expect(try inbox.drain() == WatchResult(refused: 1, unfinished: 1))
    #expect(try sessions(.filed).map(\.name) == ["b.wav"])
    let session = try #require(try sessions(.failed).first?.id.text)
    let documents = inbox.stored("sessions/\(session)")
    #expect(documents.contains("quick.json") == (readings >= 2))
    #expect(documents.contains("computed.json") == (readings >= 3))
    let report = try inbox.json("failed/a.wav.error.json")
    let place = inbox.layout.folder(of: session) + "/a.wav"
    #expect(report["lies_at"] == .string(place))
    #expect(report["session_id"] == .string(session))
    #expect(report[path: ["error", "code"]] == "source_stranded")
    #expect(report[path: ["error", "advice"]]?.stringValue?.contains("start the watcher") == true)
    #expect(FileManager.default.contents(atPath: place) == Data(Recordings.voice(1)))
    let totals = try inbox.json("status.json")["totals"]
    #expect(totals?["failed"] == 1 && totals?["stranded"] == 1)
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: readings)
  func `a readable recording is completed by the next start in the same session`(
    readings: Int
  ) throws {
    breakDisk(after: readings)
    try inbox.drain()
    let session = try #require(try sessions(.failed).first?.id)
    faulty.plan = .none

    #expect(try inbox.drain() == WatchResult())
    #expect(try sessions(.filed).count == 2)
    let stored = try #require(try inbox.openStore().existingSession(session))
    #expect(try stored.read(.audio) == Recordings.voice(1))
    #expect(try inbox.stored("failed") == [] && inbox.work() == [] && inbox.findings() == [])
  }

  @Test func `every start tries an unreadable recording once`() throws {
    breakDisk(after: 0)
    try inbox.drain()
    let session = try #require(try sessions(.failed).first?.id)

    for _ in 1...2 {
      #expect(try inbox.drain() == WatchResult(refused: 1, unfinished: 1))
    }

    #expect(try sessions(.failed).map(\.id) == [session])
    #expect(inbox.stored("failed") == ["a.wav.error.json"])
    #expect(try inbox.work() == [session.text])
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: readings)
  func `a new delivery makes an unreadable recording a duplicate`(readings: Int) throws {
    breakDisk(after: readings)
    try inbox.drain()
    let session = try #require(try sessions(.failed).first?.id)
    try inbox.put(Recordings.voice(1), "c.wav")
    try inbox.put(Recordings.profile, "c.json")
    breakDisk(after: 0)
    try inbox.drain()
    faulty.plan = .none

    try inbox.drain()

    #expect(try sessions(.duplicate).map(\.id) == [session])
    #expect(try Set(sessions(.filed).map(\.name)) == ["b.wav", "c.wav"])
    #expect(try inbox.work() == [] && inbox.findings() == [])
  }
}

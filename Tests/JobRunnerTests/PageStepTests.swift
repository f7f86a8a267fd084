// Report pages: recordings neither wait for a page nor fail because of one.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct PageStepTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private static let sidecar =
    #"{"profile": {"user_id": "anna-77", "age": 34}, "recorded_at": "2026-01-01T09:00:00Z"}"#

  /// A page maker that prints the words of the test.
  private static let words = PageMaker(of: .page) { filed in
    let told = [
      filed.document.recording.name, filed.document.tier.rawValue, filed.profile?.userID ?? "guest",
      "\(filed.history?.sessions.count ?? 0) visits", filed.sound == nil ? "mute" : "sound",
      filed.pipeline == nil ? "unknown" : "known", filed.recordedAt ?? "-",
    ]
    return .success(Array(told.joined(separator: ", ").utf8))
  }

  private func page(_ document: SessionDocument = .page) throws -> String? {
    let id = try inbox.session().id
    return try inbox.openStore().existingSession(id)?.read(document)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: AudioPolicy.allCases)
  func `a page contains stored documents, and figures while the audio exists`(
    audio: AudioPolicy
  ) throws {
    (inbox.settings.audio, inbox.pages) = (audio, Self.words)

    try inbox.deliver(Recordings.voice(1), with: Self.sidecar)

    #expect(
      try page() == "a.wav, comprehensive, anna-77, 1 visits, sound, known, 2026-01-01T09:00:00Z")
    #expect(try inbox.findings() == [])
  }

  @Test func `a quick document and a guest's recording have a page`() throws {
    (inbox.settings.tiers, inbox.pages) = (.quick, Self.words)

    try inbox.deliver(Recordings.voice(1))

    #expect(try page() == "a.wav, quick, guest, 0 visits, sound, known, -")
  }

  @Test func `a page error is logged, and the recording succeeds`() throws {
    let log = LogRecord()
    inbox.logger = log.logger
    inbox.pages = PageMaker(of: .sheets) { _ in .failure(PageFault("no such program")) }

    let result = try inbox.deliver(Recordings.voice(1))

    #expect(result.refused == 0 && result.unfinished == 0)
    #expect(try inbox.session().state == .filed)
    #expect(try page(.sheets) == nil)
    #expect(log.text.contains("the report page of a recording could not be created"))
    #expect(log.text.contains("no such program"))
    #expect(!log.text.contains("a.wav"))
  }

  @Test func `a refused recording has no page`() throws {
    let asked = Mutex(0)
    inbox.pages = PageMaker(of: .page) { _ in
      asked.withLock { $0 += 1 }
      return .success([])
    }

    try inbox.deliver(Recordings.silence)

    #expect(asked.withLock { $0 } == 0)
  }

  @Test func `an encrypted store encrypts pages`() throws {
    inbox.key = StoreKeys(bytes: [UInt8](repeating: 7, count: 32))
    inbox.pages = Self.words

    try inbox.deliver(Recordings.voice(1), with: Self.sidecar)

    #expect(try page()?.hasPrefix("a.wav, comprehensive, anna-77") == true)
    #expect(try FolderSearch.findings(of: ["anna-77", "visits"], in: inbox.storePath) == [])
    #expect(try inbox.openStore().verify().findings == [])
  }

  @Test func `a late sidecar gives a new page`() throws {
    inbox.pages = Self.words
    try inbox.deliver(Recordings.voice(1))
    #expect(try page() == "a.wav, comprehensive, guest, 0 visits, sound, known, -")

    try inbox.deliver(Self.sidecar, "a.json")
    #expect(
      try page() == "a.wav, comprehensive, anna-77, 1 visits, sound, known, 2026-01-01T09:00:00Z")

    inbox.pages = nil
    try inbox.deliver(Self.sidecar.replacing("34", with: "35"), "a.json")
    #expect(try page() == nil)
    #expect(try inbox.findings() == [])
  }
}

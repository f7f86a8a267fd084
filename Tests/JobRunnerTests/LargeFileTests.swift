// Files that are larger than the limit, or state such a size.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct LargeFileTests {
  private let inbox: Inbox

  /// More bytes than the limit.
  private static let large = WatchSettings.mostRecordingBytes + 4096

  init() throws { inbox = try Inbox() }

  /// A sparse file with the given first bytes.
  private func putSparse(_ head: [UInt8], bytes: Int, _ name: String) throws {
    try inbox.put(head, name)
    try POSIXFileSystem().truncate(inbox.path + "/" + name, to: bytes)
  }

  /// The header of a recording with this number of audio bytes, 16 bits at 44.1 kHz.
  private static func header(audioBytes: Int) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + bytes(audioBytes + 36, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(44_100, 4) + bytes(88_200, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(audioBytes, 4)
  }

  private func code(of name: String) throws -> String? {
    let session = try #require(try inbox.sessions().first { $0.name == name })
    return try inbox.openStore().existingSession(session.id)?.state()?.fault?.code
  }

  @Test func `a recording above the limit stays in the inbox, with a report`() throws {
    let size = Self.large
    try putSparse(Self.header(audioBytes: size - 44), bytes: size, "big.wav")
    #expect(try inbox.deliver() == WatchResult(refused: 1))
    #expect(try inbox.drain() == WatchResult(refused: 1))

    #expect(try inbox.session().name == "a.wav" && inbox.session().state == .filed)
    #expect(try inbox.left() == ["big.wav"] && inbox.work() == [])
    #expect(inbox.stored("failed") == ["big.wav.error.json"])
    let report = try inbox.json("failed/big.wav.error.json")
    #expect(report[path: ["error", "code"]] == "too_large")
    #expect(report["lies_at"] == .string(inbox.path + "/big.wav"))
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: ["a.json", "a.wav.sha256"])
  func `a companion of extreme size does not block its recording`(name: String) throws {
    try putSparse([], bytes: 1 << 42, name)
    #expect(try inbox.deliver().unfinished == 0)
    #expect(try inbox.left() == [] && inbox.work() == [])
    let report = try inbox.json("failed/\(name).error.json")
    #expect(report["cut_from_bytes"] == .int(1 << 42))
    #expect(try inbox.findings() == [])
  }

  @Test func `a recording of minutes is refused by its header, with the message of the analysis`()
    throws
  {
    let environment = Inbox.environment()
    let pipeline = VoicePipeline(
      settings: AnalysisSettings(tier: .quick), environment: environment, refusingFrom: 30)
    let long = Recordings.tooLong
    var analyzer = AnalysisSession()
    let read = analyzer.document(of: long, name: "long.wav", by: pipeline)
    let beginning = Array(long.prefix(FileBeginning.bytesWanted))

    let unread = pipeline.refusal(
      of: UnreadFile(name: "long.wav", sizeBytes: long.count, sha256: read.recording.sha256),
      beginning: beginning)

    #expect(unread?.refusal == read.refusal && read.refusal?.code == .tooLong)
    #expect(unread?.recording == read.recording)
    let voice = Recordings.voice()
    #expect(
      pipeline.refusal(
        of: UnreadFile(name: "a.wav", sizeBytes: voice.count), beginning: voice) == nil)
  }

  @Test func `a truncated recording with a long header is reported as truncated`() throws {
    try inbox.deliver(Array(Recordings.tooLong.prefix(400_000)))

    #expect(try code(of: "a.wav") == "truncated")
  }

  @Test func `a sidecar above the limit is quarantined unread`() throws {
    try putSparse([], bytes: Self.large, "a.json")
    #expect(try inbox.deliver().refused == 1)

    let report = try inbox.json("failed/a.json.error.json")
    #expect(report["session_id"] == .string(try inbox.session().id.text))
    #expect(try inbox.session().state == .filed)
    #expect(try inbox.left() == [] && inbox.work() == [] && inbox.findings() == [])
  }

  @Test func `a checksum file above the limit is quarantined unread, with its recording`() throws {
    try putSparse([], bytes: Self.large, "a.wav.sha256")
    #expect(try inbox.deliver().refused == 1)

    #expect(try code(of: "a.wav") == "checksum_unusable")
    #expect(inbox.stored("failed").count == 4)
    #expect(try inbox.left() == [] && inbox.work() == [] && inbox.findings() == [])
  }

  @Test(arguments: ["a.wav", "a.json"])
  func `with policy keep, a file above the copy limit stays and is reported once`(
    name: String
  ) throws {
    inbox.settings.audio = .keep
    try putSparse([], bytes: WatchSettings.mostRecordingBytes + 1, name)

    #expect(try inbox.drain() == WatchResult(refused: 1))
    #expect(try inbox.drain() == WatchResult(refused: 1))

    #expect(inbox.stored("failed") == ["\(name).error.json"])
    let report = try inbox.json("failed/\(name).error.json")
    #expect(report["lies_at"] == .string(inbox.path + "/" + name))
    #expect(report[path: ["error", "code"]] == "too_large" && report["session_id"] == .null)
    #expect(try inbox.sessions().isEmpty)
    try FileManager.default.removeItem(atPath: inbox.path + "/" + name)
    try inbox.drain()
    #expect(try inbox.stored("failed") == [] && inbox.findings() == [])
  }
}

// Readable data in an encrypted store without its key, after every kind of fault.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct SealedStoreTests {
  private static let name = "Doeringer, Janette 1950"
  private static let sidecar =
    #"{"profile": {"user_id": "jane-1950", "age": "MARKAGE"}, "context": "MARKCONTEXT"}"#

  private let inbox: Inbox
  private let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())

  init() throws {
    inbox = try Inbox()
    inbox.files = faulty
    inbox.wantsEvents = true
    inbox.key = StoreKeys(bytes: [UInt8](repeating: 7, count: 32))
  }

  /// Names, values and hashes that must not be readable without the key.
  private func words(_ recording: [UInt8]) -> [String] {
    [
      "Doeringer", "Janette", "MARKAGE", "MARKCONTEXT", "jane-1950",
      Fingerprint.sha256(of: recording), Fingerprint.sha256(of: Array(Self.sidecar.utf8)),
    ]
  }

  private static let recordings: [(what: String, bytes: [UInt8])] = [
    ("good", Recordings.voice(1)), ("silent", Recordings.silence), ("long", Recordings.tooLong),
    ("text", Array("not a recording at all, but a text".utf8)), ("empty", []),
    ("cut", Array(Recordings.voice().prefix(30_000))),
  ]

  @Test(arguments: recordings.indices)
  func `an encrypted store has no readable name, value or hash of failed files`(index: Int) throws {
    let bytes = Self.recordings[index].bytes
    try inbox.put(Self.sidecar, Self.name + ".json")
    try inbox.put(bytes, Self.name + ".wav")

    try inbox.drain()

    #expect(!inbox.stored("failed").isEmpty)
    #expect(try FolderSearch.findings(of: words(bytes), in: inbox.storePath) == [])
    let listing = try inbox.openStore().failedListing()
    #expect(listing.unreadable == [])
    #expect(listing.reports.contains { $0.name == Self.name + ".json" })
    #expect(listing.reports.contains { $0.fault.message.contains("MARKAGE") })
    #expect(try inbox.openStore().verify().findings == [])
  }

  @Test func `events and status of an encrypted store contain no reference`() throws {
    let told = #"{"profile": {"user_id": "jane-1950"}, "reference": "MARKREFERENCE"}"#
    try inbox.put(told, Self.name + ".json")
    try inbox.put(Recordings.voice(4), Self.name + ".wav")

    try inbox.drain()

    let words = words(Recordings.voice(4)) + ["MARKREFERENCE"]
    #expect(inbox.endings().count == 1)
    #expect(try FolderSearch.findings(of: words, in: inbox.storePath) == [])
    #expect(try FolderSearch.findings(of: words, in: inbox.path) == [])
    #expect(try inbox.session().reference == "MARKREFERENCE")
  }

  @Test func `an encrypted store has no readable data of a recording with a different checksum`()
    throws
  {
    let bytes = Recordings.voice(2)
    try inbox.put(String(repeating: "0", count: 64), Self.name + ".wav.sha256")
    try inbox.put(bytes, Self.name + ".wav")

    try inbox.drain()

    #expect(try FolderSearch.findings(of: words(bytes), in: inbox.storePath) == [])
    #expect(try inbox.session().state == .refused)
  }

  @Test func `an encrypted store has no readable data of an unreadable recording`() throws {
    let bytes = Recordings.voice(3)
    try inbox.put(bytes, Self.name + ".wav")
    faulty.plan = .failReading(folder: inbox.layout.work, name: Self.name + ".wav", after: 0)

    try inbox.drain()
    faulty.plan = .none

    let report = try #require(inbox.stored("failed").first)
    #expect(try FolderSearch.findings(of: words(bytes), in: inbox.storePath) == [])
    #expect(try inbox.json("failed/\(report)")[path: ["error", "code"]] == "source_stranded")
    let listed = try #require(try inbox.openStore().failedListing().reports.first)
    #expect(listed.name == Self.name + ".wav")
    #expect(listed.path?.hasSuffix("/\(Self.name).wav") == true)
  }
}

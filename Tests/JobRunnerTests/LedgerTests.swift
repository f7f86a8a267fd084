// The claimed files of an inbox over restarts, and the ledger of earlier versions.

import Foundation
import Testing
import VoicePipeline
import VoiceTypes

@testable import JobRunner
@testable import RecordStore

@Suite struct LedgerTests {
  private static let id = "11111111-2222-3333-4444-555555555555"
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private var oldLedger: String { inbox.layout.control + "/ledger.ndjson" }

  /// A line of the ledger of version 0.26 for a file in the inbox.
  private func oldLine(_ name: String, of session: String = Self.id) throws -> String {
    let hash = try inbox.openStore(UnsyncedFileSystem()).names.inboxName()
    let facts = try inbox.files.facts(of: inbox.path + "/" + name)
    let stamp = facts.map { FileStamp($0) }
    let json: JSONValue = [
      "schema": "sagevoice/ledger/2", "name": .string(hash(name)),
      "stem": .string(hash(InboxNames.stem(of: name))),
      "kind": .string(RecordingName.fits(name) ? "recording" : "companion"),
      "session_id": .string(session), "device": .string("\(stamp?.device ?? 0)"),
      "inode": .string("\(stamp?.inode ?? 0)"), "size_bytes": .int(stamp?.size ?? 0),
      "modified_ns": .int(Int(stamp?.modified ?? 0)),
    ]
    return json.lineText
  }

  @Test func `a recording of an earlier version that stays in the inbox is not analysed again`()
    throws
  {
    inbox.settings.audio = .keep
    for name in ["known.wav", "unknown.wav"] { try inbox.put(Recordings.voice(), name) }
    let session = try #require(SessionID(Self.id))
    try inbox.openStore().session(session).record(StateRecord(.filed))
    let claimedOnly = "11111111-2222-3333-4444-555555555556"
    let lines = try oldLine("known.wav") + oldLine("unknown.wav", of: claimedOnly) + "{\"sch"
    try inbox.put(Array(lines.utf8), ".sagevoice/ledger.ndjson")

    try inbox.drain()
    try inbox.drain()

    let names = try inbox.sessions().map(\.name)
    #expect(names.count == 2 && Set(names) == [nil, "unknown.wav"])
    #expect(try inbox.left() == ["known.wav", "unknown.wav"])
    #expect(!FileManager.default.fileExists(atPath: oldLedger))
  }

  @Test func `a late sidecar finds a recording of an earlier version`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()
    let session = try inbox.session().id.text
    let line = try oldLine("b.wav", of: session)
    try inbox.put(Array(line.utf8), ".sagevoice/ledger.ndjson")
    try inbox.put(Recordings.profile, "b.json")

    try inbox.drain()

    #expect(try inbox.session().user != nil)
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `a late sidecar in a folder finds its recording after a restart`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    inbox.settings.depth = .recursive
    try inbox.put(Recordings.voice(1), "x/a.wav")
    try inbox.put(Recordings.voice(2), "y/a.wav")
    try inbox.drain()

    try inbox.put(Recordings.profile, "y/a.json")
    try inbox.drain()

    let named = try inbox.sessions().filter { $0.user != nil }
    #expect(named.count == 1)
    let sha256 = try named.first.flatMap { try inbox.openStore().session($0.id).header() }
    #expect(sha256?.recording.sha256 == Fingerprint.sha256(of: Recordings.voice(2)))
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `a recording in a folder that was claimed only keeps its path`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    inbox.settings.depth = .recursive
    try inbox.put(Recordings.voice(), "x/a.wav")
    let folder = inbox.layout.folder(of: Self.id)
    let facts = try #require(try inbox.files.facts(of: inbox.path + "/x/a.wav"))
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: Self.id)
    try Origin(path: "x/a.wav", stamp: FileStamp(facts)).write(to: folder, inbox.files)
    if audio == .archive { try inbox.files.removeFile(inbox.path + "/x/a.wav") }

    try inbox.drain()
    try inbox.put(Recordings.profile, "x/a.json")
    try inbox.drain()

    #expect(try inbox.session().id.text == Self.id)
    #expect(try inbox.session().user != nil)
    #expect(try inbox.work() == [])
  }
}

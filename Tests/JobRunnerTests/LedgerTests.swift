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
    try inbox.deliver()
    let session = try inbox.session().id.text
    let line = try oldLine("b.wav", of: session)
    try inbox.put(Array(line.utf8), ".sagevoice/ledger.ndjson")
    try inbox.deliver(Recordings.profile, "b.json")

    #expect(try inbox.session().user != nil)
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `a late sidecar in a folder finds its recording after a restart`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    inbox.settings.depth = .recursive
    try inbox.put(Recordings.voice(1), "x/a.wav")
    try inbox.deliver(Recordings.voice(2), "y/a.wav")

    try inbox.deliver(Recordings.profile, "y/a.json")

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
    try Origin(path: "x/a.wav", stamp: FileStamp(facts)).add(to: folder, inbox.files)
    if audio == .archive { try inbox.files.removeFile(inbox.path + "/x/a.wav") }

    try inbox.drain()
    try inbox.deliver(Recordings.profile, "x/a.json")

    #expect(try inbox.session().id.text == Self.id)
    #expect(try inbox.session().user != nil)
    #expect(try inbox.work() == [])
  }

  /// Puts a file into the inbox and into a work folder, as after a claim.
  private func claim(_ bytes: [UInt8], _ name: String, for session: String = Self.id) throws {
    try inbox.put(bytes, name)
    let facts = try #require(try inbox.files.facts(of: inbox.path + "/" + name))
    try inbox.putClaimed(bytes, name, for: session)
    try Origin(path: name, stamp: FileStamp(facts))
      .add(to: inbox.layout.folder(of: session), inbox.files)
  }

  @Test func `a sidecar of an interrupted claim applies to no other recording`() throws {
    inbox.settings.audio = .keep
    try inbox.deliver(Recordings.voice(1))
    let guest = try inbox.session().id
    try claim(Recordings.voice(2), "a.wav")
    try claim(Array(Recordings.profile.utf8), "a.json")

    for _ in 1...2 { try inbox.drain() }

    let sessions = try inbox.sessions()
    #expect(sessions.count == 2)
    #expect(sessions.first { $0.id == guest }?.user == nil)
    #expect(sessions.first { $0.id.text == Self.id }?.user != nil)
    for session in sessions {
      #expect(!(try inbox.actions(of: session).contains { $0.hasSuffix("_by_sidecar") }))
    }
  }

  @Test func `two states of one file in work are claimed once`() throws {
    inbox.settings.audio = .keep
    let other = "11111111-2222-3333-4444-555555555556"
    try claim(Recordings.voice(1), "a.wav")
    try claim(Recordings.voice(2), "a.wav", for: other)

    for _ in 1...2 { try inbox.drain() }

    #expect(try Set(inbox.sessions().map(\.id.text)) == [Self.id, other])
  }

  @Test func `a recording that fails after interrupted attempts is not claimed again`() throws {
    inbox.settings.audio = .keep
    try claim(Recordings.voice(), "a.wav")
    try inbox.put("\n\n\n", inbox.layout.relative(inbox.layout.folder(of: Self.id)) + "/.attempts")

    for _ in 1...2 { try inbox.drain() }

    #expect(try inbox.sessions().map(\.state) == [.failed])
  }

  @Test func `a moved inbox keeps its claimed files`() throws {
    inbox.settings.audio = .keep
    try inbox.deliver()
    let moved = inbox.path + ".moved"
    try FileManager.default.moveItem(atPath: inbox.path, toPath: moved)
    defer { try? FileManager.default.removeItem(atPath: moved) }

    let identifier = try InboxLayout(root: moved).readIdentifier(inbox.files)

    #expect(try inbox.openStore().sessions(at: "a.wav", inInbox: identifier).count == 1)
  }
}

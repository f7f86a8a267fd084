// Deletion of recordings from sessions that stay.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class AudioRetentionTests: RetentionScene {
  init() throws { try super.init(.encrypted) }

  @discardableResult private func file() throws -> SessionID {
    try file(of: SessionLife("").userID)
  }

  private func audio(_ number: Int) throws -> [UInt8]? {
    try store.existingSession(SessionLife("", number: number).id)?.read(.audio)
  }

  /// Expects that only the recording of a session is missing.
  private func expectRest(of number: Int) throws {
    let life = SessionLife("", number: number)
    let session = try #require(try store.existingSession(life.id))
    #expect(try session.read(.audio) == nil)
    #expect(try session.read(.computed) == life.computed)
    #expect(try session.read(.quick) == life.quick)
    #expect(try session.read(.answers) == life.answers)
    #expect(try session.header()?.recording == life.recording)
    #expect(try session.state()?.state == .filed)
    #expect(try store.check() == [])
  }

  // MARK: - Retention

  @Test
  func `a recording is announced at the end of its retention, and removed a week later, once`()
    throws
  {
    let old = try file()

    let told = try look(Retention(audioDays: 30), days: 1...49) { if $0 == 20 { try file() } }

    #expect(told == [30: [.audioAnnounced(old)], 37: [.audioPurged(old)]])
    try expectRest(of: 1)
    #expect(try audio(2) != nil)
    let line = try #require(try store.existingSession(old)?.auditLines().last)
    #expect(line.entry.action == "audio_purged" && line.entry.field == "reason")
    #expect(line.entry.documents.map(\.name) == ["artifacts/audio.wav"])
    #expect(line.entry.documents.map(\.sha256) == [nil])
  }

  @Test func `without a retention period of its own, a recording stays as long as its session`()
    throws
  {
    try file()

    #expect(try look(Retention(), days: 1...200) == [:])
    #expect(try audio(1) != nil)
  }

  @Test func `an expired session includes its recording`() throws {
    let session = try file()

    let told = try look(Retention(everyoneDays: 40, audioDays: 40), days: 1...50)

    #expect(told == [40: [.announced(session), .audioAnnounced(session)], 47: [.purged(session)]])
  }

  @Test func `a wrong clock at one start removes no recording`() throws {
    let session = try file()
    _ = try look(Retention(audioDays: 30))
    pass(days: 100)
    _ = try look(Retention(audioDays: 30))
    pass(days: -100)

    let told = try look(Retention(audioDays: 30), days: 1...27)

    #expect(!told.values.joined().contains(.audioAnnounced(session)))
    #expect(try audio(1) != nil)
  }

  @Test func `without a retention period of recordings, announcements are deleted`() throws {
    let session = try file()
    _ = try look(Retention(audioDays: 30), days: 1...32)
    #expect(try look(Retention(), days: 33...42) == [:])
    pass(days: 1)

    #expect(try look(Retention(audioDays: 30)) == [.audioAnnounced(session)])
    #expect(try audio(1) != nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `an archived recording is announced and removed, and its session stays`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1, of: "anna")
    try session.commit(SessionChange("archived", documents: [.quick: [1], .audio: [2]]))

    let told = try made.retain(days: 100, Retention(audioDays: 30))

    #expect(told == [.audioAnnounced(session.id), .audioPurged(session.id)])
    #expect(try session.read(.audio) == nil)
    #expect(try session.read(.quick) == [1])
    #expect(try made.store.holds(session.id) && !made.store.holds(ContractedStore.session(2)))
    #expect(try made.findings() == [])
  }

  // MARK: - By hand

  @Test func `a dry run lists recordings and changes nothing`() throws {
    let sessions = try [file(), file()]
    #expect(try store.purgeAudio(.sessions([sessions[0]]), reason: "r", .forGood) == [sessions[0]])
    let lines = try store.tenantLines().count

    #expect(try store.purgeAudio(.all, reason: "r", .dryRun) == [sessions[1]])
    #expect(try store.tenantLines().count == lines)
    #expect(try audio(2) != nil)
    #expect(try store.purgeAudio(.all, reason: "r", .forGood) == [sessions[1]])
    #expect(try store.purgeAudio(.all, reason: "r", .forGood) == [])
    try expectRest(of: 1)
    try expectRest(of: 2)
  }

  @Test func `a purge of recordings removes those of older sessions`() throws {
    let old = try file()
    pass(days: 1)
    try file()

    #expect(try store.purgeAudio(.olderThan(clock.now()), reason: "r", .forGood) == [old])
    #expect(try audio(1) == nil && audio(2) != nil)
  }
}

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SessionLifeTests {
  @Test(arguments: StoreKind.allCases)
  func `a session is read back unchanged`(kind: StoreKind) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, kind)

    try life.live(in: life.open())
    let session = try #require(try life.open(.reading).existingSession(life.id))

    #expect(try session.read(.quick) == life.quick)
    #expect(try session.read(.computed) == life.computed)
    #expect(try session.read(.answers) == life.answers)
    #expect(try session.read(.audio) == life.audio)
    #expect(try session.state()?.state == .filed)
    #expect(try session.header()?.recording == life.recording)
  }

  @Test func `a change without an effect adds no line`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let before = try life.open(.reading).head()

    let store = try life.open()
    for change in life.changes(in: store).suffix(2) { try store.session(life.id).commit(change) }

    #expect(try store.head() == before)
  }

  @Test func `an open session does not return after a purge`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)
    let session = try store.session(life.id)
    _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)

    #expect(throws: StoreError.purged(life.id)) { try session.record(StateRecord(.failed)) }
    #expect(throws: StoreError.purged(life.id)) { try session.write(.quick, life.quick) }
    #expect(try store.sessionIDs() == [])
    #expect(try store.verify().findings == [])
  }

  @Test func `names with accents in two compositions are two names`() throws {
    let scratch = try Scratch()
    var life = SessionLife(scratch.store)
    life.name = "e\u{301}.wav"
    let session = try life.open().session(life.id)
    try session.write(life.header(in: life.open()))
    life.name = "\u{E9}.wav"

    try session.write(life.header(in: life.open()))

    let name = try #require(try session.header()?.recording.name)
    #expect(Array(name.utf8) == Array("\u{E9}.wav".utf8))
  }
}

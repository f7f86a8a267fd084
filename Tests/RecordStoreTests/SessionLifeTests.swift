import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SessionLifeTests {
  @Test(arguments: StoreKind.allCases)
  func `a session is read back as it was written`(kind: StoreKind) throws {
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

  @Test func `a change that changes nothing leaves no line`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let before = try POSIXFileSystem().read("\(scratch.store)/audit.log")

    try life.live(in: life.open())

    #expect(try POSIXFileSystem().read("\(scratch.store)/audit.log") == before)
  }
}

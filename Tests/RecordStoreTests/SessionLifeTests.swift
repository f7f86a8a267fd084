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

  @Test func `a document that is removed is gone, and nothing is wrong`() throws {
    var step = 0
    while true {
      step += 1
      let scratch = try Scratch()
      var life = SessionLife(scratch.store)
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      try removeAudio(life, dyingAt: step, faulty)
      life.fileSystem = POSIXFileSystem()

      try removeAudio(life)

      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], "step \(step)")
      #expect(try life.open(.reading).existingSession(life.id)?.read(.audio) == nil)
      guard faulty.hasFailed else { break }
    }
    print("removing: died at \(step - 1) steps")
    #expect(step > 10)
  }

  private func removeAudio(
    _ life: SessionLife, dyingAt step: Int? = nil, _ faulty: FaultyFileSystem? = nil
  ) throws {
    let store = try life.open()
    try life.live(in: store)
    var change = SessionChange("audio_removed")
    change.removed = [.audio]
    guard let step, let faulty else { return try store.session(life.id).commit(change) }
    faulty.plan = .die(step: faulty.steps + step)
    try? store.session(life.id).commit(change)
  }

  @Test func `a purged session is not brought back by who still had it open`() throws {
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

  @Test func `a late look does not put an older row in the place of a newer one`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    let session = try store.session(life.id)
    try session.record(StateRecord(.claimed))
    let early = try store.summaries(of: [life.id])
    try session.record(StateRecord(.filed))

    #expect(try store.index.put(early.map(store.indexed)))

    #expect(try store.sessions(SessionQuery()).map(\.state) == [.filed])
  }

  @Test func `names with accents composed in two ways are two names`() throws {
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

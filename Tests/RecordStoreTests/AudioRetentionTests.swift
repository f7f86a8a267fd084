// Recordings that go while their sessions stay.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class AudioRetentionTests {
  private static let day: Int64 = 86_400_000

  private let scratch: Scratch
  private let clock = FixedClock()
  private let kind: StoreKind
  private var count = 0

  init() throws {
    scratch = try Scratch()
    kind = .open
  }

  private init(_ kind: StoreKind) throws {
    scratch = try Scratch()
    self.kind = kind
  }

  private func life(_ number: Int) -> SessionLife {
    var life = SessionLife(scratch.store, kind, number: number)
    life.userID = "anna"
    life.clock = clock
    return life
  }

  private func open(_ files: any FileSystem = POSIXFileSystem()) throws -> RecordStore {
    var life = life(0)
    life.fileSystem = files
    return try life.open()
  }

  /// Files a recording.
  @discardableResult private func file() throws -> SessionID {
    count += 1
    let life = life(count)
    try life.live(in: life.open())
    return life.id
  }

  /// Purges a recording in a program that is gone afterwards; whether it died at a step of that.
  private func hasDied(purgingAudioOf session: SessionID, at step: Int) throws -> Bool {
    let faulty = FaultyFileSystem()
    let store = try open(faulty)
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.purgeAudio(.sessions([session]), reason: "r", .forGood)
    return faulty.hasFailed
  }

  private func pass(days: Int64) { clock.advance(milliseconds: days * Self.day) }

  private func look(_ retention: Retention) throws -> [RetentionNews] {
    var news: [RetentionNews] = []
    try open().enforce(retention) { news.append($0) }
    return news
  }

  /// That of a session nothing is missing but its recording.
  private func expectRest(of number: Int, in store: RecordStore, _ context: Comment? = nil) throws {
    let life = life(number)
    let session = try #require(try store.existingSession(life.id), context)
    #expect(try session.read(.audio) == nil, context)
    #expect(try session.read(.computed) == life.computed, context)
    #expect(try session.read(.quick) == life.quick, context)
    #expect(try session.read(.answers) == life.answers, context)
    #expect(try session.header()?.recording == life.recording, context)
    #expect(try session.state()?.state == .filed, context)
    #expect(try store.verify().findings == [], context)
  }

  // MARK: - Retention

  @Test func `a recording is announced when its days are over, goes a week later, and no more`()
    throws
  {
    let old = try file()
    var told: [Int: [RetentionNews]] = [:]
    for day in 1...49 {
      pass(days: 1)
      if day == 20 { try file() }
      let news = try look(Retention(audioDays: 30))
      if !news.isEmpty { told[day] = news }
    }

    #expect(told == [30: [.audioAnnounced(old)], 37: [.audioPurged(old)]])
    try expectRest(of: 1, in: open())
    #expect(try open().existingSession(life(2).id)?.read(.audio) != nil)
    #expect(try open().auditLog(of: old).lines.last?.entry.action == "audio_purged")
  }

  @Test func `without days of its own a recording stays as long as its session`() throws {
    try file()
    for _ in 1...200 {
      pass(days: 1)
      #expect(try look(Retention()) == [])
    }

    #expect(try open().existingSession(life(1).id)?.read(.audio) != nil)
  }

  @Test func `a recording whose session's time is over goes with it`() throws {
    let session = try file()
    var told: [Int: [RetentionNews]] = [:]
    for day in 1...50 {
      pass(days: 1)
      let news = try look(Retention(everyoneDays: 40, audioDays: 40))
      if !news.isEmpty { told[day] = news }
    }

    #expect(told == [40: [.announced(session), .audioAnnounced(session)], 47: [.purged(session)]])
  }

  @Test func `a clock that is wrong at one start takes no recording, then or later`() throws {
    let session = try file()
    _ = try look(Retention(audioDays: 30))
    pass(days: 100)
    _ = try look(Retention(audioDays: 30))
    pass(days: -100)
    for _ in 1...29 {
      pass(days: 1)
      #expect(!(try look(Retention(audioDays: 30)).contains(.audioAnnounced(session))))
    }

    #expect(try open().existingSession(session)?.read(.audio) != nil)
  }

  @Test func `an announcement falls away with the days of recordings`() throws {
    let session = try file()
    for _ in 1...32 {
      pass(days: 1)
      _ = try look(Retention(audioDays: 30))
    }
    for _ in 1...10 {
      pass(days: 1)
      #expect(try look(Retention()) == [])
    }
    pass(days: 1)

    #expect(try look(Retention(audioDays: 30)) == [.audioAnnounced(session)])
    #expect(try open().existingSession(session)?.read(.audio) != nil)
  }

  @Test func `what retention remembered before it knew of recordings is read`() throws {
    let bytes = RetentionState().json.removing(["audio_announced"]).fileBytes

    #expect(try RetentionState(parsing: bytes, file: "retention.json") == RetentionState())
  }

  @Test func `what is announced of recordings is read back`() throws {
    var state = RetentionState()
    state.announcedAudio[life(1).id] = .init(at: clock.now(), steady: clock.now())

    let read = try RetentionState(parsing: state.json.fileBytes, file: "retention.json")

    #expect(read == state)
  }

  @Test func `a program that ends at any step of it leaves what the next look finishes`() throws {
    let retention = Retention(audioDays: 1)
    var step = 0
    while true {
      step += 1
      let tests = try AudioRetentionTests(.open)
      let session = try tests.file()
      // Announced on the second day, with a week of grace that is over now.
      for _ in 1...5 {
        tests.pass(days: 2)
        _ = try tests.look(retention)
      }
      tests.pass(days: 2)
      let faulty = FaultyFileSystem()
      let store = try tests.open(faulty)
      faulty.plan = .die(step: faulty.steps + step)
      var told: [RetentionNews] = []
      try? store.enforce(retention) { told.append($0) }
      guard faulty.hasFailed else { break }

      for _ in 1...3 { told += try tests.look(retention) }

      try tests.expectRest(of: 1, in: tests.open(), "step \(step)")
      #expect(told.contains(.audioPurged(session)), "step \(step)")
    }
    print("audio retention: died at \(step - 1) steps")
    #expect(step > 15)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a recording that was kept long enough is announced and goes, and its session stays`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1, of: "anna")
    try session.commit(SessionChange("archived", documents: [.quick: [1], .audio: [2]]))
    var told: [RetentionNews] = []

    for _ in 1...50 {
      made.clock.advance(milliseconds: 2 * 86_400_000)
      try made.store.enforce(Retention(audioDays: 30)) { told.append($0) }
    }

    #expect(told == [.audioAnnounced(session.id), .audioPurged(session.id)])
    #expect(try session.read(.audio) == nil)
    #expect(try session.read(.quick) == [1])
    #expect(try made.store.holds(session.id) && !made.store.holds(ContractedStore.session(2)))
    #expect(try made.findings() == [])
  }

  // MARK: - By hand

  @Test(arguments: StoreKind.allCases)
  func `a crash at any step of a purge leaves a session that is whole, with or without`(
    kind: StoreKind
  ) throws {
    var step = 0
    var isEverThere = false
    while true {
      step += 1
      let tests = try AudioRetentionTests(kind)
      let session = try tests.file()
      guard try tests.hasDied(purgingAudioOf: session, at: step) else { break }

      let context: Comment = "step \(step), \(kind)"
      let next = try tests.open()
      #expect(try next.verify().findings == [], context)
      let audio = try next.existingSession(session)?.read(.audio)
      #expect(audio == nil || audio == tests.life(1).audio, context)
      #expect(try next.holdsAudio(session) == (audio != nil), context)
      isEverThere = isEverThere || audio != nil
      _ = try next.purgeAudio(.sessions([session]), reason: "r", .forGood)

      try tests.expectRest(of: 1, in: next, context)
      let actions = try next.auditLog(of: session).lines.map(\.entry.action)
      #expect(actions.count { $0 == "audio_purged" } == 1, context)
    }
    print("audio purge: died at \(step - 1) steps, \(kind)")
    #expect(step > 8 && isEverThere)
  }

  @Test func `a dry run says which would go and changes nothing`() throws {
    let sessions = try [file(), file()]
    let store = try open()
    _ = try store.purgeAudio(.sessions([sessions[0]]), reason: "r", .forGood)
    let lines = try store.storeLog().lines.count

    #expect(try store.purgeAudio(.all, reason: "r", .dryRun) == [sessions[1]])
    #expect(try store.storeLog().lines.count == lines)
    #expect(try store.existingSession(sessions[1])?.read(.audio) != nil)
    #expect(try store.purgeAudio(.all, reason: "r", .forGood) == [sessions[1]])
    #expect(try store.purgeAudio(.all, reason: "r", .forGood) == [])
  }

  @Test func `no byte of the recording is left in the folder, nor in staging`() throws {
    let session = try file()
    let store = try open()

    _ = try store.purgeAudio(.olderThan(clock.now().adding(days: 1)), reason: "r", .forGood)

    let folder = store.layout.folder(of: session)
    #expect(try POSIXFileSystem().list("\(folder)/artifacts") == [])
    #expect(try POSIXFileSystem().list(store.layout.staging) == [])
    let line = try store.auditLog(of: session).lines.last
    #expect(line?.entry.documents.map(\.name) == ["artifacts/audio.wav"])
    #expect(line?.entry.documents.map(\.sha256) == [nil])
    #expect(line?.entry.field == "reason" && line?.entry.new == "r")
  }

  @Test func `a store that is read gives no recording up`() throws {
    let session = try file()
    let store = try life(0).open(.reading)

    #expect(throws: StoreError.readOnly) {
      try store.purgeAudio(.sessions([session]), reason: "r", .forGood)
    }
  }
}

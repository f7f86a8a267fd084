// What retention takes, and what no clock can make it take.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class RetentionTests {
  private static let day: Int64 = 86_400_000

  private let scratch: Scratch
  private let clock = FixedClock()
  private var count = 0

  init() throws { scratch = try Scratch() }

  private func open(_ files: any FileSystem = POSIXFileSystem()) throws -> RecordStore {
    var options = StoreOptions(.writing, actor: "test", clock: clock)
    options.fileSystem = files
    return try RecordStore(at: scratch.store, options)
  }

  /// Files a recording.
  @discardableResult private func file(of person: String? = nil) throws -> SessionID {
    count += 1
    var life = SessionLife(scratch.store, number: count)
    life.userID = person
    life.clock = clock
    try life.live(in: life.open())
    return life.id
  }

  private func pass(days: Int64) { clock.advance(milliseconds: days * Self.day) }

  /// A start of a watcher.
  private func look(_ retention: Retention = Retention()) throws -> [RetentionNews] {
    try look(open(), retention)
  }

  private func look(
    _ store: RecordStore, _ retention: Retention = Retention()
  ) throws -> [RetentionNews] {
    var news: [RetentionNews] = []
    try store.enforce(retention) { news.append($0) }
    return news
  }

  private func sessions() throws -> [SessionID] { try open().sessionIDs() }

  // MARK: - The ordinary case

  @Test func `a guest's session is announced when its days are over, and goes a week later`() throws
  {
    let guest = try file()
    let known = try file(of: "anna")
    var told: [Int: [RetentionNews]] = [:]
    for day in 1...100 {
      pass(days: 1)
      let news = try look()
      if !news.isEmpty { told[day] = news }
    }

    #expect(told == [90: [.announced(guest)], 97: [.purged(guest)]])
    #expect(try sessions() == [known])
    #expect(try open().verify().findings == [])
  }

  @Test func `one run that looks once a day does the same`() throws {
    let guest = try file()
    let store = try open()
    var told: [Int: [RetentionNews]] = [:]
    for day in 1...100 {
      pass(days: 1)
      let news = try look(store)
      if !news.isEmpty { told[day] = news }
    }

    #expect(told == [90: [.announced(guest)], 97: [.purged(guest)]])
  }

  @Test func `without days of grace it goes when it is announced`() throws {
    let guest = try file()
    for _ in 1...89 {
      pass(days: 1)
      #expect(try look(Retention(graceDays: 0)) == [])
    }
    pass(days: 1)

    #expect(try look(Retention(graceDays: 0)) == [.announced(guest), .purged(guest)])
  }

  @Test func `a year of runs twice a day keeps what is young, and only that`() throws {
    var made: [SessionID: Int] = [:]
    for halfDay in 0..<730 {
      if halfDay % 14 == 0 { made[try file()] = halfDay / 2 }
      _ = try look()
      clock.advance(milliseconds: Self.day / 2)
    }

    let kept = Set(try sessions())
    for (session, day) in made {
      let age = 364 - day
      if age < 97 { #expect(kept.contains(session), "\(age) days") }
      if age > 98 { #expect(!kept.contains(session), "\(age) days") }
    }
    #expect(try open().verify().findings == [])
  }

  @Test func `a machine that rests four days a week keeps things longer, and not for ever`() throws
  {
    try file()
    for _ in 1...60 {
      for _ in 1...3 {
        pass(days: 1)
        _ = try look()
        _ = try look()
      }
      pass(days: 4)
    }

    #expect(try sessions() == [])
  }

  // MARK: - Wrong clocks

  @Test func `a clock that is 100 days ahead at one start takes nothing, then or later`() throws {
    let before = try file()
    _ = try look()
    pass(days: 100)
    _ = try look()
    let meanwhile = try file()
    pass(days: -100)
    for _ in 1...89 {
      pass(days: 1)
      let news = try look()
      #expect(!news.contains(.announced(before)) && !news.contains(.announced(meanwhile)))
    }

    #expect(try sessions() == [before, meanwhile])
  }

  @Test func `what was made with a wrong clock goes in its time all the same`() throws {
    let before = try file()
    pass(days: 100)
    let meanwhile = try file()
    pass(days: -100)
    for _ in 1...100 {
      pass(days: 1)
      _ = try look()
    }

    #expect(try sessions() == [])
    #expect(before != meanwhile)
  }

  @Test func `a clock that was 400 days behind while recording takes nothing when it is right`()
    throws
  {
    pass(days: -400)
    let first = try file()
    _ = try look()
    pass(days: 400)
    for _ in 1...80 {
      _ = try look()
      pass(days: 1)
    }

    #expect(try sessions() == [first])
    for _ in 1...20 {
      _ = try look()
      pass(days: 1)
    }
    #expect(try sessions() == [])
  }

  @Test(arguments: 1...6)
  func `a clock that is wrong at several starts in a row takes nothing`(starts: Int) throws {
    let guest = try file()
    _ = try look()
    pass(days: 100)
    for _ in 1...starts {
      _ = try look()
      clock.advance(milliseconds: Self.day / 24)
    }
    pass(days: -100)
    for _ in 1...20 {
      #expect(try look().allSatisfy { $0 == .clockDisagrees })
      pass(days: 1)
    }

    #expect(try sessions() == [guest])
  }

  @Test func `a clock that jumps while a watcher runs takes nothing`() throws {
    let guest = try file()
    let store = try open()
    _ = try look(store)
    _ = try look(store)
    clock.advance(milliseconds: Self.day / 2)
    pass(days: 200)
    let other = try file()
    clock.advance(milliseconds: Self.day / 2)

    #expect(try look(store) == [.clockDisagrees])
    pass(days: 1)
    #expect(try look(store) == [])
    pass(days: 1)
    #expect(try look(store) == [])
    #expect(try sessions() == [guest, other])
  }

  @Test func `a clock that is set back makes nothing due`() throws {
    try file()
    pass(days: 85)
    _ = try look()
    pass(days: -300)

    for _ in 1...5 {
      #expect(try look().allSatisfy { $0 == .clockDisagrees })
      pass(days: 1)
    }
  }

  // MARK: - Besides

  @Test func `files that failed and belong to no session go the same way`() throws {
    let store = try open()
    let files = POSIXFileSystem()
    try files.create(scratch.path + "/x.wav", [1, 2, 3])
    try store.keepFailed(
      FailedFile(
        source: scratch.path + "/x.wav", name: "Doe, Jane.wav",
        fault: StateFault("x", message: "m", advice: "a"), session: nil))
    pass(days: 100)
    for _ in 1...3 { _ = try look() }
    pass(days: -100)
    for _ in 1...96 {
      pass(days: 1)
      _ = try look()
    }
    #expect(try store.failureReports().count == 1)
    for _ in 1...6 {
      pass(days: 1)
      _ = try look()
    }

    #expect(try store.failureReports() == [])
    let state = String(decoding: try files.read(scratch.store + "/retention.json"), as: UTF8.self)
    #expect(!state.contains("Jane"))
  }

  @Test func `what is kept of a guest goes a day after the first look that found no session`()
    throws
  {
    let (idle, active, held) = (
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000001", "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000002",
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000003"
    )
    try file(of: active)
    let store = try open()
    for id in [idle, active, held, "eve"] {
      try store.keepJourney(["person": .string(id)], for: store.userHash(of: id))
    }
    try store.keep(["mean": 1], for: store.userHash(of: held), reason: "r")
    var left: [Int] = []

    for _ in 1...4 {
      pass(days: 1)
      _ = try look()
      left.append(try open().people().count)
    }

    // The clock is believed at the second look.
    #expect(left == [4, 4, 3, 3])
    #expect(try open().journey(for: store.userHash(of: idle)) == nil)
    #expect(try open().verify().findings == [])
  }

  @Test func `a damaged memory of retention is made anew, and everything announced again`() throws {
    let guest = try file()
    for _ in 1...92 {
      pass(days: 1)
      _ = try look()
    }
    let path = scratch.store + "/retention.json"
    try POSIXFileSystem().removeFile(path)
    try POSIXFileSystem().create(path, Array("{".utf8))

    #expect(try look() == [])
    pass(days: 1)
    #expect(try look() == [.announced(guest)])
    #expect(try sessions() == [guest])
  }

  @Test func `a program that ends at any step of it leaves what the next look finishes`() throws {
    var step = 0
    while true {
      step += 1
      let tests = try RetentionTests()
      let guest = try tests.file()
      // Announced on the second day, with a week of grace that is over now.
      for _ in 1...5 {
        tests.pass(days: 2)
        _ = try tests.look(Retention(guestDays: 1))
      }
      tests.pass(days: 2)
      let faulty = FaultyFileSystem()
      let store = try tests.open(faulty)
      faulty.plan = .die(step: faulty.steps + step)
      var told: [RetentionNews] = []
      try? store.enforce(Retention(guestDays: 1)) { told.append($0) }
      guard faulty.hasFailed else { break }

      for _ in 1...3 { told += try tests.look(Retention(guestDays: 1)) }

      #expect(try tests.sessions() == [], "step \(step)")
      #expect(told.contains(.purged(guest)), "step \(step)")
    }
    print("retention: died at \(step - 1) steps")
    #expect(step > 15)
  }
}

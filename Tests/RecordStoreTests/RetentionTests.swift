// Retention periods, and clocks that jump.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class RetentionTests {
  private static let day: Int64 = 86_400_000

  private let clock = FixedClock()
  private let store: SQLStore
  private var count = 0

  init() throws { store = try StoreKind.open.store(clock) }

  /// Files a recording.
  @discardableResult private func file(of person: String? = nil) throws -> SessionID {
    count += 1
    var life = SessionLife("", number: count)
    life.userID = person
    try life.live(in: store)
    return life.id
  }

  private func pass(days: Int64) { clock.advance(milliseconds: days * Self.day) }

  private func look(_ retention: Retention = Retention()) throws -> [RetentionNews] {
    var news: [RetentionNews] = []
    try store.enforce(retention) { news.append($0) }
    return news
  }

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
    #expect(try store.sessionIDs() == [known])
    #expect(try store.check() == [])
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

    let kept = Set(try store.sessionIDs())
    for (session, day) in made {
      let age = 364 - day
      if age < 97 { #expect(kept.contains(session), "\(age) days") }
      if age > 98 { #expect(!kept.contains(session), "\(age) days") }
    }
    #expect(try store.check() == [])
  }

  @Test func `a machine that rests four days a week counts five days of each week`() throws {
    try file()
    var weeks = 0
    while try !store.sessionIDs().isEmpty, weeks < 60 {
      for _ in 1...3 {
        pass(days: 1)
        _ = try look()
      }
      pass(days: 4)
      weeks += 1
    }

    // 97 days, of which 3 are in the first week.
    #expect(weeks == 20)
  }

  @Test func `of many sessions each is announced once and purged once, also after a fault`() throws
  {
    let sessions = try (1...250).map { _ in try file() }
    var news: [RetentionNews] = []
    for _ in 1...98 {
      pass(days: 1)
      var calls = 0
      try? store.enforce(Retention()) { item throws(StoreError) in
        calls += 1
        if calls == 120 { throw .unusable("") }
        news.append(item)
      }
      _ = try look().map { news.append($0) }
    }

    #expect(news == sessions.map { .announced($0) } + sessions.map { .purged($0) })
    #expect(try store.sessionIDs() == [])
  }

  // MARK: - Wrong clocks

  @Test func `a clock that is 100 days ahead at one start counts for three days`() throws {
    let before = try file()
    _ = try look()
    pass(days: 100)
    #expect(try look() == [.clockDisagrees])
    let meanwhile = try file()
    pass(days: -100)
    for _ in 1...87 {
      pass(days: 1)
      #expect(try look().allSatisfy { $0 == .clockDisagrees })
    }

    pass(days: 1)
    #expect(try look() == [.announced(before)])
    #expect(try store.sessionIDs() == [before, meanwhile])
  }

  @Test func `what was made with a wrong clock goes in its time all the same`() throws {
    try file()
    pass(days: 100)
    try file()
    pass(days: -100)
    for _ in 1...100 {
      pass(days: 1)
      _ = try look()
    }

    #expect(try store.sessionIDs() == [])
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

    #expect(try store.sessionIDs() == [first])
    for _ in 1...20 {
      _ = try look()
      pass(days: 1)
    }
    #expect(try store.sessionIDs() == [])
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

    #expect(try store.sessionIDs() == [guest])
  }

  @Test func `a clock that is set back makes nothing due`() throws {
    try file()
    for _ in 1...85 {
      pass(days: 1)
      _ = try look()
    }
    pass(days: -300)

    #expect(try look() == [.clockDisagrees])
    for _ in 1...4 {
      pass(days: 1)
      #expect(try look() == [])
    }
  }

  @Test func `a clock that restarts at 1970 with each start counts a day for a day`() {
    var clock = RetentionClock(at: FixedClock().now())
    for day in 1...30 {
      _ = clock.advance(to: StoreTime(milliseconds: Int64(day)))
      _ = clock.advance(to: FixedClock().now().adding(days: day))
    }

    #expect(clock.time == FixedClock().now().adding(days: 30))
  }

  @Test func `the time of retention never runs backwards, and by at most 3 days a reading`() {
    var clock = RetentionClock(at: StoreTime(milliseconds: 0))
    for days in [1, 2, 400, 3, 9, 5, -70, 0, 8, 401] {
      let before = clock.time
      _ = clock.advance(to: StoreTime(milliseconds: 0).adding(days: days))

      #expect(before <= clock.time && clock.time <= before.adding(days: 3))
    }
  }

  // MARK: - Besides

  @Test func `files that failed and belong to no session go the same way`() throws {
    let scratch = try Scratch()
    let source = scratch.path + "/x.wav"
    try POSIXFileSystem().create(source, [1, 2, 3])
    try store.keepFailed(
      FailedFile(
        source: source, name: "Doe, Jane.wav", fault: StateFault("x", message: "m", advice: "a"),
        session: nil))
    pass(days: 100)
    for _ in 1...3 { _ = try look() }
    pass(days: -100)
    for _ in 1...94 {
      pass(days: 1)
      _ = try look()
    }
    #expect(try store.failureReports().count == 1)
    for _ in 1...6 {
      pass(days: 1)
      _ = try look()
    }

    #expect(try store.failureReports() == [])
  }

  @Test func `what is kept of a guest goes a day after the first look that found no session`()
    throws
  {
    let (idle, active, held) = (
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000001", "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000002",
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000003"
    )
    try file(of: active)
    for id in [idle, active, held, "eve"] {
      try store.keepJourney(["person": .string(id)], for: store.userHash(of: id))
    }
    try store.keep(["mean": 1], for: store.userHash(of: held), reason: "r")
    var left: [Int] = []

    for _ in 1...3 {
      pass(days: 1)
      _ = try look()
      left.append(try store.people().count)
    }

    #expect(left == [4, 3, 3])
    #expect(try store.journey(for: store.userHash(of: idle)) == nil)
    #expect(try store.check() == [])
  }

  @Test(arguments: [ContractedKind.sqlite, .encryptedSQLite])
  func `a program that ends at any step of it leaves what the next look finishes`(
    kind: ContractedKind
  ) throws {
    let retention = Retention(guestDays: 1)
    var (step, isDisturbed) = (0, true)
    while isDisturbed {
      let made = try ContractedStore(kind)
      let guest = try made.claim(1).id
      // Announced after two days, with a week of grace that is over now.
      for _ in 1...4 {
        made.clock.advance(milliseconds: 2 * Self.day)
        try made.store.enforce(retention) { _ in }
      }
      made.clock.advance(milliseconds: 2 * Self.day)
      step += 1
      var news: [RetentionNews] = []
      made.disturb(at: made.steps + step, by: .away)
      try? made.store.enforce(retention) { news.append($0) }
      isDisturbed = made.wasDisturbed
      made.calm()

      try made.store.enforce(retention) { news.append($0) }

      #expect(try made.store.wasPurged(guest), "step \(step)")
      // A fault after the news repeats it.
      #expect(Set(news.map { $0 == .purged(guest) }) == [true], "step \(step)")
    }
    #expect(step > 5)
  }
}

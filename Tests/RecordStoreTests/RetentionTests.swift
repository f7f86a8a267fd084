// Retention periods, and clocks that jump.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// A store whose clock passes days.
class RetentionScene {
  static let day: Int64 = 86_400_000

  let clock = FixedClock()
  let store: RecordStore
  private var count = 0

  init(_ kind: StoreKind) throws { store = try kind.store(clock) }

  /// Files a recording.
  @discardableResult func file(of person: String? = nil) throws -> SessionID {
    count += 1
    var life = SessionLife("", number: count)
    life.userID = person
    try life.live(in: store)
    return life.id
  }

  func pass(days: Int64) { clock.advance(milliseconds: days * Self.day) }

  func look(_ retention: Retention = Retention()) throws -> [RetentionEvent] {
    var news: [RetentionEvent] = []
    try store.enforce(retention) { news.append($0) }
    return news
  }

  /// The events of daily runs, by day.
  @discardableResult func look(
    _ retention: Retention = Retention(), days: ClosedRange<Int>,
    _ body: (Int) throws -> Void = { _ in }
  ) throws -> [Int: [RetentionEvent]] {
    var told: [Int: [RetentionEvent]] = [:]
    for day in days {
      pass(days: 1)
      try body(day)
      let news = try look(retention)
      if !news.isEmpty { told[day] = news }
    }
    return told
  }
}

@Suite final class RetentionTests: RetentionScene {
  init() throws { try super.init(.open) }

  // MARK: - The ordinary case

  @Test func `a guest's session is announced at the end of its period, and purged a week later`()
    throws
  {
    let guest = try file()
    let known = try file(of: "anna")

    let told = try look(days: 1...100)

    #expect(told == [90: [.announced(guest)], 97: [.purged(guest)]])
    #expect(try store.sessionIDs() == [known])
    #expect(try store.check() == [])
  }

  @Test func `without days of grace a session is purged when it is announced`() throws {
    let guest = try file()
    #expect(try look(Retention(graceDays: 0), days: 1...89) == [:])
    pass(days: 1)

    #expect(try look(Retention(graceDays: 0)) == [.announced(guest), .purged(guest)])
  }

  @Test func `a year of two runs per day keeps exactly the sessions within the period`() throws {
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

  @Test func `a machine that is off on four days of each week counts five days per week`() throws {
    try file()
    var weeks = 0
    while try !store.sessionIDs().isEmpty, weeks < 60 {
      try look(days: 1...3)
      pass(days: 4)
      weeks += 1
    }

    // 97 days, with 3 in the first week.
    #expect(weeks == 20)
  }

  @Test func `each of many sessions is announced and purged once, also after an error`() throws {
    let sessions = try (1...250).map { _ in try file() }
    var news: [RetentionEvent] = []
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
    #expect(try look(days: 1...87).values.joined().allSatisfy { $0 == .clockDisagrees })

    pass(days: 1)
    #expect(try look() == [.announced(before)])
    #expect(try store.sessionIDs() == [before, meanwhile])
  }

  @Test func `a session created with a wrong clock expires in its time`() throws {
    try file()
    pass(days: 100)
    try file()
    pass(days: -100)
    try look(days: 1...100)

    #expect(try store.sessionIDs() == [])
  }

  @Test func `a clock 400 days behind purges nothing after its correction`()
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
  func `a wrong clock at several starts purges nothing`(starts: Int) throws {
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

  @Test func `a clock that is set back purges nothing`() throws {
    try file()
    try look(days: 1...85)
    pass(days: -300)

    #expect(try look() == [.clockDisagrees])
    #expect(try look(days: 1...4) == [:])
  }

  @Test func `a clock that restarts at 1970 counts a day per day`() {
    var clock = RetentionClock(at: FixedClock().now())
    for day in 1...30 {
      _ = clock.advance(to: StoreTime(milliseconds: Int64(day)))
      _ = clock.advance(to: FixedClock().now().adding(days: day))
    }

    #expect(clock.time == FixedClock().now().adding(days: 30))
  }

  @Test func `the time of retention never decreases, and increases by at most 3 days per reading`()
  {
    var clock = RetentionClock(at: StoreTime(milliseconds: 0))
    for days in [1, 2, 400, 3, 9, 5, -70, 0, 8, 401] {
      let before = clock.time
      _ = clock.advance(to: StoreTime(milliseconds: 0).adding(days: days))

      #expect(before <= clock.time && clock.time <= before.adding(days: 3))
    }
  }

  // MARK: - Other data

  @Test func `quarantined files of no session expire in the same way`() throws {
    let scratch = try Scratch()
    try store.quarantine(scratch.failed([1, 2, 3], "Doe, Jane.wav"))
    pass(days: 100)
    for _ in 1...3 { _ = try look() }
    pass(days: -100)
    try look(days: 1...94)
    #expect(try store.failureReports().count == 1)
    try look(days: 1...6)

    #expect(try store.failureReports() == [])
  }

  @Test func `data of a guest without a session are deleted after a day`()
    throws
  {
    let (idle, active, held) = (
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000001", "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000002",
      "guest-aaaaaaaa-bbbb-4ccc-8ddd-000000000003"
    )
    try file(of: active)
    for id in [idle, active, held, "eve"] {
      try store.save(["person": .string(id)], as: .journey, of: store.userHash(of: id))
    }
    try store.save(["mean": 1], for: store.userHash(of: held), reason: "r")
    var left: [Int] = []

    for day in 1...3 {
      try look(days: day...day)
      left.append(try store.people().count)
    }

    #expect(left == [4, 3, 3])
    #expect(try store.read(.journey, of: store.userHash(of: idle)) == nil)
    #expect(try store.check() == [])
  }

  @Test(arguments: [ContractedKind.sqlite, .encryptedSQLite])
  func `a crash at any step is completed by the next run`(kind: ContractedKind) throws {
    let retention = Retention(guestDays: 1)
    var (step, isDisturbed) = (0, true)
    while isDisturbed {
      let made = try ContractedStore(kind)
      let guest = try made.claim(1).id
      // Announced after two days. The week of grace has ended.
      try made.retain(days: 8, retention)
      made.clock.advance(milliseconds: 2 * Self.day)
      step += Steps.every(7)
      var news: [RetentionEvent] = []
      made.disturb(at: made.steps + step, by: .away)
      try? made.store.enforce(retention) { news.append($0) }
      isDisturbed = made.wasDisturbed
      made.calm()

      try made.store.enforce(retention) { news.append($0) }

      #expect(try made.store.wasPurged(guest), "step \(step)")
      // After an error the events are repeated.
      #expect(Set(news.map { $0 == .purged(guest) }) == [true], "step \(step)")
    }
    #expect(step > 5)
  }
}

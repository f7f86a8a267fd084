// Retention periods, quarantine and purges.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct LifecycleTests {
  private static let day: Int64 = 86_400_000

  private let scratch: Scratch
  private let clock = FixedClock()
  private let lives = [1, 2, 3].map { SessionLife("", number: $0) }

  init() throws { scratch = try Scratch() }

  /// A store with a session of each person, a day apart.
  private func store(
    _ kind: StoreKind = .open, people: [String?] = ["anna", nil, "ben"]
  ) throws -> RecordStore {
    let store = try kind.store(clock)
    for (life, person) in zip(lives, people) {
      var life = life
      life.userID = person
      try life.live(in: store)
      clock.advance(milliseconds: Self.day)
    }
    return store
  }

  private func quarantine(_ name: String, of session: SessionID?, in store: RecordStore) throws {
    try store.quarantine(scratch.failed(Array(name.utf8), name, of: session))
  }

  // MARK: - Retention

  @Test(
    arguments: [
      (Retention(), true, 90), (Retention(), false, nil), (Retention(guestDays: nil), true, nil),
      (Retention(everyoneDays: 30), true, 30), (Retention(everyoneDays: 30), false, 30),
      (Retention(guestDays: 10, everyoneDays: 30), true, 10),
      (Retention(guestDays: nil, everyoneDays: 365), true, 365),
    ] as [(Retention, Bool, Int?)])
  func `a session expires at the end of its period, to the millisecond`(
    retention: Retention, isGuest: Bool, days: Int?
  ) throws {
    // The session is a day old.
    let store = try store(people: [isGuest ? nil : "anna"])
    var news: [RetentionEvent] = []
    func enforce(after milliseconds: Int64) throws {
      clock.advance(milliseconds: milliseconds)
      try store.enforce(retention) { news.append($0) }
    }

    for _ in 2..<(days ?? 400) { try enforce(after: Self.day) }
    try enforce(after: Self.day - 1)
    #expect(news == [])

    try enforce(after: 1)
    #expect(news == (days == nil ? [] : [.announced(lives[0].id)]))
  }

  // MARK: - Purging

  @Test(arguments: StoreKind.allCases)
  func `a purge leaves a tombstone without personal data`(kind: StoreKind) throws {
    let store = try store(kind)
    let user = store.userHash(of: "anna")
    try store.save(["user_id": "anna"], for: user, reason: "first")
    try store.save(["user_id": "ben"], for: store.userHash(of: "ben"), reason: "first")
    try quarantine("anna.wav", of: lives[0].id, in: store)
    let created = try store.session(lives[0].id).header()?.createdAt
    let last = try store.read { rows in
      try rows.run(
        "select max(number), hash from kept_line where tenant = $1 and session = $2",
        .session(lives[0].id))
    }

    #expect(try store.purge(.user(user), reason: "asked for", .dryRun) == [lives[0].id])
    #expect(try store.purge(.user(user), reason: "asked for", .forGood) == [lives[0].id])

    #expect(try store.check() == [])
    #expect(try store.baseline(for: user) == nil)
    #expect(try store.baseline(for: store.userHash(of: "ben")) != nil)
    #expect(try store.failureReports() == [])
    #expect(try store.sessions(SessionQuery()).map(\.id) == [lives[2].id, lives[1].id])
    #expect(throws: StoreError.purged(lives[0].id)) { try store.session(lives[0].id) }
    let tombstones = try store.read { rows in
      try rows.run("select * from purged where tenant = $1")
    }
    #expect(
      tombstones.map(\.values) == [
        [
          .text("a"), .text(lives[0].id.text), try #require(created.map { .int($0.milliseconds) }),
          .int(clock.now().milliseconds), .text("asked for"),
        ] + (last.first?.values ?? [])
      ])
  }

  @Test func `a purge by age removes older sessions only`() throws {
    let store = try store()
    let limit = try #require(try store.session(lives[1].id).header()?.createdAt)

    #expect(try store.purge(.olderThan(limit), reason: "r", .forGood) == [lives[0].id])
    #expect(try store.purge(.all, reason: "r", .forGood) == [lives[1].id, lives[2].id])

    #expect(try store.sessions(SessionQuery()) == [])
    #expect(try store.check() == [])
  }

  @Test
  func `a purge by age includes quarantined files of no session, and a purge of all everything`()
    throws
  {
    let store = try store()
    try quarantine("old.json", of: nil, in: store)
    clock.advance(milliseconds: Self.day)
    try quarantine("new.json", of: nil, in: store)
    try quarantine("own.json", of: lives[2].id, in: store)

    _ = try store.purge(.olderThan(clock.now()), reason: "over", .forGood)
    #expect(try store.failureReports().map(\.name) == ["new.json"])
    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try store.failureReports() == [])
  }

  @Test func `a purge of a missing session changes nothing`() throws {
    let store = try store()
    let missing = SessionLife("", number: 9).id

    #expect(throws: StoreError.noSession(missing)) {
      try store.purge(.sessions([lives[0].id, missing]), reason: "r", .forGood)
    }
    #expect(try store.sessionIDs() == lives.map(\.id))
  }

  @Test func `a purge of a person without a session includes profile and baselines`() throws {
    let store = try store()
    let eve = store.userHash(of: "eve")
    try store.save(TestPerson.person("eve"), for: eve, reason: "r")

    #expect(try store.purge(.user(eve), reason: "r", .forGood) == [])

    #expect(try store.person(for: eve) == nil)
    #expect(try store.tenantLines().map(\.action).last == "person_purged")
    _ = try store.purge(.user(eve), reason: "r", .forGood)
    #expect(try store.tenantLines().map(\.action).count { $0 == "person_purged" } == 1)
  }

  @Test func `an interrupted purge is completed by a second call`()
    throws
  {
    var (step, isDisturbed) = (0, true)
    while isDisturbed {
      let made = try MemoryStore()
      for life in lives { try life.live(in: made.store) }
      step += 1
      made.database.plan = .away(from: made.database.calls + step, calls: nil, .beforeTheCall)
      _ = try? made.store.purge(.all, reason: "r", .forGood)
      isDisturbed = made.database.wasAway
      made.database.plan = .none

      _ = try made.store.purge(.all, reason: "r", .forGood)

      #expect(try made.store.sessions(SessionQuery()) == [], "step \(step)")
      #expect(try made.store.check() == [], "step \(step)")
    }
    #expect(step > 2)
  }

  // MARK: - Amending

  @Test func `an amendment needs a reason and a session`() throws {
    let store = try store(people: ["anna"])
    let other = SessionLife("", number: 9).id

    #expect(throws: StoreError.self) {
      try store.amend(lives[0].id, by: other, reason: " ", SessionChange("amended"))
    }
    #expect(throws: StoreError.noSession(other)) {
      try store.amend(other, by: lives[0].id, reason: "r", SessionChange("amended"))
    }
  }
}

// What is kept for how long, what is put away, and what is left of what goes.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class KeepingTests {
  private let files = POSIXFileSystem()

  /// Folders last as long as their test.
  private var keepers: [Scratch] = []

  private func store(
    _ kind: StoreKind = .open, people: [String?] = ["anna", nil, "ben"]
  ) throws -> (Scratch, [SessionLife]) {
    let scratch = try Scratch()
    keepers.append(scratch)
    let clock = FixedClock()
    var lives: [SessionLife] = []
    for (index, person) in people.enumerated() {
      var life = SessionLife(scratch.store, kind, number: index + 1)
      life.userID = person
      life.clock = clock
      try life.live(in: life.open())
      clock.advance(milliseconds: 86_400_000)
      lives.append(life)
    }
    return (scratch, lives)
  }

  // MARK: - Retention

  @Test(
    arguments: [
      (Retention(), true, 90), (Retention(), false, nil), (Retention(guestDays: nil), true, nil),
      (Retention(everyoneDays: 30), true, 30), (Retention(everyoneDays: 30), false, 30),
      (Retention(guestDays: 10, everyoneDays: 30), true, 10),
      (Retention(guestDays: nil, everyoneDays: 365), true, 365),
    ] as [(Retention, Bool, Int?)])
  func `a session is due when its days are over, and not a millisecond before`(
    retention: Retention, isGuest: Bool, days: Int?
  ) throws {
    let (_, lives) = try store(people: [isGuest ? nil : "anna"])
    let summary = try #require(try lives[0].open(.reading).sessions(SessionQuery()).first)
    let created = try #require(summary.createdAt)

    let times = [0, days ?? 100_000].map { created.adding(days: $0) }
    let last = StoreTime(milliseconds: times[1].milliseconds - 1)

    #expect(!retention.isDue(summary, at: times[0]))
    #expect(!retention.isDue(summary, at: last))
    #expect(retention.isDue(summary, at: times[1]) == (days != nil))
    #expect(!retention.isDue(summary, at: created.adding(days: -1_000)))
  }

  @Test func `guests go after ninety days and people who are known stay`() throws {
    let (_, lives) = try store()
    let store = try lives[0].open()
    for _ in 1...97 {
      lives[0].clock.advance(milliseconds: 86_400_000)
      try store.enforce(Retention()) { _ in }
    }

    #expect(try store.sessionIDs() == [lives[0].id, lives[2].id])
    #expect(try store.verify().findings == [])
  }

  // MARK: - Purging

  @Test(arguments: StoreKind.allCases)
  func `a purge leaves a tombstone that tells nothing of the person`(kind: StoreKind) throws {
    let (scratch, lives) = try store(kind)
    let store = try lives[0].open()
    let user = store.userHash(of: "anna")
    try store.keep(["user_id": "anna"], for: user, reason: "first")
    try store.keep(["user_id": "ben"], for: store.userHash(of: "ben"), reason: "first")
    try files.create("\(scratch.path)/x.wav", [1, 2])
    try store.keepFailed(
      FailedFile(
        source: "\(scratch.path)/x.wav", name: "anna.wav",
        fault: StateFault("c", message: "m", advice: "a"), session: lives[0].id))

    #expect(try store.purge(.user(user), reason: "asked for", .dryRun) == [lives[0].id])
    #expect(try store.purge(.user(user), reason: "asked for", .forGood) == [lives[0].id])

    #expect(try store.verify().findings == [])
    #expect(try lives[0].open(.reading).verify().findings == [])
    #expect(try store.baseline(for: user) == nil)
    #expect(try store.baseline(for: store.userHash(of: "ben")) != nil)
    #expect(try files.list("\(scratch.store)/failed") == [])
    #expect(try store.sessions(SessionQuery()).map(\.id) == [lives[2].id, lives[1].id])
    #expect(throws: StoreError.purged(lives[0].id)) { try store.session(lives[0].id) }
    let tombstone = try files.read("\(scratch.store)/tombstones/\(lives[0].id.text).json")
    let text = String(decoding: tombstone, as: UTF8.self)
    #expect(text.contains("asked for"))
    #expect(!text.contains("anna") && !text.contains(user.text))
  }

  @Test func `older sessions go, and younger ones stay`() throws {
    let (_, lives) = try store()
    let store = try lives[0].open()
    let limit = try #require(try store.session(lives[1].id).header()?.createdAt)

    #expect(try store.purge(.olderThan(limit), reason: "r", .forGood) == [lives[0].id])
    #expect(try store.purge(.all, reason: "r", .forGood) == [lives[1].id, lives[2].id])

    #expect(try store.sessions(SessionQuery()) == [])
    #expect(try store.verify().findings == [])
  }

  @Test func `a purge that a crash interrupts is finished at the next start`() throws {
    var step = 0
    while true {
      step += 1
      let (_, lives) = try store(people: ["anna", nil])
      var life = lives[0]
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      try purge(life, dyingAt: step, faulty)
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      let next = try life.open()
      if try next.existingSession(lives[0].id) != nil {
        _ = try next.purge(.sessions([lives[0].id]), reason: "r", .forGood)
      }

      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], "step \(step)")
      #expect(try next.sessions(SessionQuery()).map(\.id) == [lives[1].id], "step \(step)")
    }
    print("purge: died at \(step - 1) steps")
    #expect(step > 15)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func purge(_ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem) throws {
    let store = try life.open()
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.purge(.sessions([life.id]), reason: "r", .forGood)
  }

  @Test func `a tombstone that somebody put there is found`() throws {
    let (scratch, lives) = try store()
    let store = try lives[0].open()
    _ = try store.purge(.sessions([lives[0].id]), reason: "r", .forGood)
    let folder = "\(scratch.store)/tombstones"
    let bytes = try files.read("\(folder)/\(lives[0].id.text).json")
    let forged = String(decoding: bytes, as: UTF8.self)
      .replacing(lives[0].id.text, with: lives[1].id.text)
    try files.create("\(folder)/\(lives[1].id.text).json", Array(forged.utf8))
    try files.rename(
      "\(scratch.store)/sessions/\(lives[1].id.text)", to: "\(scratch.path)/away", .replacing)

    #expect(try lives[0].open(.reading).verify().findings.contains { $0.kind == .tampered })
  }

  // MARK: - Amending

  @Test func `an amendment names the former session, which names the new one`() throws {
    let (_, lives) = try store(people: ["anna"])
    let store = try lives[0].open()
    let id = SessionLife("", number: 9).id
    let answers = Array(#"{"user_id":"anna","age":43}"#.utf8)

    for _ in 1...2 {
      try store.amend(
        lives[0].id, by: id, reason: "the age was wrong",
        SessionChange("amended", documents: [.answers: answers]))
    }

    let amended = try store.session(id)
    #expect(
      try amended.header()?.parent == SessionParent(lives[0].id, reason: "the age was wrong"))
    #expect(try amended.read(.answers) == answers)
    #expect(try store.session(lives[0].id).read(.answers) == lives[0].answers)
    let notes = try store.session(lives[0].id).auditLines().filter { $0.entry.action == "amended" }
    #expect(notes.map(\.entry.new) == [id.text])
    #expect(try store.verify().findings == [])
  }

  @Test func `an amendment needs a reason and a session`() throws {
    let (_, lives) = try store(people: ["anna"])
    let store = try lives[0].open()
    let other = SessionLife("", number: 9).id

    #expect(throws: StoreError.self) {
      try store.amend(lives[0].id, by: other, reason: " ", SessionChange("amended"))
    }
    #expect(throws: StoreError.noSession(other)) {
      try store.amend(other, by: lives[0].id, reason: "r", SessionChange("amended"))
    }
  }

  // MARK: - Reviewing

  @Test(arguments: StoreKind.allCases)
  func `who has looked at a session stands in its header, and in none that amends it`(
    kind: StoreKind
  ) throws {
    let (_, lives) = try store(kind, people: ["anna"])
    let store = try lives[0].open()
    let before = try store.read(.header, of: lives[0].id)
    #expect(!String(decoding: before ?? [], as: UTF8.self).contains("reviewed"))

    for _ in 1...2 { try store.review(lives[0].id, by: "Dr. B", note: "as expected") }
    let id = SessionLife("", number: 9).id
    try store.amend(lives[0].id, by: id, reason: "the age was wrong", SessionChange("amended"))

    let review = SessionReview(by: "Dr. B", at: lives[0].clock.now(), note: "as expected")
    #expect(try lives[0].open(.reading).session(lives[0].id).header()?.reviewed == review)
    #expect(try store.session(id).header()?.reviewed == nil)
    let lines = try store.session(lives[0].id).auditLines().map(\.entry.action)
    #expect(lines.count { $0 == "reviewed" } == 1)
    #expect(throws: StoreError.noSession(SessionLife("", number: 8).id)) {
      try store.review(SessionLife("", number: 8).id, by: "b", note: nil)
    }
    #expect(try lives[0].open(.reading).verify().findings == [])
  }

  // MARK: - Baselines

  @Test(arguments: StoreKind.allCases)
  func `a new baseline names the one it takes the place of`(kind: StoreKind) throws {
    let (_, lives) = try store(kind, people: ["anna"])
    let store = try lives[0].open()
    let user = store.userHash(of: "anna")

    let first = try store.keep(["mean": .number(1.5)], for: user, reason: "first")
    let again = try store.keep(["mean": .number(1.5)], for: user, reason: "again")
    let second = try store.keep(["mean": 2], for: user, reason: "a new device")

    #expect(again == first)
    #expect(second.parentSHA256 == first.sha256)
    #expect(try lives[0].open(.reading).baseline(for: user) == second)
    #expect(try store.baselines(for: user) == [first, second])
    #expect(try store.baseline(for: store.userHash(of: "ben")) == nil)
    #expect(try store.verify().findings == [])
  }

  @Test func `a baseline that is changed or taken out is found`() throws {
    let (scratch, lives) = try store(people: ["anna"])
    let store = try lives[0].open()
    let user = store.userHash(of: "anna")
    try store.keep(["mean": .number(1.5)], for: user, reason: "first")
    let path = "\(scratch.store)/baselines/\(user.text)/1.json"
    let bytes = try files.read(path)

    try files.removeFile(path)
    #expect(try store.verify().findings.map(\.kind) == [.tampered])
    try files.create(
      path, Array(String(decoding: bytes, as: UTF8.self).replacing("1.5", with: "1.6").utf8))

    #expect(try store.verify().findings.map(\.kind) == [.tampered])
  }
}

// Somebody who did not say who they are says it.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct AdoptingTests {
  private static let guest = "guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000aa"
  private static let other = "guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000bb"
  private static let anna = "anna@example.org"
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Two sessions of a guest, and one of the user; something of everything that is kept of both.
  private static func fill(_ root: String, _ kind: StoreKind = .open) throws -> SessionLife {
    let life = SessionLife(root, kind)
    let store = try life.open()
    for number in 1...3 {
      var one = SessionLife(root, kind, number: number)
      one.answers = Array("{}".utf8)
      try one.live(in: store)
      let session = try store.session(one.id)
      var header = try #require(try session.header())
      let userID = number < 3 ? guest : anna
      header.take(userID: userID, of: store)
      header.identity = identity(of: header, userID, in: store)
      try session.write(header)
    }
    let (former, own) = (store.userHash(of: guest), store.userHash(of: anna))
    try store.keep(["person": ["user_id": .string(guest)]], for: former, reason: "r")
    var told = Told.person(guest, age: 20)
    told.site = "of the guest"
    try store.keep(told, for: former, reason: "r")
    var profile = UserProfile(userID: anna)
    profile.age = Age(years: 44)
    try store.keep(Person(profile), for: own, reason: "r")
    try store.raise([Told.alert, Told.laterAlert], by: life.id, for: former)
    try store.raise([Told.alert], by: SessionLife("", number: 3).id, for: own)
    let later = try #require(try store.alerts(for: former).last)
    try store.acknowledge(later.id, by: "b", note: "n", for: former)
    try store.keepJourney(["step": 2], for: former)
    return life
  }

  private static func identity(
    of header: SessionHeader, _ userID: String, in store: RecordStore
  ) -> RecordingIdentity {
    store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: userID,
        settingsSHA256: header.settingsSHA256, version: header.version))
  }

  private static let sessions = (1...3).map { SessionLife("", number: $0).id }

  /// Holds a store against what it is when the guest has become the user.
  private static func expectAdopted(_ life: SessionLife, _ context: Comment = "") throws {
    _ = try life.open()
    let store = try life.open(.reading)
    #expect(try store.verify().findings == [], context)
    let (former, own) = (store.userHash(of: guest), store.userHash(of: anna))
    #expect(try store.sessions(of: own) == sessions, context)
    #expect(try store.sessions(of: former) == [], context)
    for id in sessions {
      let header = try #require(try store.existingSession(id)?.header())
      #expect(header.person == .known && !header.isLocalOnly, context)
      #expect(header.identity == identity(of: header, anna, in: store), context)
    }
    let person = try #require(try store.person(for: own)?.told())
    #expect(person.profile.userID == anna && person.profile.age?.years == 44, context)
    #expect(person.site == "of the guest" && person.profile.deviceModel != nil, context)
    let alerts = try store.alerts(for: own)
    #expect(alerts.map(\.sessionID) == ["MARKVISIT 3", "MARKVISIT 4"], context)
    #expect(alerts.map(\.acknowledged?.note) == [nil, "n"], context)
    #expect(alerts.first?.raisedBy == sessions[2], context)
    #expect(try store.journey(for: own) == ["step": 2], context)
    #expect(try store.baselines(for: own) == [] && store.baselineNames() == [], context)
    let files = try store.peopleNames().filter { $0.contains(former.text) }
    #expect(files == [AdoptedGuest.name(of: former.text)], context)
    let left = try #require(try store.readOwn(AdoptedGuest.name(of: former.text)))
    #expect(!String(decoding: left, as: UTF8.self).contains(anna), context)
  }

  @Test(arguments: StoreKind.allCases)
  func `what is a guest's becomes somebody's, and what they told themselves wins`(
    kind: StoreKind
  ) throws {
    let life = try Self.fill(scratch.store, kind)
    let store = try life.open()

    let sessions = try store.adopt(guest: Self.guest, user: Self.anna)

    #expect(sessions == Self.sessions)
    try Self.expectAdopted(life)
    let actions = try store.auditLog(of: life.id).lines.map(\.entry.action)
    #expect(actions.last == "adopted")
    let log = try store.storeLog().lines.map(\.entry.action)
    #expect(log.contains("guest_adopted") && log.contains("guest_emptied"))
  }

  @Test func `adopting twice does nothing`() throws {
    let life = try Self.fill(scratch.store)
    let store = try life.open()
    try store.adopt(guest: Self.guest, user: Self.anna)
    let head = try store.head()

    let again = try store.adopt(guest: Self.guest, user: Self.anna)

    #expect(try store.head() == head && again == Self.sessions)
  }

  @Test func `nobody becomes themselves, two people, or somebody who is no guest's`() throws {
    let life = try Self.fill(scratch.store)
    let store = try life.open()
    let head = try store.head()
    for (guest, user, says) in [
      (Self.guest, Self.guest, "are the same"), (Self.anna, "ben", "only a guest"),
      (Self.guest, Self.other, "only a guest"), (Self.guest, " ", "only a guest"),
      (Self.other, Self.anna, "no data"),
    ] {
      let error = #expect(throws: StoreError.self) { try store.adopt(guest: guest, user: user) }
      #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }
    #expect(try store.head() == head)
    try store.adopt(guest: Self.guest, user: Self.anna)

    #expect(throws: StoreError.adoptedByAnother) {
      try store.adopt(guest: Self.guest, user: "ben")
    }
    try Self.expectAdopted(life)
  }

  @Test(arguments: StoreKind.allCases)
  func `an adoption that a crash interrupts is finished at the next start, or never was`(
    kind: StoreKind
  ) throws {
    var (step, finished) = (1 - Steps.every(29), 0)
    while true {
      step += Steps.every(29)
      let scratch = try Scratch()
      let life = try Self.fill(scratch.store, kind)
      let faulty = FaultyFileSystem()
      try interrupted(life, at: step, faulty)
      guard faulty.hasFailed else { break }
      let context: Comment = "step \(step): \(faulty.names.last ?? "")"

      let store = try life.open()
      let left = try store.sessions(of: store.userHash(of: Self.guest)).count
      #expect(left == 0 || left == 2, context)
      if left == 2 {
        try store.adopt(guest: Self.guest, user: Self.anna)
      } else {
        finished += 1
      }

      #expect(try POSIXFileSystem().list("\(scratch.store)/staging") == [], context)
      try Self.expectAdopted(life, context)
    }
    print("adoption: died within \(step - 1) steps, finished at the next start \(finished) times")
    #expect(step > 100 && finished > 0)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func interrupted(
    _ life: SessionLife, at step: Int, _ faulty: FaultyFileSystem
  ) throws {
    var dying = life
    dying.fileSystem = faulty
    let store = try dying.open()
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.adopt(guest: Self.guest, user: Self.anna)
  }

  @Test func `who reads of the user beside a program that died finds all of it`() throws {
    let life = try Self.fill(scratch.store)
    // As long as this one is open, no other is alone.
    let watcher = try life.open()
    let faulty = FaultyFileSystem()
    try interrupted(life, at: 60, faulty)
    #expect(faulty.hasFailed)

    let sessions = try watcher.sessions(of: watcher.userHash(of: Self.anna))

    #expect(sessions == Self.sessions)
    #expect(try watcher.alerts(for: watcher.userHash(of: Self.anna)).count == 2)
  }

  // MARK: - Anonymous people

  @Test func `an identifier that is made for somebody is known as such, and is nobody else's`() {
    let made = (1...100).map { _ in AnonymousID.fresh() }

    #expect(Set(made).count == 100 && made.allSatisfy(AnonymousID.isOne))
    for other in ["guest", "guest-", "guest-1", "anna", "Guest-" + made[0].dropFirst(6)] {
      #expect(!AnonymousID.isOne(other), "\(other)")
    }
    #expect(!AnonymousID.isOne(made[0].uppercased()) && !AnonymousID.isOne(made[0] + " "))
  }

  @Test(arguments: StoreKind.allCases)
  func `a session of somebody anonymous is theirs, and stays on this machine`(
    kind: StoreKind
  ) throws {
    let life = SessionLife(scratch.store, kind)
    try life.live(in: life.open())
    let session = try life.open().session(life.id)
    var header = try #require(try session.header())

    header.take(UserProfile(userID: Self.guest), of: try life.open())
    try session.write(header)

    let store = try life.open(.reading)
    let read = try #require(try store.existingSession(life.id)?.header())
    #expect(read == header && read.person == .anonymous && read.isLocalOnly)
    #expect(read.user == store.userHash(of: Self.guest))
    #expect(try store.sessions(SessionQuery()).map(\.person) == [.anonymous])
    #expect(try store.verify().findings == [])
    let summary = try #require(try store.sessions(SessionQuery()).first)
    #expect(Retention().isDue(summary, at: try #require(read.createdAt).adding(days: 91)))
  }

  @Test func `a header of somebody known says nothing that it did not say before`() throws {
    let life = SessionLife(scratch.store)
    let store = try life.open()
    var header = life.header(in: store)
    let before = header.json(of: life.id).fileBytes

    header.take(userID: Self.guest, of: store)
    #expect(header.json(of: life.id)["person"] == "anonymous")
    #expect(header.json(of: life.id)["local_only"] == true)
    header.take(userID: Self.anna, of: store)

    #expect(header.json(of: life.id).fileBytes == before)
    header.takeUnknownPerson()
    #expect(header.person == .unknown)
  }
}

// Linking a guest to an account.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct GuestLinkTests {
  private static let guest = "guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000aa"
  private static let other = "guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000bb"
  private static let anna = "anna@example.org"
  private static let sessions = (1...3).map { SessionLife("", number: $0).id }

  /// A store with two sessions of a guest, one of the user, and profiles and documents of both.
  private static func fill(_ kind: StoreKind = .open) throws -> RecordStore {
    let store = try kind.store()
    for number in 1...3 {
      var life = SessionLife("", kind, number: number)
      life.answers = Array("{}".utf8)
      try life.live(in: store)
      let session = try store.session(life.id)
      var header = try #require(try session.header())
      let userID = number < 3 ? guest : anna
      header.setPerson(userID: userID, of: store)
      header.identity = identity(of: header, userID, in: store)
      try session.commit(SessionChange("told", header: header))
    }
    let (former, own) = (store.userHash(of: guest), store.userHash(of: anna))
    _ = try store.save(
      ["person": ["user_id": .string(guest)]], for: former, inPlaceOf: nil, reason: "r")
    var told = TestPerson.person(guest, age: 20)
    told.site = "of the guest"
    try store.save(told, for: former, reason: "r")
    var profile = UserProfile(userID: anna)
    profile.age = Age(years: 44)
    try store.save(Person(profile), for: own, reason: "r")
    try store.raise([TestPerson.alert, TestPerson.laterAlert], by: sessions[0], for: former)
    try store.raise([TestPerson.alert], by: sessions[2], for: own)
    let later = try #require(try store.alerts(for: former).last)
    try store.acknowledge(later.id, by: "b", note: "n", for: former)
    try store.save(["step": 2], as: .journey, of: former)
    return store
  }

  private static func identity(
    of header: SessionHeader, _ userID: String, in store: RecordStore
  ) -> RecordingIdentity {
    store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: userID,
        settingsSHA256: header.settingsSHA256, version: header.version))
  }

  /// Expects that all data of the guest are the user's.
  private static func expectAdopted(_ store: RecordStore, _ context: Comment = "") throws {
    #expect(try store.check() == [], context)
    let (former, own) = (store.userHash(of: guest), store.userHash(of: anna))
    #expect(try store.sessions(of: own) == sessions, context)
    #expect(try store.sessions(of: former) == [], context)
    for id in sessions {
      let header = try #require(try store.existingSession(id)?.header())
      #expect(header.person == .known && !header.isLocalOnly, context)
      #expect(header.identity == identity(of: header, anna, in: store), context)
    }
    let person = try #require(try store.person(for: own)?.decoded())
    #expect(person.profile.userID == anna && person.profile.age?.years == 44, context)
    #expect(person.site == "of the guest" && person.profile.deviceModel != nil, context)
    let alerts = try store.alerts(for: own)
    #expect(alerts.map(\.sessionID) == ["MARKVISIT 3", "MARKVISIT 4"], context)
    #expect(alerts.map(\.acknowledged?.note) == [nil, "n"], context)
    #expect(alerts.first?.raisedBy == sessions[2], context)
    #expect(try store.read(.journey, of: own) == ["step": 2], context)
    #expect(try store.baselines(for: own) == [], context)
    let left = try store.copy(ofPerson: guest)
    #expect(left.persons.isEmpty && left.baselines.isEmpty && left.documents.isEmpty, context)
  }

  @Test(arguments: StoreKind.allCases)
  func `data of a guest become the user's, whose own values take precedence`(
    kind: StoreKind
  ) throws {
    let store = try Self.fill(kind)

    let sessions = try store.adopt(guest: Self.guest, user: Self.anna)

    #expect(sessions == Self.sessions)
    try Self.expectAdopted(store)
    #expect(try store.actions(of: Self.sessions[0]).last == "adopted")
    #expect(try store.tenantLines().map(\.action).contains("guest_adopted"))
  }

  @Test func `a guest is linked to one other person, and only a guest is`() throws {
    let store = try Self.fill()
    let lines = try store.tenantLines().count
    for (guest, user, says) in [
      (Self.guest, Self.guest, "are the same"), (Self.anna, "ben", "only a guest"),
      (Self.guest, Self.other, "only a guest"), (Self.guest, " ", "only a guest"),
      (Self.other, Self.anna, "no data"),
    ] {
      let error = #expect(throws: StoreError.self) { try store.adopt(guest: guest, user: user) }
      #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }
    #expect(try store.tenantLines().count == lines)
    try store.adopt(guest: Self.guest, user: Self.anna)

    #expect(throws: StoreError.adoptedByAnother) {
      try store.adopt(guest: Self.guest, user: "ben")
    }
    try Self.expectAdopted(store)
  }

  // MARK: - Anonymous people

  @Test func `generated identifiers of guests are unique and recognized`() {
    let made = (1...100).map { _ in AnonymousID.fresh() }

    #expect(Set(made).count == 100 && made.allSatisfy(AnonymousID.isAnonymous))
    for other in ["guest", "guest-", "guest-1", "anna", "Guest-" + made[0].dropFirst(6)] {
      #expect(!AnonymousID.isAnonymous(other), "\(other)")
    }
    #expect(
      !AnonymousID.isAnonymous(made[0].uppercased()) && !AnonymousID.isAnonymous(made[0] + " "))
  }

  @Test(arguments: StoreKind.allCases)
  func `a session of a guest is local and has the retention of guests`(kind: StoreKind) throws {
    let store = try kind.store()
    let life = SessionLife("", kind)
    try life.live(in: store)
    let session = try store.session(life.id)
    var header = try #require(try session.header())

    header.setPerson(UserProfile(userID: Self.guest), of: store)
    try session.commit(SessionChange("told", header: header))

    let read = try #require(try store.existingSession(life.id)?.header())
    #expect(read == header && read.person == .anonymous && read.isLocalOnly)
    #expect(read.user == store.userHash(of: Self.guest))
    let summary = try #require(try store.sessions(SessionQuery()).first)
    #expect(summary.person == .anonymous && summary.person?.isGuest == true)
    #expect(try store.check() == [])
  }

  @Test func `a header has no members of guests after its person is known`() throws {
    let life = SessionLife("")
    let store = try StoreKind.open.store()
    var header = life.header(in: store)
    let before = header.json(of: life.id).fileBytes

    header.setPerson(userID: Self.guest, of: store)
    #expect(header.json(of: life.id)["person"] == "anonymous")
    #expect(header.json(of: life.id)["local_only"] == true)
    header.setPerson(userID: Self.anna, of: store)

    #expect(header.json(of: life.id).fileBytes == before)
    header.setUnknownPerson()
    #expect(header.person == .unknown)
  }
}

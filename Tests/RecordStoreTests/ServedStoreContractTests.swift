// The contract of a store for the server.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ServedStoreContractTests {
  private let first = ContractedStore.session(1)
  private let second = ContractedStore.session(2)

  private func query(_ change: (inout SessionQuery) -> Void) -> SessionQuery {
    var query = SessionQuery()
    change(&query)
    return query
  }

  // MARK: - Lists

  @Test(arguments: ContractedKind.allCases)
  func `sessions are found by filters, newest first`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    try made.file(3, of: "anna") { $0.context = "clinic" }
    made.clock.advance(milliseconds: 1000)
    let later = made.clock.now()
    try made.file(2, of: "ben", .quick) { $0.reference = "visit 7" }
    try made.file(1, of: "anna") { $0.recordedAt = "2025-12-31T09:00:00+01:00" }
    func found(_ change: (inout SessionQuery) -> Void) throws -> [SessionID] {
      try store.sessions(query(change)).map(\.id)
    }
    let (anna, day) = (store.userHash(of: "anna"), StoreTime("2025-12-31T00:00:00Z"))
    let third = ContractedStore.session(3)

    #expect(try found { _ in } == [first, second, third])
    #expect(try found { $0.user = anna } == [first, third])
    #expect(try store.sessions(ofUser: "anna", SessionQuery()).map(\.id) == [first, third])
    #expect(try found { $0.tier = .quick } == [second])
    #expect(try found { $0.verdict = .unknown } == [first, second, third])
    #expect(try found { $0.verdict = .fail } == [])
    #expect(try found { $0.states = [.claimed, .failed] } == [second])
    #expect(try found { $0.context = "clinic" } == [third])
    #expect(try found { $0.reference = "visit 7" } == [second])
    #expect(try found { $0.name = SessionLife("").name }.count == 3)
    #expect(try found { $0.from = later } == [first, second])
    #expect(try found { $0.until = later } == [third])
    #expect(try found { $0.recordedFrom = day } == [first])
    #expect(try found { $0.session = second } == [second])
    #expect(try found { $0.user = store.userHash(of: "eve") } == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a list continues at its cursor, also after that session was purged`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    for number in 1...5 { try made.claim(number, of: number == 3 ? "ben" : "anna") }
    let anna = made.store.userHash(of: "anna")

    let start = try made.store.sessions(query { ($0.user, $0.limit) = (anna, 2) })
    let cursor = try #require(start.last?.cursor)
    try made.store.purge(try #require(start.last?.id))
    let rest = try made.store.sessions(query { ($0.user, $0.after) = (anna, cursor) })

    #expect(start.map(\.id) == [5, 4].map(ContractedStore.session))
    #expect(rest.map(\.id) == [2, 1].map(ContractedStore.session))
    #expect(SessionCursor(cursor.text) == cursor)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a row has the facts of its session`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    try made.file(1, of: "anna") {
      ($0.context, $0.reference) = ("clinic", "visit 7")
      $0.recordedAt = "2025-12-31"
    }

    let row = try #require(try made.store.sessions(SessionQuery()).first)

    #expect(row.id == first && row.createdAt == made.clock.now())
    #expect(row.user == made.store.userHash(of: "anna") && row.person == .known)
    #expect(row.state == .filed && row.tier == .comprehensive && row.verdict == .unknown)
    #expect(row.name == SessionLife("").name && row.recordedAt == "2025-12-31")
    #expect(row.durationSeconds == 10 && row.context == "clinic" && row.reference == "visit 7")
    #expect(row.parent == nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `tier and verdict of a row are those of the remaining results`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    try made.file(1, of: "anna")
    func row() throws -> SessionSummary? { try made.store.sessions(SessionQuery()).first }
    var change = SessionChange("late")
    change.removed = [.computed]

    try made.store.session(first).commit(change)
    let quick = try row()
    change.removed = [.quick]
    try made.store.session(first).commit(change)

    #expect(quick?.tier == .quick && quick?.verdict == .unknown)
    #expect(try row()?.tier == nil && row()?.verdict == nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `header and state are readable as documents`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1, of: "anna")

    for document in [SessionDocument.header, .state] {
      let json = try JSONValue.parse(try #require(try session.read(document)))
      #expect(json["session_id"] == .string(first.text), "\(document)")
    }
    #expect(try made.store.existingSession(second)?.read(.state) == nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `people are listed by hash and identifier`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    for person in ["anna", "ben"] {
      try store.save(TestPerson.person(person), for: store.userHash(of: person), reason: "r")
    }
    try store.save(["step": 1], as: .journey, of: store.userHash(of: "eve"))
    try made.store.save(["person": ["user_id": "ida"]], for: store.userHash(of: "ida"), reason: "r")

    let people = try store.people()

    #expect(people == ["anna", "ben", "eve"].map(store.userHash).sorted { $0.text < $1.text })
    for (person, id) in [("anna", "anna"), ("eve", nil), ("ida", "ida"), ("uma", nil)] {
      #expect(try store.userID(of: store.userHash(of: person)) == id, "\(person)")
    }
    try store.checkConnection()
    #expect(try store.now() == made.clock.now())
  }

  // MARK: - Access log and corrections

  @Test(arguments: ContractedKind.allCases)
  func `a read through a program is logged with the actor`(kind: ContractedKind) async throws {
    let (made, store) = try kind.made()
    try made.claim(1, of: "anna")
    let user = store.userHash(of: "anna")
    let clara = try #require(AuditActor("staff/Clara"))

    try await AuditActor.$acting.withValue(clara) { () async throws in
      try store.disclose(.shown(first, part: "computed"))
      try store.disclose(.people([user], document: .journey))
      try store.disclose(.listed([]))
      try store.save(TestPerson.person("anna"), for: user, reason: "r")
    }
    if !kind.isEncrypted { try store.disclose(.shown(first, part: "quick")) }

    let told = try made.events().filter { $0.actor == "staff/Clara" }
    #expect(told.map(\.action) == ["shown", "shown", "person_kept"])
    #expect(told[0].field == "sessions/\(first.text)/computed")
    #expect(told[1].field == "people/\(user.text)/journey.json")
    #expect(try made.events().filter { $0.action == "shown" }.count == 2)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a session is signed off once per person, and the latest sign-off counts`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    try made.file(1, of: "anna")

    for _ in 1...2 { try store.review(first, by: "Dr. B", note: "as expected") }
    #expect(try store.existingSession(first)?.header()?.reviewed?.note == "as expected")
    made.clock.advance(milliseconds: 1000)
    let last = try store.review(first, by: "Dr. C", note: nil)

    #expect(last == SessionReview(by: "Dr. C", at: made.clock.now(), note: nil))
    #expect(try store.existingSession(first)?.header()?.reviewed == last)
    #expect(try made.store.actions(of: first).filter { $0 == "reviewed" }.count == 2)
    #expect(throws: StoreError.noSession(second)) {
      try store.review(second, by: "b", note: nil)
    }
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `an amendment and its session refer to each other once`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    try made.file(1, of: "anna")
    try store.review(first, by: "Dr. B", note: nil)

    for _ in 1...2 {
      try store.amend(
        first, by: second, reason: "the age was wrong",
        SessionChange("amended", documents: [.answers: [1]]))
    }

    let amended = try #require(try store.existingSession(second))
    #expect(try amended.read(.answers) == [1])
    #expect(try store.session(first).read(.answers) == SessionLife("").answers)
    let header = try #require(try amended.header())
    #expect(header.parent == SessionParent(first, reason: "the age was wrong"))
    #expect(header.reviewed == nil && header.user == store.userHash(of: "anna"))
    #expect(try store.isAmended(first) && !store.isAmended(second))
    #expect(try made.store.actions(of: first).filter { $0 == "amended" }.count == 1)
    #expect(try made.findings() == [])
  }

  // MARK: - Guests

  private static let guest = "guest-6a3e6c3e-9a52-4b3f-8f0e-1c2d3e4f5a6b"

  @Test(arguments: ContractedKind.allCases)
  func `a guest is linked once, and values of the account take precedence`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    try made.file(1, of: Self.guest)
    try made.file(2, of: "anna")
    let (former, own) = (store.userHash(of: Self.guest), store.userHash(of: "anna"))
    var told = TestPerson.person(Self.guest, age: 33)
    told.site = "of the guest"
    try store.save(told, for: former, reason: "r")
    try store.save(TestPerson.person("anna", age: 44), for: own, reason: "r")
    try store.raise([TestPerson.alert], by: first, for: former)
    try store.save(["step": 2], as: .journey, of: former)

    let sessions = try store.adopt(guest: Self.guest, user: "anna")
    let again = try store.adopt(guest: Self.guest, user: "anna")

    #expect(Set(sessions) == [first, second] && again == sessions)
    #expect(try store.sessions(of: former) == [] && store.person(for: former) == nil)
    let header = try #require(try store.existingSession(first)?.header())
    #expect(header.person == .known && header.user == own)
    #expect(
      header.identity
        == store.identity(
          IdentityFacts(
            audioSHA256: header.recording.sha256, userID: "anna",
            settingsSHA256: header.settingsSHA256, version: header.version)))
    let person = try #require(try store.person(for: own)?.decoded())
    #expect(person.profile.age?.years == 44 && person.site == "of the guest")
    #expect(try store.alerts(for: own).map(\.sessionID) == ["MARKVISIT 3"])
    #expect(try store.alerts(for: former) == [] && store.read(.journey, of: own) == ["step": 2])
    #expect(try made.store.actions(of: first).filter { $0 == "adopted" }.count == 1)
    #expect(try made.events().count { $0.action == "guest_adopted" } == 1)
    #expect(throws: StoreError.adoptedByAnother) {
      try store.adopt(guest: Self.guest, user: "ben")
    }
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, Disturbance.allCases)
  func `an interrupted link is completed by a second call`(
    kind: ContractedKind, disturbance: Disturbance
  ) throws {
    let (made, store) = try kind.made()
    try made.file(1, of: Self.guest)
    try store.save(["step": 2], as: .journey, of: store.userHash(of: Self.guest))

    made.disturb(at: made.steps + 1, by: disturbance)
    #expect(throws: StoreError.self) { try store.adopt(guest: Self.guest, user: "anna") }
    made.calm()

    #expect(try store.adopt(guest: Self.guest, user: "anna") == [first])
    #expect(try store.read(.journey, of: store.userHash(of: "anna")) == ["step": 2])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a guest with a damaged session is linked, and the session stays the guest's`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    for session in [1, 2] { try made.file(session, of: Self.guest) }
    try store.save(["step": 2], as: .journey, of: store.userHash(of: Self.guest))
    try made.damage(first)

    let sessions = try store.adopt(guest: Self.guest, user: "anna")
    let again = try store.adopt(guest: Self.guest, user: "anna")

    #expect(sessions == [second] && again == sessions)
    #expect(try store.read(.journey, of: store.userHash(of: "anna")) == ["step": 2])
    #expect(try store.sessions(of: store.userHash(of: Self.guest)) == [first])
  }

  // MARK: - All of a person

  @Test(arguments: ContractedKind.allCases)
  func `erasure includes all data of a person, and no other data`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    for (number, person) in [(1, "anna@a.example"), (2, "ben@b.example")] {
      try made.file(number, of: person)
      try store.save(TestPerson.person(person), for: store.userHash(of: person), reason: "r")
      try made.store.save(
        ["person": ["user_id": .string(person)]], for: store.userHash(of: person), reason: "r")
    }
    let sidecar = Array(#"{"user_id": "anna@a.example", "age": "#.utf8)
    _ = try store.quarantine(made.file(sidecar, "a.json", of: nil))
    _ = try store.quarantine(made.file(Array("{".utf8), "b.json", of: nil))

    let erased = try store.eraseAll(of: "anna@a.example", reason: "asked for")

    #expect(erased.sessions == [first])
    #expect(try store.wasPurged(first) && !store.wasPurged(second))
    let (anna, ben) = (store.userHash(of: "anna@a.example"), store.userHash(of: "ben@b.example"))
    #expect(try store.person(for: anna) == nil && store.baseline(for: anna) == nil)
    #expect(try store.person(for: ben) != nil && store.baseline(for: ben) != nil)
    #expect(try store.sessions(SessionQuery()).map(\.id) == [second])
    #expect(try made.store.failures().map(\.report.name) == ["b.json"])
    #expect(try store.eraseAll(of: "anna@a.example", reason: "asked for").sessions == [])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a session without an owner is erased if its answers name the person`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    var header = made.header()
    header.setUnknownPerson()
    for (number, name) in [(1, "anna@a.example"), (2, "ben@b.example")] {
      try made.store.session(ContractedStore.session(number)).commit(
        SessionChange(
          "claimed", header: header, state: StateRecord(.claimed),
          documents: [.answers: Array(#"{"user_id": "\#(name)", "age": 300}"#.utf8)]))
    }

    let erased = try made.store.eraseAll(of: "anna@a.example", reason: "asked for")

    #expect(erased.sessions == [first])
    #expect(try made.store.holds(second))
  }

  @Test(arguments: ContractedKind.allCases)
  func `an export of a person can be imported by another store`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    let person = "anna@example.org"
    let user = store.userHash(of: person)
    try made.file(1, of: person)
    try store.review(first, by: "Dr. B", note: nil)
    try made.file(2, of: "ben")
    try store.save(TestPerson.person(person), for: user, reason: "r")
    try made.store.save(["person": ["user_id": .string(person)]], for: user, reason: "r")
    try store.save(["sessions": 1], as: .progress, of: user)
    let path = made.scratch.path + "/export.zip"

    let report = try store.exportAll(of: person, to: path, version: "1")
    let other = try SessionLife(made.scratch.path + "/other").open()
    let taken = try other.importSessions(from: path)

    #expect(report.sessions == 1 && report.people == 1 && report.peopleWithBaselines == 1)
    #expect(taken.imported == [first] && taken.baselines == 1 && taken.people == 1)
    // The owner of the header has another hash.
    for document in SessionDocument.allCases where document != .header {
      let bytes = try store.existingSession(first)?.read(document)
      #expect(try other.existingSession(first)?.read(document) == bytes, "\(document)")
    }
    let own = other.userHash(of: person)
    #expect(try other.person(for: own)?.decoded() == TestPerson.person(person))
    #expect(try other.read(.progress, of: own) == ["sessions": 1])
    let actions = try other.session(first).auditLines().map(\.entry.action)
    #expect(actions.starts(with: ["claimed", "analysed", "reviewed"]))
    #expect(try other.verify().findings == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `an export without a person is empty, and an existing export is not overwritten`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let path = made.scratch.path + "/export.zip"

    let report = try made.store.exportAll(of: "eve", to: path, version: "1")

    #expect(report == ExportReport())
    #expect(throws: ExchangeError.self) {
      try made.store.exportAll(of: "eve", to: path, version: "1")
    }
  }
}

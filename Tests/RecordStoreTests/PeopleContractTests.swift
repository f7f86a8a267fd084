// The contract of a store for people.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleContractTests {
  private let session = ContractedStore.session(1)

  @Test(arguments: ContractedKind.allCases)
  func `profiles are read back, and the latest is current`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let user = made.store.userHash(of: "anna")
    #expect(try made.store.person(for: user) == nil)

    let first = try made.store.save(TestPerson.person("anna"), for: user, reason: "first")
    made.clock.advance(milliseconds: 1000)
    let second = try made.store.save(
      TestPerson.person("anna", age: 35), for: user, reason: "birthday")

    let kept = try #require(try made.store.person(for: user))
    #expect(kept == second && kept.number == 2 && kept.user == user && kept.reason == "birthday")
    #expect(kept.savedAt == made.clock.now() && kept.parentSHA256 == first.sha256)
    #expect(first.parentSHA256 == nil && first.number == 1)
    #expect(try kept.decoded() == TestPerson.person("anna", age: 35))
    #expect(try made.store.person(for: made.store.userHash(of: "ben")) == nil)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `saving an equal profile changes nothing`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    let user = store.userHash(of: "anna")
    let person = TestPerson.person("anna")
    func keepAll() throws {
      try store.save(person, for: user, reason: "first")
      try store.raise([TestPerson.alert], by: session, for: user)
      try store.acknowledge(
        try #require(store.alerts(for: user).first).id, by: "b", note: nil, for: user)
      try store.save(["step": 1], as: .journey, of: user)
      try store.save(["sessions": 1], as: .progress, of: user)
    }
    try keepAll()
    let (kept, lines) = (try store.person(for: user), try made.events().count)
    made.clock.advance(milliseconds: 1000)

    try keepAll()

    #expect(try store.person(for: user) == kept && kept?.number == 1)
    #expect(try made.events().count == lines)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a profile of another person is refused`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let (store, other) = (made.store, made.store.userHash(of: "ben"))

    #expect(throws: StoreError.personOfAnother) {
      try store.save(TestPerson.person("anna"), for: other, reason: "r")
    }
    #expect(try store.person(for: other) == nil)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `an alert is raised once, and the first acknowledgement counts`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    let user = store.userHash(of: "anna")
    let start = made.clock.now()
    #expect(try store.alerts(for: user) == [])

    #expect(try store.raise([TestPerson.alert], by: session, for: user).count == 1)
    made.clock.advance(milliseconds: 1000)
    let again = ContractedStore.session(2)
    let added = try store.raise([TestPerson.alert, TestPerson.laterAlert], by: again, for: user)
    #expect(added.map(\.sessionID) == ["MARKVISIT 4"])
    let id = try #require(store.alerts(for: user).first?.id)
    for name in ["first", "second"] {
      let told = try store.acknowledge(id, by: name, note: "n", for: user)
      #expect(told?.acknowledged == .init(by: "first", at: made.clock.now(), note: "n"))
    }

    let alerts = try store.alerts(for: user)
    #expect(alerts.map(\.raisedBy) == [session, again])
    #expect(alerts.map(\.firstSeen) == [start, made.clock.now()])
    #expect(alerts.map { $0.acknowledged != nil } == [true, false])
    #expect(alerts[0].families == [.f0, .jitter] && alerts[0].rule == .twoFamilies)
    #expect(try store.acknowledge("none", by: "b", note: nil, for: user) == nil)
    #expect(try store.alerts(for: store.userHash(of: "ben")) == [])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a document replaces the former one`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let (store, user) = (made.store, made.store.userHash(of: "anna"))
    #expect(try store.read(.journey, of: user) == nil)

    for step in 1...3 { try store.save(["step": .int(step)], as: .journey, of: user) }
    try store.save(["sessions": 2], as: .progress, of: user)

    #expect(try store.read(.journey, of: user) == ["step": 3])
    #expect(try store.read(.progress, of: user) == ["sessions": 2])
    #expect(try store.read(.alerts, of: user) == nil)
    #expect(try store.read(.journey, of: store.userHash(of: "ben")) == nil)
    #expect(throws: StoreError.self) { try store.save(["a": 1], as: .alerts, of: user) }
    #expect(try store.alerts(for: user) == [])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a baseline replaces the one it was made from only`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let (store, user) = (made.store, made.store.userHash(of: "anna"))

    let first = try store.save(["mean": 1], for: user, inPlaceOf: nil, reason: "r")
    let late = try store.save(["mean": 9], for: user, inPlaceOf: nil, reason: "r")
    let second = try store.save(["mean": 2], for: user, inPlaceOf: first, reason: "r")
    let again = try store.save(["mean": 2], for: user, inPlaceOf: first, reason: "r")
    let older = try store.save(["mean": 3], for: user, inPlaceOf: first, reason: "r")

    #expect(first?.number == 1 && late == nil)
    #expect(second?.number == 2 && again == second && older == nil)
    #expect(second?.parentSHA256 == first?.sha256)
    #expect(try store.baselines(for: user) == [first, second].compactMap(\.self))
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `the sessions of a person are listed, oldest first`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    for (number, person) in [(3, "anna"), (2, "ben"), (1, "anna")] {
      try made.claim(number, of: person)
    }
    try made.claim(4)

    let sessions = try made.store.sessions(of: made.store.userHash(of: "anna"))

    #expect(sessions == [3, 1].map(ContractedStore.session))
    #expect(try made.store.sessions(of: made.store.userHash(of: "eve")) == [])
  }

  // MARK: - The last session

  /// Saves a document of every kind.
  private func keepAll(of userID: String, in store: RecordStore) throws {
    let user = store.userHash(of: userID)
    try store.save(TestPerson.person(userID), for: user, reason: "r")
    _ = try store.save(["mean": 1], for: user, inPlaceOf: nil, reason: "r")
    try store.raise([TestPerson.alert], by: session, for: user)
    try store.save(["step": 1], as: .journey, of: user)
  }

  private func isKept(_ userID: String, in store: RecordStore) throws -> [Bool] {
    let user = store.userHash(of: userID)
    return [
      try store.person(for: user) != nil, try store.baseline(for: user) != nil,
      try !store.alerts(for: user).isEmpty, try store.read(.journey, of: user) != nil,
    ]
  }

  @Test(arguments: ContractedKind.allCases)
  func `data of a person are purged with their last session`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let all = [true, true, true, true]
    for (number, person) in [(1, "anna"), (2, "anna"), (3, "ben")] {
      try made.claim(number, of: person)
    }
    for person in ["anna", "ben", "eve"] { try keepAll(of: person, in: made.store) }

    try made.store.purge(ContractedStore.session(1))
    #expect(try isKept("anna", in: made.store) == all)
    try made.store.purge(ContractedStore.session(2))

    #expect(try isKept("anna", in: made.store) == [false, false, false, false])
    #expect(try isKept("ben", in: made.store) == all)
    #expect(try isKept("eve", in: made.store) == all, "she never had a session")
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `withdrawal of consent purges all but quick answers and sessions in progress`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    for number in 1...3 { try made.claim(number, of: "anna") }
    try made.claim(4, of: "ben")
    var answer = made.header(of: "anna")
    answer.storage = .quickAnswer
    try store.session(ContractedStore.session(2)).commit(SessionChange("told", header: answer))
    try keepAll(of: "anna", in: store)
    try keepAll(of: "ben", in: store)

    let planned = try store.withdraw("anna", except: ContractedStore.session(3), .dryRun)
    let gone = try store.withdraw("anna", except: ContractedStore.session(3))
    let again = try store.withdraw("anna", except: ContractedStore.session(3))

    #expect(gone == [ContractedStore.session(1)] && planned == gone && again == [])
    #expect(try store.wasPurged(ContractedStore.session(1)))
    #expect(
      try store.sessions(of: store.userHash(of: "anna")) == [2, 3].map(ContractedStore.session))
    #expect(try isKept("anna", in: store).allSatisfy { !$0 })
    #expect(try isKept("ben", in: store).allSatisfy(\.self))
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `withdrawal purges quarantined files and unowned sessions that name the person`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    let (anna, ben) = ("anna@a.example", "ben@b.example")
    for person in [anna, ben] { try keepAll(of: person, in: store) }
    var unknown = made.header()
    unknown.setUnknownPerson()
    var answer = unknown
    answer.storage = .quickAnswer
    for (number, person, header) in [(1, anna, unknown), (2, ben, unknown), (3, anna, answer)] {
      let answers = Array(#"{"user_id": "\#(person)", "age": 300}"#.utf8)
      try store.session(ContractedStore.session(number)).commit(
        SessionChange(
          "claimed", header: header, state: StateRecord(.claimed), documents: [.answers: answers]))
    }
    let session = ContractedStore.session
    let files = [
      ("a.json", anna, nil), ("b.json", ben, nil), ("c.json", anna, session(1)),
      ("d.json", anna, session(3)),
    ]
    for (name, person, session) in files {
      let sidecar = Array(#"{"user_id": "\#(person)", "age": "#.utf8)
      _ = try store.quarantine(made.file(sidecar, name, of: session))
    }

    let gone = try store.withdraw(anna, except: nil)

    #expect(gone == [session(1)])
    #expect(try made.store.failures().map(\.report.name).sorted() == ["b.json", "d.json"])
    #expect(try [1, 2, 3].map { try store.holds(session($0)) } == [false, true, true])
    #expect(try isKept(anna, in: store).allSatisfy { !$0 })
    #expect(try isKept(ben, in: store).allSatisfy(\.self))
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `withdrawal of a person without data leaves no line`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    try made.claim(1, of: "ben")
    try keepAll(of: "anna", in: store)
    let before = try made.events().map(\.action)

    #expect(try store.withdraw("eve", except: nil) == [])
    #expect(try made.events().map(\.action) == before)

    #expect(try store.withdraw("anna", except: nil) == [])
    #expect(try made.events().count > before.count)
  }

  @Test(arguments: ContractedKind.allCases)
  func `damaged sessions and reports are listed, and block neither retention nor erasure`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    let session = ContractedStore.session
    try made.file(1, of: "anna")
    try made.file(2, of: "ben")
    try made.file(3, of: "anna")
    try made.claim(4)
    var unknown = made.header()
    unknown.setUnknownPerson()
    let answers = Array(#"{"user_id": "anna", "age": 300}"#.utf8)
    try store.session(session(5)).commit(
      SessionChange(
        "claimed", header: unknown, state: StateRecord(.claimed), documents: [.answers: answers]))
    _ = try store.quarantine(made.file(Array("{".utf8), "a.json", of: nil))
    for number in [1, 5] { try made.damage(session(number)) }

    let listed = try store.sessions(SessionQuery()).map(\.id)
    let reported = try made.damagedSessions()
    try made.retain(days: 100)
    let erased = try store.eraseAll(of: "anna", reason: "asked for")

    #expect(listed == [5, 4, 3, 2, 1].map(session))
    #expect(reported == Set([1, 5].map { session($0).text }))
    #expect(try store.wasPurged(session(4)))
    #expect(erased.sessions == [1, 3].map(session))
    #expect(
      erased.remainders.contains { $0.reason == .unreadable && $0.place.contains(session(5).text) })
    #expect(try store.holds(session(2)))
  }

  @Test(arguments: ContractedKind.allCases)
  func `retention deletes quarantined files of no session after the days of guests`(
    kind: ContractedKind
  ) throws {
    let (made, store) = try kind.made()
    try made.claim(1, of: "anna")
    for (name, session) in [("a.json", nil), ("b.json", session)] {
      _ = try store.quarantine(made.file(Array("{\(name)".utf8), name, of: session))
    }
    func look(days: Int) throws -> [String] {
      try made.retain(days: days)
      return try made.store.failures().map(\.report.name).sorted()
    }

    #expect(try look(days: 94) == ["a.json", "b.json"])
    #expect(try look(days: 10) == ["b.json"])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a quarantined file with a damaged report expires by the time of its row`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    _ = try made.store.quarantine(made.file(Array("{".utf8), "a.json", of: nil))
    try made.damage(ContractedStore.session(1))
    func quarantined(afterDays days: Int) throws -> Int {
      try made.retain(days: days)
      return try made.rows(of: "failed_file")
    }

    #expect(try quarantined(afterDays: 96) == 1)
    #expect(try quarantined(afterDays: 2) == 0)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a file whose report is damaged is quarantined again`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    func quarantine() throws {
      _ = try made.store.quarantine(made.file(Array("{".utf8), "a.json", of: nil))
    }
    try quarantine()
    try made.damage(session)

    try quarantine()

    #expect(try made.store.failures().map(\.report.name) == ["a.json"])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a change of the composition of accents alone is stored`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let (store, user) = (made.store, made.store.userHash(of: "anna"))
    let session = try made.claim(1, of: "anna")

    for text in ["caf\u{E9}", "cafe\u{301}"] {
      var (header, person) = (made.header(of: "anna"), TestPerson.person("anna"))
      (header.context, person.site) = (text, text)
      try session.commit(SessionChange("told", header: header))
      try store.save(person, for: user, reason: "r")
      try made.store.save(["site": .string(text)], for: user, reason: "r")

      let stored = try [session.header()?.context, store.person(for: user)?.decoded().site]
      #expect(
        stored.compactMap { $0.map { Array($0.utf8) } } == [Array(text.utf8), Array(text.utf8)])
    }

    #expect(try store.baselines(for: user).count == 2)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `retention deletes the data of a person with their last session`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    try made.claim(1, of: "anna")
    for person in ["anna", "eve"] { try keepAll(of: person, in: made.store) }

    try made.retain(days: 100, Retention(everyoneDays: 30))

    #expect(try isKept("anna", in: made.store) == [false, false, false, false])
    #expect(try isKept("eve", in: made.store) == [true, true, true, true])
    #expect(try made.findings() == [])
  }
}

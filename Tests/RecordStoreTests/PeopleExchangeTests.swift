// Profiles, baselines and documents of people, from one store to another.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleExchangeTests {
  private let stores: ExchangeStores
  private let anna = "anna@example.org"

  init() throws { stores = try ExchangeStores() }

  private func baseline(_ mean: Int) -> JSONValue {
    ["person": ["user_id": .string(anna)], "mean": .int(mean)]
  }

  private func keep(_ mean: Int, in store: RecordStore) throws {
    let user = store.userHash(of: anna)
    _ = try store.save(
      baseline(mean), for: user, inPlaceOf: store.baseline(for: user), reason: "number \(mean)")
  }

  private func kept(_ store: RecordStore, of userID: String? = nil) throws -> [BaselineRecord] {
    try store.baselines(for: store.userHash(of: userID ?? anna))
  }

  /// A store with a session of Anna, and data of Anna and Ben.
  private func store(_ kind: StoreKind = .open) throws -> (RecordStore, SessionLife) {
    let (store, lives) = try stores.store(kind, people: [anna])
    for mean in 1...2 { try keep(mean, in: store) }
    for person in [anna, "ben"] { try TestPerson.save(person, in: store) }
    return (store, lives[0])
  }

  private func persons(_ store: RecordStore) throws -> [ProfileRecord] {
    try store.copy(ofPerson: anna).persons
  }

  @Test(arguments: ["out", "out.zip"], StoreKind.allCases)
  func `people are exported, imported and exported again unchanged`(
    name: String, kind: StoreKind
  ) throws {
    let (first, _) = try store(kind)
    let report = try stores.export(first, to: "1" + name, .all)
    let other = try stores.empty(kind)
    let imported = try stores.imported("1" + name, into: other)
    try stores.export(other, to: "2", .all)
    try stores.imported("2", into: stores.empty())

    #expect(report.people == 2 && report.peopleLeftOut == 0 && imported.people == 2)
    #expect(report.peopleWithBaselines == 2 && report.baselinesLeftOut == 0)
    #expect(imported.baselines == 3)
    let user = other.userHash(of: anna)
    #expect(try persons(other).map(\.content) == persons(first).map(\.content))
    #expect(try kept(other).map(\.content) == [baseline(1), baseline(2)])
    #expect(try kept(other).map(\.reason) == ["number 1", "number 2"])
    #expect(try other.baseline(for: user)?.number == 2)
    #expect(try kept(other, of: "ben").count == 1)
    #expect(try other.alerts(for: user) == first.alerts(for: first.userHash(of: anna)))
    #expect(try other.read(.journey, of: user) == ["step": "MARKSTEP 2"])
    #expect(try other.read(.progress, of: user) == ["sessions": 1])
    #expect(try other.check() == [])
    guard !name.hasSuffix("zip") else { return }
    let trees = try ["1" + name, "2"].map { name in
      try stores.tree(name).filter { $0.key.hasPrefix("people/") || $0.key.hasPrefix("baselines/") }
    }
    #expect(trees[0] == trees[1] && trees[0].count == 13)
  }

  @Test func `an export of one person has no other, and one of sessions has none`() throws {
    let (store, _) = try store()

    try stores.export(store, to: "one", .user(anna))
    try stores.export(store, to: "none", .none)

    let one = try stores.tree("one")
    #expect(one.keys.count { $0.hasPrefix("people/") } == 5)
    #expect(one.keys.count { $0.hasPrefix("baselines/") } == 2)
    #expect(one.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"ben\"") })
    let none = try stores.tree("none").keys
    #expect(none.allSatisfy { !$0.hasPrefix("people/") && !$0.hasPrefix("baselines/") })
  }

  @Test func `guests are exported with all people, not with the known ones`() throws {
    let (store, _) = try store()
    try TestPerson.save("guest-aaaaaaaa-bbbb-4ccc-8ddd-0000000000aa", in: store)

    #expect(try stores.export(store, to: "known", .known).people == 2)
    #expect(try stores.export(store, to: "all", .all).people == 3)
    let named: Set = [store.userHash(of: "ben")]
    #expect(try stores.export(store, to: "named", .people(named)).people == 1)
  }

  @Test func `a de-identified export has no people, and counts them`() throws {
    let report = try stores.export(store().0, to: "out", .all, form: .deidentified)

    #expect(report.peopleLeftOut == 2 && report.people == 0)
    #expect(report.baselinesLeftOut == 2 && report.peopleWithBaselines == 0)
    for (path, bytes) in try stores.tree("out") {
      let text = String(decoding: bytes, as: UTF8.self)
      for word in TestPerson.words { #expect(!text.contains(word), "\(path): \(word)") }
      #expect(!path.hasPrefix("people") && !path.hasPrefix("baselines"))
    }
  }

  @Test func `a later import adds new versions and alerts, and keeps other documents`() throws {
    let (first, life) = try store()
    try stores.export(first, to: "1", .all)
    let other = try stores.empty()
    try stores.imported("1", into: other)
    let user = other.userHash(of: anna)
    let before = try other.tenantLines().count
    #expect(try stores.imported("1", into: other).people == 0)
    #expect(try other.tenantLines().count == before)
    try other.save(["step": "further"], as: .journey, of: user)
    let own = first.userHash(of: anna)
    try first.save(TestPerson.person(anna, age: 36), for: own, reason: "birthday")
    let late = ComparisonFindings.Alert(rule: .twoSessions, sessionID: "9", families: [.f0])
    try first.raise([late], by: life.id, for: own)
    try first.save(["step": "elsewhere"], as: .journey, of: own)
    try keep(3, in: first)
    try stores.export(first, to: "2", .all)

    let report = try stores.imported("2", into: other)
    // An older export changes nothing afterwards.
    #expect(try stores.imported("1", into: other).baselines == 0)

    #expect(report.people == 1 && report.baselines == 1)
    #expect(try persons(other).map(\.number) == [1, 2, 3])
    #expect(try kept(other).map(\.content) == [1, 2, 3].map(baseline))
    #expect(try other.alerts(for: user) == first.alerts(for: own))
    #expect(try other.read(.journey, of: user) == ["step": "further"])
    #expect(try other.check() == [])
  }

  @Test func `a person with a different profile is reported and nothing is imported`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    let user = other.userHash(of: anna)
    try other.save(TestPerson.person(anna, age: 70), for: user, reason: "made here")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: other) }

    let conflict = BaselineConflict(user: user, reason: .otherContents, dataKind: .profiles)
    #expect(error == .conflicts([], baselines: [conflict]))
    #expect(try other.sessions(toSync: nil) == [] && other.people() == [user])
  }

  @Test func `a different baseline of a person is named and nothing is imported`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    try keep(9, in: other)

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: other) }

    let conflict = BaselineConflict(user: other.userHash(of: anna), reason: .otherContents)
    #expect(error == .conflicts([], baselines: [conflict]))
    #expect(error?.description.contains("has another baseline") == true)
    #expect(try kept(other).map(\.content) == [baseline(9)] && kept(other, of: "ben") == [])
    #expect(try other.sessions(toSync: nil) == [])
  }

  @Test func `an erased person is not imported`() throws {
    let (first, _) = try store()
    try stores.export(first, to: "out", .user(anna))
    try first.eraseAll(of: anna, reason: "asked for")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: first) }

    guard case .conflicts(_, let people)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(people.map(\.dataKind) == [.baselines, .profiles])
    #expect(people.allSatisfy { $0.reason == .purged })
    #expect(try first.person(for: first.userHash(of: anna)) == nil && kept(first) == [])
  }

  @Test func `a change of any byte of a file of a person is found`() throws {
    try stores.export(store().0, to: "out", .user(anna))
    let other = try stores.empty()
    for (folder, step) in [("people/", 7), ("baselines/", 1)] {
      try stores.changeBytes(of: "out", below: folder, every: step) { place in
        #expect(throws: ExchangeError.self, "\(place)") { try stores.imported("out", into: other) }
      }
    }
    #expect(try other.people() == [])
    #expect(try stores.imported("out", into: other).people == 1)
  }

  @Test(
    arguments: [
      ("people/1.json", "anna@example.org", "otto@example.org", "person differs"),
      ("people/1.json", "\"number\": 1", "\"number\": 2", "does not follow"),
      ("people/1.json", "\"age\": 34", "\"age\": 33", "does not follow"),
      ("people/2.json", "\"woman\"", "\"waman\"", "are invalid"),
      ("people/alerts.json", "MARKVISIT 3", "MARKVISIT 5", "computed from the other fields"),
      ("people/alerts.json", "two_sessions", "two_sessionz", "rule"),
      ("baselines/1.json", "anna@example.org", "otto@example.org", "person differs"),
      ("baselines/1.json", "\"number\": 1", "\"number\": 2", "does not follow"),
      ("baselines/1.json", "\"mean\": 1", "\"mean\": 5", "does not follow"),
      ("baselines/1.json", "\"number 1\"", "\"number 1\" ", "encoding is not canonical"),
    ])
  func `a file that is changed with the manifest is found by its content`(
    name: String, old: String, new: String, problem: String
  ) throws {
    try stores.export(store().0, to: "out", .user(anna))
    let parts = name.split(separator: "/")
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasPrefix(parts[0]) && $0.hasSuffix("/\(parts[1])") }, old,
      to: new)
    let other = try stores.empty()

    let error = #expect(throws: ExchangeError.self) { try stores.imported("x.zip", into: other) }

    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    #expect(try other.people() == [] && other.sessions(toSync: nil) == [])
  }

  @Test func `a baseline that was changed in the store is not exported`() throws {
    let (store, _) = try store()
    let user = store.userHash(of: anna)
    try store.write { rows in
      try rows.run(
        "delete from kept_version where tenant = $1 and user_hash = $2 and number = 1", .user(user))
      let other = BaselineRecord(baseline(5), of: user, number: 1, saved: (stores.clock.now(), "r"))
      try rows.add(other)
    }

    let error = #expect(throws: ExchangeError.self) { try stores.export(store, to: "out", .all) }

    #expect(error?.description.contains("2.json") == true)
    #expect(try stores.files.facts(of: stores.path("out")) == nil)
  }

  @Test func `a repeated import adds the people that an interrupted one has not`() throws {
    try stores.export(store().0, to: "out", .user(anna))

    let calls = try stores.interruptImport(of: "out") { other, _, _, call throws in
      let user = other.userHash(of: anna)
      #expect(try persons(other).map(\.number) == [1, 2], call)
      #expect(try kept(other).map(\.number) == [1, 2], call)
      #expect(try other.alerts(for: user).count == 2, call)
      #expect(try other.read(.journey, of: user) == ["step": "MARKSTEP 2"], call)
    }

    #expect(calls > 5)
  }
}

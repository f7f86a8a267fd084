// Profiles and documents of people, from one store to another.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleExchangeTests {
  private let stores: ExchangeStores
  private let anna = "anna@example.org"

  init() throws { stores = try ExchangeStores() }

  /// A store with a session of Anna, and profiles of Anna and Ben.
  private func store(_ kind: StoreKind = .open) throws -> (RecordStore, SessionLife) {
    let (store, lives) = try stores.store(kind, people: [anna])
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
    let other = try stores.empty()
    let imported = try stores.imported("1" + name, into: other)
    try stores.export(other, to: "2", .all)

    #expect(report.people == 2 && report.peopleLeftOut == 0 && imported.people == 2)
    let user = other.userHash(of: anna)
    #expect(try persons(other).map(\.content) == persons(first).map(\.content))
    #expect(try other.alerts(for: user) == first.alerts(for: first.userHash(of: anna)))
    #expect(try other.journey(for: user) == ["step": "MARKSTEP 2"])
    #expect(try other.read(.progress, of: user) == ["sessions": 1])
    #expect(try other.check() == [])
    guard !name.hasSuffix("zip") else { return }
    let trees = try ["1" + name, "2"].map { name in
      try stores.tree(name).filter { $0.key.hasPrefix("people/") }
    }
    #expect(trees[0] == trees[1] && trees[0].count == 10)
  }

  @Test func `an export of one person has no other, and one of sessions has none`() throws {
    let (store, _) = try store()

    try stores.export(store, to: "one", .user(anna))
    try stores.export(store, to: "none", .none)

    let one = try stores.tree("one")
    #expect(one.keys.count { $0.hasPrefix("people/") } == 5)
    #expect(one.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"ben\"") })
    #expect(try stores.tree("none").keys.allSatisfy { !$0.hasPrefix("people/") })
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
    for (path, bytes) in try stores.tree("out") {
      let text = String(decoding: bytes, as: UTF8.self)
      for word in TestPerson.words { #expect(!text.contains(word), "\(path): \(word)") }
      #expect(!path.hasPrefix("people"))
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
    try other.saveJourney(["step": "further"], for: user)
    let own = first.userHash(of: anna)
    try first.save(TestPerson.person(anna, age: 36), for: own, reason: "birthday")
    let late = ComparisonFindings.Alert(rule: .twoSessions, sessionID: "9", families: [.f0])
    try first.raise([late], by: life.id, for: own)
    try first.saveJourney(["step": "elsewhere"], for: own)
    try stores.export(first, to: "2", .all)

    #expect(try stores.imported("2", into: other).people == 1)

    #expect(try persons(other).map(\.number) == [1, 2, 3])
    #expect(try other.alerts(for: user) == first.alerts(for: own))
    #expect(try other.journey(for: user) == ["step": "further"])
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
    #expect(try first.person(for: first.userHash(of: anna)) == nil)
  }

  @Test func `a change of any byte of a file of a person is found`() throws {
    try stores.export(store().0, to: "out", .user(anna))
    let other = try stores.empty()
    try stores.changeBytes(of: "out", below: "people/", every: 7) { place in
      #expect(throws: ExchangeError.self, "\(place)") { try stores.imported("out", into: other) }
    }
    #expect(try other.people() == [])
    #expect(try stores.imported("out", into: other).people == 1)
  }

  @Test(
    arguments: [
      ("1.json", "anna@example.org", "otto@example.org", "person differs"),
      ("1.json", "\"number\": 1", "\"number\": 2", "does not follow"),
      ("1.json", "\"age\": 34", "\"age\": 33", "does not follow"),
      ("2.json", "\"woman\"", "\"waman\"", "are invalid"),
      ("alerts.json", "MARKVISIT 3", "MARKVISIT 5", "computed from the other fields"),
      ("alerts.json", "two_sessions", "two_sessionz", "rule"),
    ])
  func `a file that is changed with the manifest is found by its content`(
    name: String, old: String, new: String, problem: String
  ) throws {
    try stores.export(store().0, to: "out", .user(anna))
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasPrefix("people/") && $0.hasSuffix("/\(name)") }, old,
      to: new)
    let other = try stores.empty()

    let error = #expect(throws: ExchangeError.self) { try stores.imported("x.zip", into: other) }

    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    #expect(try other.people() == [] && other.sessions(toSync: nil) == [])
  }

  @Test func `a repeated import adds the people that an interrupted one has not`() throws {
    try stores.export(store().0, to: "out", .user(anna))

    let calls = try stores.interruptImport(of: "out") { other, _, _, call throws in
      let user = other.userHash(of: anna)
      #expect(try persons(other).map(\.number) == [1, 2], call)
      #expect(try other.alerts(for: user).count == 2, call)
      #expect(try other.journey(for: user) == ["step": "MARKSTEP 2"], call)
    }

    #expect(calls > 5)
  }
}

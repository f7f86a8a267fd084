// What people told, from one store to another.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleExchangeTests {
  private let stores: ExchangeStores
  private let anna = "anna@example.org"

  init() throws { stores = try ExchangeStores() }

  /// A store with a session of Anna, and what Anna and Ben told.
  @discardableResult
  private func store(_ kind: StoreKind = .open) throws -> SessionLife {
    let life = try stores.store("a", kind, people: [anna])[0]
    for person in [anna, "ben"] { try Told.keep(person, in: life.open()) }
    return life
  }

  @Test(arguments: ["out", "out.zip"], StoreKind.allCases)
  func `people are exported, imported and exported again the same to the byte`(
    name: String, kind: StoreKind
  ) throws {
    let life = try store(kind)
    let report = try stores.export("a", kind, to: "1" + name)
    let other = try stores.empty("b")
    let taken = try stores.imported("1" + name, into: other)
    try stores.export("b", to: "2" + name)

    #expect(report.people == 2 && report.peopleLeftOut == 0 && taken.people == 2)
    let (first, user) = (try life.open(.reading), other.userHash(of: anna))
    let own = first.userHash(of: anna)
    #expect(try other.persons(for: user).map(\.person) == first.persons(for: own).map(\.person))
    #expect(try other.alerts(for: user) == first.alerts(for: own))
    #expect(try other.journey(for: user) == ["step": "MARKSTEP 2"])
    #expect(try other.read(.progress, of: user) == ["sessions": 1])
    #expect(try SessionLife(stores.path("b")).open(.reading).verify().findings == [])
    if name.hasSuffix("zip") {
      let zips = try ["1", "2"].map { try stores.files.read(stores.path($0 + name)) }
      #expect(zips[0] == zips[1])
    } else {
      let trees = try ["1", "2"].map { try stores.tree($0 + name) }
      #expect(trees[0] == trees[1])
      #expect(trees[0].keys.count { $0.hasPrefix("people/") } == 10)
    }
  }

  @Test func `an export of one person holds nobody else, and one of sessions no people`() throws {
    try store()

    try stores.export("a", to: "one", .user(anna))
    try stores.export("a", to: "none", .none)

    let one = try stores.tree("one")
    #expect(one.keys.count { $0.hasPrefix("people/") } == 5)
    #expect(one.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"ben\"") })
    #expect(try stores.tree("none").keys.allSatisfy { !$0.hasPrefix("people/") })
  }

  @Test func `a de-identified export holds no people, and says how many it leaves out`() throws {
    try store()

    let report = try stores.export("a", to: "out", .all, form: .deidentified)

    #expect(report.peopleLeftOut == 2 && report.people == 0)
    for (path, bytes) in try stores.tree("out") {
      let text = String(decoding: bytes, as: UTF8.self)
      for word in Told.words { #expect(!text.contains(word), "\(path): \(word)") }
      #expect(!path.hasPrefix("people"))
    }
  }

  @Test func `an import that is repeated adds what is new, and keeps what went on here`() throws {
    let life = try store()
    try stores.export("a", to: "1")
    let other = try stores.empty("b")
    try stores.imported("1", into: other)
    let user = other.userHash(of: anna)
    let before = try other.head()
    #expect(try stores.imported("1", into: other).people == 0)
    #expect(try other.head() == before)
    try other.keepJourney(["step": "further"], for: user)
    let first = try life.open()
    let own = first.userHash(of: anna)
    try first.keep(Told.person(anna, age: 36), for: own, reason: "birthday")
    let late = ComparisonFindings.Alert(rule: .twoSessions, sessionID: "9", families: [.f0])
    try first.raise([late], by: life.id, for: own)
    try first.keepJourney(["step": "elsewhere"], for: own)
    try stores.export("a", to: "2")

    #expect(try stores.imported("2", into: other).people == 1)

    #expect(try other.persons(for: user).map(\.number) == [1, 2, 3])
    #expect(try other.alerts(for: user) == first.alerts(for: own))
    #expect(try other.journey(for: user) == ["step": "further"])
    #expect(try other.verify().findings == [])
  }

  @Test func `a person who told something else here is named and nothing is imported`() throws {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b")
    let user = other.userHash(of: anna)
    try other.keep(Told.person(anna, age: 70), for: user, reason: "made here")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: other) }

    let conflict = BaselineConflict(user: user, reason: .otherContents, matter: .told)
    #expect(error == .conflicts([], baselines: [conflict]))
    #expect(try other.sessionIDs() == [] && other.people() == [user])
  }

  @Test func `a person who was purged does not come back`() throws {
    let life = try store()
    try stores.export("a", to: "out", .user(anna))
    let first = try life.open()
    _ = try first.erase(user: anna, reason: "asked for", .forGood)

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: first) }

    guard case .conflicts(_, let people)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(people.map(\.matter) == [.baselines, .told])
    #expect(people.allSatisfy { $0.reason == .purged })
    #expect(try first.person(for: first.userHash(of: anna)) == nil)
  }

  @Test func `a change of any byte of a person's files is found`() throws {
    try store()
    try stores.export("a", to: "out", .user(anna))
    let other = try stores.empty("b")
    try stores.changeBytes(of: "out", below: "people/", every: 7) { place in
      #expect(throws: ExchangeError.self, "\(place)") { try stores.imported("out", into: other) }
    }
    #expect(try other.people() == [])
    #expect(try stores.imported("out", into: other).people == 1)
  }

  /// What somebody does who changes the list with the file.
  @Test(
    arguments: [
      ("1.json", "anna@example.org", "otto@example.org", "person differs"),
      ("1.json", "\"number\": 1", "\"number\": 2", "does not follow"),
      ("1.json", "\"age\": 34", "\"age\": 33", "does not follow"),
      ("2.json", "\"woman\"", "\"waman\"", "are invalid"),
      ("alerts.json", "MARKVISIT 3", "MARKVISIT 5", "computed from the other fields"),
      ("alerts.json", "two_sessions", "two_sessionz", "rule"),
    ])
  func `a file that is changed with its place in the list is found by what it says`(
    name: String, old: String, new: String, problem: String
  ) throws {
    try store()
    try stores.export("a", to: "out", .user(anna))
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasPrefix("people/") && $0.hasSuffix("/\(name)") }, old,
      to: new)
    let other = try stores.empty("b")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("x.zip", into: other) }

    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    #expect(try other.people() == [] && other.sessionIDs() == [])
  }

  @Test func `an import that a crash interrupts goes on with what is missing of people`() throws {
    try store()
    try stores.export("a", to: "out", .user(anna))
    var step = 0
    while true {
      step += 1
      let (name, faulty) = ("b\(step)", FaultyFileSystem())
      try stores.interrupt(importOf: "out", into: name, faulty, at: step)
      guard faulty.hasFailed else { break }

      let other = try stores.empty(name)
      try stores.imported("out", into: other)

      let user = other.userHash(of: anna)
      #expect(try other.persons(for: user).map(\.number) == [1, 2], "step \(step)")
      #expect(try other.alerts(for: user).count == 2, "step \(step)")
      #expect(try other.journey(for: user) == ["step": "MARKSTEP 2"], "step \(step)")
      let findings = try SessionLife(stores.path(name)).open(.reading).verify().findings
      #expect(findings == [], "step \(step)")
    }
    print("import of people: died at \(step - 1) steps")
    #expect(step > 60)
  }

  /// Forgets the store at the end, as the death of a program does.
}

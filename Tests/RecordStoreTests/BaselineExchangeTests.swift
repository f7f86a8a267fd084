// The baselines of people, from one store to another.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct BaselineExchangeTests {
  private let stores: ExchangeStores
  private let anna = "anna@example.org"

  init() throws { stores = try ExchangeStores() }

  private func baseline(_ mean: Int, of userID: String = "anna@example.org") -> JSONValue {
    ["person": ["user_id": .string(userID)], "mean": .int(mean)]
  }

  /// A store with a session of Anna, and baselines of her and of Ben.
  @discardableResult
  private func store(_ kind: StoreKind = .open) throws -> SessionLife {
    let life = try stores.store("a", kind, people: [anna])[0]
    let store = try life.open()
    for mean in 1...2 {
      try store.keep(baseline(mean), for: store.userHash(of: anna), reason: "number \(mean)")
    }
    try store.keep(baseline(7, of: "ben"), for: store.userHash(of: "ben"), reason: "first")
    return life
  }

  private func kept(_ store: RecordStore, of userID: String) throws -> [KeptBaseline] {
    try store.baselines(for: store.userHash(of: userID))
  }

  @Test(arguments: ["out", "out.zip"], StoreKind.allCases)
  func `baselines are exported, imported and exported again the same to the byte`(
    name: String, kind: StoreKind
  ) throws {
    try store(kind)
    let report = try stores.export("a", kind, to: "1" + name)
    let other = try stores.empty("b")
    let taken = try stores.imported("1" + name, into: other)
    try stores.export("b", to: "2" + name)

    #expect(report.peopleWithBaselines == 2 && report.baselinesLeftOut == 0)
    #expect(taken.baselines == 3)
    #expect(try kept(other, of: anna).map(\.baseline) == [baseline(1), baseline(2)])
    #expect(try kept(other, of: anna).map(\.reason) == ["number 1", "number 2"])
    #expect(try kept(other, of: "ben").map(\.baseline) == [baseline(7, of: "ben")])
    #expect(try SessionLife(stores.path("b")).open(.reading).verify().findings == [])
    if name.hasSuffix("zip") {
      let zips = try ["1", "2"].map { try stores.files.read(stores.path($0 + name)) }
      #expect(zips[0] == zips[1])
    } else {
      let trees = try ["1", "2"].map { try stores.tree($0 + name) }
      #expect(trees[0] == trees[1])
      #expect(trees[0].keys.count { $0.hasPrefix("baselines/") } == 3)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a baseline counts in the other store for recordings that come there`(kind: StoreKind) throws
  {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b", kind)
    try stores.imported("out", into: other)

    let counting = try other.baseline(for: other.userHash(of: anna))

    #expect(counting?.baseline == baseline(2))
    #expect(counting?.number == 2)
  }

  @Test func `an export of one person holds their baselines and nobody else's`() throws {
    try store()

    try stores.export("a", to: "out", .user(anna))

    let tree = try stores.tree("out")
    #expect(tree.keys.count { $0.hasPrefix("baselines/") } == 2)
    #expect(tree.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"ben\"") })
  }

  @Test func `sessions that are named one by one travel without baselines`() throws {
    try store()

    try stores.export("a", to: "out", .none)

    #expect(try stores.tree("out").keys.allSatisfy { !$0.hasPrefix("baselines/") })
  }

  @Test func `a de-identified export holds no baselines, and says of how many people`() throws {
    try store()

    let report = try stores.export("a", to: "out", .all, form: .deidentified)

    #expect(report.baselinesLeftOut == 2 && report.peopleWithBaselines == 0)
    #expect(try stores.tree("out").keys.allSatisfy { !$0.hasPrefix("baselines/") })
  }

  @Test func `an import that is repeated keeps nothing twice`() throws {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b")
    try stores.imported("out", into: other)
    let before = try stores.files.read(stores.path("b/audit.log"))

    #expect(try stores.imported("out", into: other).baselines == 0)
    #expect(try stores.files.read(stores.path("b/audit.log")) == before)
  }

  @Test func `later baselines follow those that came before them`() throws {
    let life = try store()
    try stores.export("a", to: "1")
    let other = try stores.empty("b")
    try stores.imported("1", into: other)
    let first = try life.open()
    try first.keep(baseline(3), for: first.userHash(of: anna), reason: "a new device")
    try stores.export("a", to: "2")

    #expect(try stores.imported("2", into: other).baselines == 1)
    #expect(try kept(other, of: anna).last?.baseline == baseline(3))
    // An older export after that brings nothing back.
    #expect(try stores.imported("1", into: other).baselines == 0)
    #expect(try kept(other, of: anna).count == 3)
  }

  @Test func `another baseline of the same person is named and nothing is imported`() throws {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b")
    let user = other.userHash(of: anna)
    try other.keep(baseline(9), for: user, reason: "made here")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: other) }

    #expect(
      error == .conflicts([], baselines: [BaselineConflict(user: user, reason: .otherContents)]))
    #expect(error?.description.contains("has another baseline") == true)
    #expect(try kept(other, of: anna).map(\.baseline) == [baseline(9)])
    #expect(try kept(other, of: "ben") == [])
    #expect(try other.sessionIDs() == [])
  }

  @Test func `baselines that were purged do not come back`() throws {
    let life = try store()
    try stores.export("a", to: "out", .user(anna))
    let first = try life.open()
    let user = first.userHash(of: anna)
    _ = try first.erase(user: anna, reason: "asked for", .forGood)

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: first) }

    #expect(
      error
        == .conflicts(
          [SessionConflict(session: life.id, reason: .purged)],
          baselines: [BaselineConflict(user: user, reason: .purged)]))
    #expect(try kept(first, of: anna) == [])
  }

  @Test func `a purge of a person takes baselines that were imported`() throws {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b")
    try stores.imported("out", into: other)

    _ = try other.erase(user: anna, reason: "asked for", .forGood)

    #expect(try kept(other, of: anna) == [])
    #expect(try kept(other, of: "ben").count == 1)
    #expect(try other.verify().findings == [])
  }

  // MARK: - Tampering

  @Test func `a change of any byte of a baseline is found`() throws {
    try store()
    try stores.export("a", to: "out")
    let other = try stores.empty("b")
    try stores.changeBytes(of: "out", below: "baselines/") { place in
      #expect(throws: ExchangeError.self, "\(place)") { try stores.imported("out", into: other) }
    }
    #expect(try other.sessionIDs() == [])
    #expect(try stores.imported("out", into: other).baselines == 3)
  }

  /// What somebody does who changes the list with the file.
  @Test(
    arguments: [
      ("anna@example.org", "otto@example.org", "person differs"),
      ("\"number\": 1", "\"number\": 2", "does not follow"),
      ("\"mean\": 1", "\"mean\": 5", "does not follow"),
      ("\"number 1\"", "\"number 1\" ", "encoding is not canonical"),
    ])
  func `a baseline that is changed with its place in the list is found by what it says`(
    old: String, new: String, problem: String
  ) throws {
    try store()
    try stores.export("a", to: "out", .user(anna))
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasSuffix("/1.json") }, old, to: new)
    let other = try stores.empty("b")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("x.zip", into: other) }

    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    #expect(try stores.tree("b/baselines").isEmpty)
    #expect(try other.sessionIDs() == [])
  }

  @Test func `a baseline that the store's log does not vouch for is not exported`() throws {
    let store = try store().open()
    let path = stores.path("a/baselines/\(store.userHash(of: anna).text)/2.json")
    let bytes = try stores.files.read(path)
    try stores.files.removeFile(path)
    try stores.files.create(
      path, Array(String(decoding: bytes, as: UTF8.self).replacing("number 2", with: "no. 2").utf8))

    let error = #expect(throws: ExchangeError.self) { try stores.export("a", to: "out") }

    #expect(error?.description.contains("2.json") == true)
    #expect(try stores.files.facts(of: stores.path("out")) == nil)
  }

  // MARK: - Crashes

  @Test func `an import that a crash interrupts goes on with the baselines that are missing`()
    throws
  {
    try store()
    try stores.export("a", to: "out")
    var step = 0
    while true {
      step += 1
      let (name, faulty) = ("b\(step)", FaultyFileSystem())
      try stores.interrupt(importOf: "out", into: name, faulty, at: step)
      guard faulty.hasFailed else { break }

      let other = try stores.empty(name)
      try stores.imported("out", into: other)

      #expect(try kept(other, of: anna).map(\.number) == [1, 2], "step \(step)")
      #expect(try kept(other, of: "ben").map(\.number) == [1], "step \(step)")
      let findings = try SessionLife(stores.path(name)).open(.reading).verify().findings
      #expect(findings == [], "step \(step)")
    }
    print("import of baselines: died at \(step - 1) steps")
    #expect(step > 60)
  }

  /// Forgets the store at the end, as the death of a program does.
}

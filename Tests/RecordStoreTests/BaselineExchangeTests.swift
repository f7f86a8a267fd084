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

  private func keep(
    _ baseline: JSONValue, of userID: String, _ reason: String, in store: RecordStore
  ) throws {
    let user = store.userHash(of: userID)
    _ = try store.save(
      baseline, for: user, inPlaceOf: store.baseline(for: user), reason: reason)
  }

  /// A store with a session of Anna, and baselines of Anna and Ben.
  private func store(_ kind: StoreKind = .open) throws -> (RecordStore, SessionLife) {
    let (store, lives) = try stores.store(kind, people: [anna])
    for mean in 1...2 { try keep(baseline(mean), of: anna, "number \(mean)", in: store) }
    try keep(baseline(7, of: "ben"), of: "ben", "first", in: store)
    return (store, lives[0])
  }

  private func kept(_ store: RecordStore, of userID: String) throws -> [BaselineRecord] {
    try store.baselines(for: store.userHash(of: userID))
  }

  @Test(arguments: ["out", "out.zip"], StoreKind.allCases)
  func `baselines are exported, imported and exported again unchanged`(
    name: String, kind: StoreKind
  ) throws {
    let report = try stores.export(store(kind).0, to: "1" + name, .all)
    let other = try stores.empty()
    let imported = try stores.imported("1" + name, into: other)
    try stores.export(other, to: "2", .all)
    try stores.imported("2", into: stores.empty())

    #expect(report.peopleWithBaselines == 2 && report.baselinesLeftOut == 0)
    #expect(imported.baselines == 3)
    #expect(try kept(other, of: anna).map(\.content) == [baseline(1), baseline(2)])
    #expect(try kept(other, of: anna).map(\.reason) == ["number 1", "number 2"])
    #expect(try kept(other, of: "ben").map(\.content) == [baseline(7, of: "ben")])
    #expect(try other.check() == [])
    guard !name.hasSuffix("zip") else { return }
    let trees = try ["1" + name, "2"].map { name in
      try stores.tree(name).filter { $0.key.hasPrefix("baselines/") }
    }
    #expect(trees[0] == trees[1] && trees[0].count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `the last imported baseline is current`(kind: StoreKind) throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty(kind)
    try stores.imported("out", into: other)

    let current = try other.baseline(for: other.userHash(of: anna))

    #expect(current?.content == baseline(2))
    #expect(current?.number == 2)
  }

  @Test func `an export of one person has only the baselines of that person`() throws {
    try stores.export(store().0, to: "out", .user(anna))

    let tree = try stores.tree("out")
    #expect(tree.keys.count { $0.hasPrefix("baselines/") } == 2)
    #expect(tree.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"ben\"") })
  }

  @Test func `an export of named sessions has no baselines`() throws {
    try stores.export(store().0, to: "out", .none)

    #expect(try stores.tree("out").keys.allSatisfy { !$0.hasPrefix("baselines/") })
  }

  @Test func `a de-identified export has no baselines, and counts their people`() throws {
    let report = try stores.export(store().0, to: "out", .all, form: .deidentified)

    #expect(report.baselinesLeftOut == 2 && report.peopleWithBaselines == 0)
    #expect(try stores.tree("out").keys.allSatisfy { !$0.hasPrefix("baselines/") })
  }

  @Test func `a repeated import adds no baseline`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    try stores.imported("out", into: other)
    let before = try other.tenantLines().count

    #expect(try stores.imported("out", into: other).baselines == 0)
    #expect(try other.tenantLines().count == before)
  }

  @Test func `later baselines are added after the earlier ones`() throws {
    let (first, _) = try store()
    try stores.export(first, to: "1", .all)
    let other = try stores.empty()
    try stores.imported("1", into: other)
    try keep(baseline(3), of: anna, "a new device", in: first)
    try stores.export(first, to: "2", .all)

    #expect(try stores.imported("2", into: other).baselines == 1)
    #expect(try kept(other, of: anna).last?.content == baseline(3))
    // An older export changes nothing afterwards.
    #expect(try stores.imported("1", into: other).baselines == 0)
    #expect(try kept(other, of: anna).count == 3)
  }

  @Test func `a different baseline of a person is named and nothing is imported`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    let user = other.userHash(of: anna)
    try keep(baseline(9), of: anna, "made here", in: other)

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: other) }

    #expect(
      error == .conflicts([], baselines: [BaselineConflict(user: user, reason: .otherContents)]))
    #expect(error?.description.contains("has another baseline") == true)
    #expect(try kept(other, of: anna).map(\.content) == [baseline(9)])
    #expect(try kept(other, of: "ben") == [])
    #expect(try other.sessions(toSync: nil) == [])
  }

  @Test func `baselines of an erased person are not imported`() throws {
    let (first, life) = try store()
    try stores.export(first, to: "out", .user(anna))
    let user = first.userHash(of: anna)
    try first.eraseAll(of: anna, reason: "asked for")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: first) }

    #expect(
      error
        == .conflicts(
          [SessionConflict(session: life.id, reason: .purged)],
          baselines: [BaselineConflict(user: user, reason: .purged)]))
    #expect(try kept(first, of: anna) == [])
  }

  @Test func `erasure of a person deletes imported baselines`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    try stores.imported("out", into: other)

    try other.eraseAll(of: anna, reason: "asked for")

    #expect(try kept(other, of: anna) == [])
    #expect(try kept(other, of: "ben").count == 1)
    #expect(try other.check() == [])
  }

  // MARK: - Tampering

  @Test func `a change of any byte of a baseline is found`() throws {
    try stores.export(store().0, to: "out", .all)
    let other = try stores.empty()
    try stores.changeBytes(of: "out", below: "baselines/") { place in
      #expect(throws: ExchangeError.self, "\(place)") { try stores.imported("out", into: other) }
    }
    #expect(try other.sessions(toSync: nil) == [])
    #expect(try stores.imported("out", into: other).baselines == 3)
  }

  @Test(
    arguments: [
      ("anna@example.org", "otto@example.org", "person differs"),
      ("\"number\": 1", "\"number\": 2", "does not follow"),
      ("\"mean\": 1", "\"mean\": 5", "does not follow"),
      ("\"number 1\"", "\"number 1\" ", "encoding is not canonical"),
    ])
  func `a baseline that is changed with the manifest is found by its content`(
    old: String, new: String, problem: String
  ) throws {
    try stores.export(store().0, to: "out", .user(anna))
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasSuffix("/1.json") }, old, to: new)
    let other = try stores.empty()

    let error = #expect(throws: ExchangeError.self) { try stores.imported("x.zip", into: other) }

    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    #expect(try kept(other, of: anna) == [])
    #expect(try other.sessions(toSync: nil) == [])
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

  @Test func `a repeated import adds the baselines that an interrupted one has not`() throws {
    try stores.export(store().0, to: "out", .all)

    let calls = try stores.interruptImport(of: "out") { other, _, _, call throws in
      #expect(try kept(other, of: anna).map(\.number) == [1, 2], call)
      #expect(try kept(other, of: "ben").map(\.number) == [1], call)
    }

    #expect(calls > 5)
  }
}

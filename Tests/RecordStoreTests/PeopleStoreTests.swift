// People in a store: their versions, what histories contain, and what an erasure leaves.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleStoreTests {
  private let files = POSIXFileSystem()
  private let anna = "anna@example.org"
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var path: String { "\(scratch.path)/a.sqlite" }

  /// A store with a session of a person, and something of everything that is kept of them.
  private func filled(_ kind: StoreKind = .open) throws -> SQLStore {
    let store = try kind.store(at: path)
    try SessionLife("").live(in: store)
    try Told.keep(anna, in: store)
    return store
  }

  /// The bytes of the database and its write-ahead log as text.
  private func text() throws -> String {
    try ["", "-wal"].map { String(decoding: try files.read(path + $0), as: UTF8.self) }.joined()
  }

  @Test(arguments: StoreKind.allCases)
  func `all versions of a person and a baseline are read back, the last one counts`(
    kind: StoreKind
  ) throws {
    let store = try filled(kind)
    let user = store.userHash(of: anna)

    let persons = try store.persons(for: user)

    #expect(persons.map(\.number) == [1, 2])
    #expect(try persons.map { try $0.told().profile.age?.years } == [34, 35])
    #expect(try store.person(for: user) == persons.last)
    #expect(try store.persons(for: store.userHash(of: "eve")) == [])
    #expect(try store.people() == [user] && store.userID(of: user) == anna)
  }

  @Test func `no history of a plain store has a word of what was told or noted`() throws {
    let store = try filled()

    let lines = try store.read { rows in
      try rows.run(
        """
        select detail from tenant_line where tenant = $1
        union all select detail from kept_line where tenant = $1
        """)
    }

    for line in lines {
      let detail = try line.text(0)
      for word in Told.words + [anna] { #expect(!detail.contains(word), "\(word)") }
    }
    #expect(lines.count > 10)
  }

  @Test func `what is kept of people cannot be read without the key`() throws {
    let store = try filled(.encrypted)

    let found = try text()

    for word in Told.words + [anna] { #expect(!found.contains(word), "\(word)") }
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `nothing of somebody who was erased is in the files of the store`(kind: StoreKind) throws {
    let store = try filled(kind)
    let before = try text()
    if kind == .open {
      for word in Told.words + [anna] { #expect(before.contains(word), "\(word)") }
    }

    _ = try store.erase(user: anna, reason: "asked for", .forGood)

    let after = try text()
    for word in Told.words + [anna] { #expect(!after.contains(word), "\(word)") }
    #expect(try store.people() == [])
    #expect(try store.check() == [])
  }

  @Test func `a purge of all takes people who never had a session, too`() throws {
    let store = try filled()
    try Told.keep("eve", in: store)

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try store.people() == [])
    #expect(try store.check() == [])
  }
}

// People in a store: versions, histories, and the result of an erasure.

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

  /// A store with a session of a person, and data of every kind.
  private func filled(_ kind: StoreKind = .open) throws -> RecordStore {
    let store = try kind.store(at: path)
    try SessionLife("").live(in: store)
    try TestPerson.save(anna, in: store)
    return store
  }

  /// The bytes of the database and its write-ahead log as text.
  private func text() throws -> String {
    try ["", "-wal"].map { String(decoding: try files.read(path + $0), as: UTF8.self) }.joined()
  }

  @Test func `no history of a plain store contains words of answers or notes`() throws {
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
      for word in TestPerson.words + [anna] { #expect(!detail.contains(word), "\(word)") }
    }
    #expect(lines.count > 10)
  }

  @Test(arguments: StoreKind.allCases)
  func `files of the store contain no data of an erased person`(kind: StoreKind) throws {
    let store = try filled(kind)
    let before = try text()
    if kind == .open {
      for word in TestPerson.words + [anna] { #expect(before.contains(word), "\(word)") }
    }

    _ = try store.erase(user: anna, reason: "asked for", .forGood)

    let after = try text()
    for word in TestPerson.words + [anna] { #expect(!after.contains(word), "\(word)") }
    #expect(try store.people() == [])
    #expect(try store.check() == [])
  }

  @Test func `a purge of all includes people without a session`() throws {
    let store = try filled()
    try TestPerson.save("eve", in: store)

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try store.people() == [])
    #expect(try store.check() == [])
  }
}

// Programs that have a store open, or open it, while its key changes.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct KeyChangeTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)
  private static let third = KeyedStore.key("third", 9)
  private let keyed: KeyedStore
  private let first = SessionLife("", number: 1)

  init() throws { keyed = try KeyedStore() }

  /// The name of the key of a document.
  private func key(_ document: SessionDocument, of session: SessionID) throws -> String? {
    let store = try keyed.open(.reading, [Self.new, Self.old, Self.third])
    return try store.read { rows in
      try rows.run(
        "select bytes from kept_document where tenant = $1 and session = $2 and name = $3",
        .session(session), .text(document.rawValue)
      ).first.flatMap { SealedHead(of: try $0.bytes(0))?.key }
    }
  }

  private func keyFile() throws -> [UInt8]? {
    try keyed.open(.reading, [Self.new, Self.old]).read { rows in try rows.keys() }
  }

  @Test func `the first key of the file encrypts later values`() throws {
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let life = SessionLife("", .encrypted, number: 5)
    try life.live(in: store)

    #expect(try key(.answers, of: life.id) == "new")
    #expect(try key(.answers, of: first.id) == "old")
    #expect(try store.tenantLines().filter { $0.action == "key_changed" }.count == 1)
    #expect(try keyed.findings([Self.old, Self.new]) == [])
  }

  @Test func `reading changes no key`() throws {
    let file = try keyFile()

    _ = try keyed.open(.reading, [Self.new, Self.old])

    #expect(try keyFile() == file)
  }

  @Test func `a program with both keys continues during a change of the key`() throws {
    let watcher = try keyed.open(.writing, [Self.old, Self.new])
    let session = try watcher.session(first.id)
    try keyed.rekey()

    #expect(try session.read(.answers) == first.answers)
    try session.commit(SessionChange("analysed", documents: [.bundle: Array("{}".utf8)]))

    #expect(try key(.bundle, of: first.id) == "new")
    #expect(try keyed.findings() == [])
    #expect(try keyed.open(.reading, [Self.new]).rekey().total == 0)
  }

  @Test func `a program without the new key waits to read`() throws {
    let watcher = try keyed.open(.writing, [Self.old])
    let session = try watcher.session(first.id)
    try keyed.rekey()

    for _ in 1...3 {
      let error = #expect(throws: StoreError.self) { try session.read(.answers) }
      #expect(error?.isTransient == true)
      #expect(error.map { RedactedReason($0).description.contains("new key") } == true)
    }

    #expect(try keyed.findings() == [])
  }

  @Test func `a value of a program that did not notice the change is readable`() throws {
    let stale = try keyed.open(.writing, [Self.old])
    try keyed.rekey()
    let next = try keyed.open(.writing, [Self.third, Self.new])

    try stale.session(SessionLife("", number: 9).id).commit(
      SessionChange("claimed", documents: [.answers: [4, 5]]))

    #expect(try key(.answers, of: SessionLife("", number: 9).id) == "old")
    #expect(try next.session(SessionLife("", number: 9).id).read(.answers) == [4, 5])
    #expect(try next.rekey().unneeded == ["old", "new"])
    for key in [Self.old, Self.new] {
      #expect(throws: StoreError.formerKey(current: "third")) { try keyed.open(.reading, [key]) }
    }
  }

  @Test func `a former key does not become the first key again`() throws {
    try keyed.rekey()
    let store = try keyed.open(.writing, [Self.old, Self.new])

    try SessionLife("", .encrypted, number: 5).live(in: store)

    #expect(try key(.answers, of: SessionLife("", number: 5).id) == "new")
    let error = #expect(throws: StoreError.self) { try store.rekey() }
    #expect(error?.description.contains("old was replaced by new") == true)
  }

  @Test func `two keys of one store have two names`() throws {
    let alike = KeyedStore.key("old", 9)

    try keyed.rekey()

    #expect(throws: StoreError.keyNameTaken("old")) {
      try keyed.open(.writing, [alike, Self.new])
    }
    #expect(throws: StoreError.wrongKey) { try keyed.open(.reading, [alike]) }
  }

  @Test func `a changed key ring decrypts nothing`() throws {
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let text = String(decoding: try #require(try keyFile()), as: UTF8.self)
    for (part, other) in [(#""id": "new""#, #""id": "mew""#), (#""ring": ""#, #""ring": "00"#)] {
      #expect(text.contains(part))
      try store.write { rows in
        _ = try rows.run(
          "update store set keys = $2 where tenant = $1",
          .bytes(Array(text.replacing(part, with: other).utf8)))
      }

      let error = #expect(throws: StoreError.self) { try keyed.open(.reading, [Self.new]) }

      #expect(error?.description.contains("does not decrypt") == true)
    }
  }

  @Test func `a new store has a key ring with the name of its key`() throws {
    let file = try StoreFile(parsing: try #require(try keyFile()), file: "keys")

    #expect(file.schema == "sagevoice/store/2" && file.keys?.current.id == "old")
    #expect(file.keyCheck != Self.old.check(in: file.id))
    #expect(file.keys?.current.check == Self.old.check(in: file.id))
  }
}

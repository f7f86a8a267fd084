import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SealingTests {
  private let files = POSIXFileSystem()

  @Test func `nothing of a person stands in an encrypted store`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, .encrypted)
    let store = try life.open()
    try life.live(in: store)
    try store.keep(["user_id": "anna@example.org"], for: store.userHash(of: "u"), reason: "r")
    let words = ["anna", "Größe", "clinic", "research", "jitter"].map { Array($0.utf8) }
    var looked = 0

    for path in try tree(scratch.store) where !path.hasSuffix("state.json") {
      let bytes = try files.read(path)
      looked += 1
      for word in words {
        #expect(!bytes.contains(word), "\(String(decoding: word, as: UTF8.self)) in \(path)")
      }
    }
    #expect(looked > 10)
  }

  private func tree(_ path: String) throws -> [String] {
    try files.list(path).flatMap { name -> [String] in
      let child = "\(path)/\(name)"
      return try files.facts(of: child)?.kind == .folder ? try tree(child) : [child]
    }
  }

  @Test func `a wrong key says so`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, .encrypted)
    _ = try life.open()
    var options = life.options()
    options.keys = StoreKeys(bytes: [UInt8](repeating: 8, count: 32))

    #expect(throws: StoreError.wrongKey) { try RecordStore(at: scratch.store, options) }
  }

  @Test func `a store says whether it needs a key`() throws {
    let scratch = try Scratch()
    _ = try SessionLife(scratch.store, .encrypted).open()
    let plain = "\(scratch.path)/plain"
    _ = try SessionLife(plain).open()

    #expect(throws: StoreError.keyNeeded) { try SessionLife(scratch.store).open() }
    #expect(throws: StoreError.notEncrypted) { try SessionLife(plain, .encrypted).open() }
  }

  @Test func `a person's hash is that of the store, not of the identifier alone`() throws {
    let scratch = try Scratch()
    let first = try SessionLife("\(scratch.path)/a").open()
    let second = try SessionLife("\(scratch.path)/b").open()

    #expect(first.userHash(of: "anna") == first.userHash(of: "anna"))
    #expect(first.userHash(of: "anna") != first.userHash(of: "annb"))
    #expect(first.userHash(of: "anna") != second.userHash(of: "anna"))
  }

  @Test func `every fact of a recording is part of its identity`() throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()
    let facts = IdentityFacts(
      audioSHA256: "a", userID: "u", settingsSHA256: "s", version: "v")
    var others = [facts, facts, facts, facts, facts]
    others[0].audioSHA256 = "b"
    others[1].userID = nil
    others[2].settingsSHA256 = "t"
    others[3].version = "w"
    others[4].userID = "null"

    let identities = Set((others + [facts]).map { store.identity($0).text })

    #expect(identities.count == 6)
  }
}

extension [UInt8] {
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard count >= word.count, let first = word.first else { return false }
    return indices.contains { self[$0] == first && self[$0...].starts(with: word) }
  }
}

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SealingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(_ name: String, _ keys: StoreKeys?) throws -> RecordStore {
    try RecordStore(
      try SQLiteDatabase(at: "\(scratch.path)/\(name)", for: .writing), tenant: "a", keys: keys,
      clock: FixedClock())
  }

  @Test func `an encrypted store has no readable personal data`() throws {
    let store = try open("a.sqlite", StoreKind.encrypted.key)
    try SessionLife("", .encrypted).live(in: store)
    try TestPerson.save("anna@example.org", in: store)
    let words = TestPerson.words + ["anna", "Größe", "clinic", "research", "jitter", "RIFF"]

    let bytes = try ["", "-wal"].flatMap { suffix in
      try POSIXFileSystem().read("\(scratch.path)/a.sqlite\(suffix)")
    }
    #expect(words.filter { bytes.contains(Array($0.utf8)) } == [])
    let isComplete = bytes.contains(Array("kept_session".utf8))
    #expect(isComplete)
  }

  @Test func `the hash of a person depends on the store`() throws {
    let (first, second) = (try open("a.sqlite", nil), try open("b.sqlite", nil))

    #expect(first.userHash(of: "anna") == first.userHash(of: "anna"))
    #expect(first.userHash(of: "anna") != first.userHash(of: "annb"))
    #expect(first.userHash(of: "anna") != second.userHash(of: "anna"))
  }

  @Test func `every fact of a recording is part of its identity`() throws {
    let store = try open("a.sqlite", nil)
    let facts = IdentityFacts(audioSHA256: "a", userID: "u", settingsSHA256: "s", version: "v")
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

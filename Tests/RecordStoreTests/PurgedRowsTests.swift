// The bytes of purged rows in the files of SQLite.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PurgedRowsTests {
  private static let marker = "MARKANNA"

  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let clock = FixedClock()

  init() throws { scratch = try Scratch() }

  private var path: String { "\(scratch.path)/a.sqlite" }

  /// The occurrences of texts in the database and its write-ahead log, free pages included.
  private func contain(_ texts: [String]) throws -> Bool {
    try ["", "-wal"].contains { ending in
      guard try files.facts(of: path + ending) != nil else { return false }
      let text = String(decoding: try files.read(path + ending), as: Unicode.ASCII.self)
      return texts.contains { text.contains($0) }
    }
  }

  /// A store with sessions, a quarantined file and a profile of a person, and with sessions of others.
  private func filled(_ kind: StoreKind) throws -> RecordStore {
    let store = try kind.store(clock, at: path)
    for number in 1...20 {
      var life = SessionLife("", number: number)
      let isAnnas = number.isMultiple(of: 2)
      (life.userID, life.name) = (isAnnas ? "anna" : "otto", isAnnas ? "\(Self.marker).wav" : "x")
      life.answers = Array(#"{"user_id":"\#(isAnnas ? Self.marker : "otto")"}"#.utf8)
      try life.live(in: store)
    }
    let source = "\(scratch.path)/source"
    try files.create(source, Array(repeating: Array(Self.marker.utf8), count: 2000).flatMap(\.self))
    try store.quarantine(
      QuarantinedFile(
        source: source, name: "\(Self.marker).json",
        fault: StateFault("c", message: Self.marker, advice: "a"),
        session: SessionLife("", number: 2).id))
    try store.save(TestPerson.person("anna"), for: store.userHash(of: "anna"), reason: "r")
    return store
  }

  /// Texts of the purged rows: words, and of an encrypted store the ciphertext of a row.
  private func texts(_ kind: StoreKind, of store: RecordStore) throws -> [String] {
    guard kind == .encrypted else { return [Self.marker] + TestPerson.words }
    return try store.read { rows in
      let found = try rows.run(
        "select bytes from kept_version where tenant = $1 union all select bytes from failed_file")
      return try found.map {
        String(decoding: try $0.bytes(0).suffix(100), as: Unicode.ASCII.self)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func
    `a purge overwrites all bytes of its rows in the database and its log, also with another reader`(
      kind: StoreKind
    ) throws
  {
    let store = try filled(kind)
    let other = try RecordStore(
      SQLiteDatabase(at: path, for: .reading), tenant: "a", keys: kind.key, access: .reading)
    let texts = try texts(kind, of: store)
    #expect(try contain(texts))

    _ = try store.purge(.user(store.userHash(of: "anna")), reason: "r", .forGood)

    #expect(try !contain(texts))
    #expect(try other.sessions(SessionQuery()).count == 10)
    #expect(try store.check() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `retention and erasure overwrite all bytes of their rows`(kind: StoreKind) throws {
    let store = try filled(kind)
    let texts = try texts(kind, of: store)
    for _ in 1...7 {
      clock.advance(milliseconds: 86_400_000)
      try store.enforce(Retention(everyoneDays: 1, graceDays: 6)) { _ in }
    }
    #expect(try store.sessionIDs() == [] && !contain(texts))

    try store.save(TestPerson.person("eve"), for: store.userHash(of: "eve"), reason: "r")
    #expect(try contain(try self.texts(kind, of: store)))
    let former = try self.texts(kind, of: store)
    try store.eraseAll(of: "eve", reason: "r")

    #expect(try !contain(former))
  }
}

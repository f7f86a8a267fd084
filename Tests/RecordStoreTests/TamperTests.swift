// Verification finds changes of rows.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct TamperTests {
  private let first = SessionLife("", number: 1)
  private let second = SessionLife("", number: 2)

  /// A store in memory with two sessions.
  private func store(_ kind: StoreKind = .open) throws -> RecordStore {
    let store = try kind.store()
    for life in [first, second] { try life.live(in: store) }
    return store
  }

  private func change(_ sql: String, _ parameters: SQLValue..., in store: RecordStore) throws {
    try store.write { rows in _ = try rows.run(sql, with: parameters) }
  }

  private func kinds(_ store: RecordStore) throws -> [FindingKind] {
    try store.verify().findings.map(\.kind)
  }

  @Test(arguments: StoreKind.allCases)
  func `an unchanged store has no findings`(kind: StoreKind) throws {
    let report = try store(kind).verify()

    #expect(report.findings == [])
    // Five changes of each session, and a line of the store for each.
    #expect(report.sessions == 2 && report.lines == 20 && report.head.sequence == 10)
  }

  @Test(
    arguments: StoreKind.allCases, ["header", "state", "answers", "quick", "computed", "audio"])
  func `a change of any byte of a document is found`(kind: StoreKind, name: String) throws {
    let store = try store(kind)
    let isOwn = name == "header" || name == "state"
    let row =
      isOwn
      ? (table: "kept_session", column: name, condition: "id = $2")
      : (table: "kept_document", column: "bytes", condition: "session = $2 and name = '\(name)'")
    let bytes = try store.read { rows in
      try rows.run(
        "select \(row.column) from \(row.table) where tenant = $1 and \(row.condition)",
        .session(first.id)
      ).first?.bytes(0) ?? []
    }
    var request = VerificationRequest()
    request.sessions = [first.id]
    let update = "update \(row.table) set \(row.column) = $3 where tenant = $1 and \(row.condition)"

    for index in stride(from: 0, to: bytes.count, by: bytes.count > 3000 ? 307 : 23) {
      var changed = bytes
      changed[index] ^= 1
      try change(update, .session(first.id), .bytes(changed), in: store)
      #expect(try !store.verify(request).findings.isEmpty, "byte \(index)")
    }

    try change(update, .session(first.id), .bytes(bytes), in: store)
    #expect(try kinds(store) == [])
  }

  @Test(
    arguments: ["kept_line", "tenant_line"],
    [
      "action = 'x'", "detail = '{}'", "at_microseconds = 1", "hash = 'x'", "previous = 'x'",
      "number = number + 20", "actor = 'x'",
    ])
  func `a change of any part of a history line is found`(table: String, part: String) throws {
    for number in [1, 3, 5] {
      let store = try store()

      try change("update \(table) set \(part) where tenant = $1 and number = \(number)", in: store)

      #expect(try kinds(store).contains(.tampered), "line \(number)")
    }
  }

  @Test(arguments: ["kept_line", "tenant_line"])
  func `a removed history line is found, also the last one`(table: String) throws {
    for number in 1...(table == "kept_line" ? 5 : 10) {
      let store = try store()

      try change("delete from \(table) where tenant = $1 and number = \(number)", in: store)

      #expect(try kinds(store).contains(.tampered), "line \(number)")
    }
  }

  @Test(arguments: [
    "delete from kept_session where tenant = $1 and id = $2",
    "delete from kept_line where tenant = $1 and session = $2",
    "update kept_document set name = 'former' where tenant = $1 and session = $2 and name = 'quick'",
    "update kept_document set name = 'x' where tenant = $1 and session = $2 and name = 'quick'",
    "delete from kept_document where tenant = $1 and session = $2 and name = 'audio'",
    "update kept_document set content_sha = 'x' where tenant = $1 and session = $2",
    "update kept_session set user_hash = null where tenant = $1 and id = $2",
    "update kept_session set created_ms = 1 where tenant = $1 and id = $2",
    "update kept_session set state_name = 'failed' where tenant = $1 and id = $2",
    "update kept_session set header = null where tenant = $1 and id = $2",
    "insert into purged (tenant, session) values ($1, $2)",
  ])
  func `a change of the rows of a session is found`(sql: String) throws {
    let store = try store()

    try change(sql, .session(first.id), in: store)

    let found = try store.verify().findings
    #expect(found.allSatisfy { $0.kind == .tampered && $0.session == first.id }, "\(found)")
    #expect(!found.isEmpty)
  }

  @Test func `a purged session is no finding, and its forged return is one`() throws {
    let store = try store()
    try store.purge(first.id)
    #expect(try kinds(store) == [])

    try change("delete from purged where tenant = $1", in: store)

    #expect(try store.verify().findings.allSatisfy { $0.session == first.id })
    #expect(try kinds(store).contains(.tampered))
  }

  @Test func `exchanged histories are found`() throws {
    let store = try store()
    let swap = """
      update kept_line set session = case session when $2 then $3 else $2 end, number = number + 10
      where tenant = $1
      """
    try change(swap, .session(first.id), .session(second.id), in: store)
    try change("update kept_line set number = number - 10 where tenant = $1", in: store)

    #expect(Set(try store.verify().findings.compactMap(\.session)) == [first.id, second.id])
  }

  @Test func `exchanged encrypted documents do not decrypt`() throws {
    let store = try store(.encrypted)
    let swap = """
      update kept_document set bytes = (
        select bytes from kept_document o
        where o.tenant = $1 and o.session = $3 and o.name = $4)
      where tenant = $1 and session = $2 and name = $5
      """
    try change(
      swap, .session(first.id), .session(first.id), .text("computed"), .text("quick"), in: store)
    try change(
      swap, .session(first.id), .session(second.id), .text("answers"), .text("answers"), in: store)

    #expect(throws: StoreError.self) { try store.session(first.id).read(.quick) }
    #expect(throws: StoreError.self) { try store.session(first.id).read(.answers) }
    #expect(try store.verify().findings.map(\.file) == ["answers.json", "quick.json"])
  }

  @Test(arguments: [
    "update kept_version set bytes = x'7b7d' where tenant = $1",
    "update kept_person_document set bytes = x'7b' where tenant = $1",
    "update failed_file set bytes = x'00' where tenant = $1",
    "update failed_file set report = x'7b7d' where tenant = $1",
    "update stranded_file set report = x'7b7d' where tenant = $1",
  ])
  func `a damaged value of a person or quarantined file is found`(sql: String) throws {
    let (store, scratch) = (try store(), try Scratch())
    let user = store.userHash(of: "anna")
    try store.save(TestPerson.person("anna"), for: user, reason: "r")
    try store.save(["step": "consent"], as: .journey, of: user)
    try store.quarantine(scratch.failed([1]))
    try store.reportStranded("/in/left.wav", named: "left.wav", for: ContractedStore.fault)
    #expect(try kinds(store) == [])

    try change(sql, in: store)

    #expect(try kinds(store) == [.tampered])
  }

  @Test func `an earlier head is found in the history, and a rollback is not`() throws {
    let scratch = try Scratch()
    let open = { (name: String) in
      try RecordStore(
        try SQLiteDatabase(at: "\(scratch.path)/\(name)", for: .writing), tenant: "a",
        clock: FixedClock())
    }
    let store = try open("a.sqlite")
    try first.live(in: store)
    var request = VerificationRequest()
    request.expectedHead = try store.head()
    try SQLiteDatabase(at: "\(scratch.path)/a.sqlite", for: .reading)
      .copy(to: "\(scratch.path)/b.sqlite")
    try second.live(in: store)
    #expect(try store.verify(request).findings == [])

    request.expectedHead = try store.head()

    #expect(try open("b.sqlite").verify(request).findings.map(\.kind) == [.tampered])
  }

  @Test func `a results document with a null and no reason is found`() throws {
    let store = try store()
    let text = String(decoding: first.quick, as: UTF8.self)
    let broken = text.replacing(#""measure": "jitter.local_percent""#, with: #""measure": "x""#)
    try store.session(first.id).write(.quick, Array(broken.utf8))

    let found = try store.verify().findings

    #expect(found.map(\.file) == ["quick.json"])
    #expect(found.first?.problem.contains("jitter.local_percent") ?? false)
  }

  @Test func `a different recomputation is a finding of its own kind`() throws {
    let store = try store()
    var request = VerificationRequest()
    request.recompute = { [first] audio, answers, _ in
      audio == first.audio && answers == first.answers ? "jitter differs" : nil
    }

    let found = try store.verify(request).findings

    #expect(found.map(\.kind) == [.recomputation, .recomputation, .recomputation, .recomputation])
    #expect(Set(found.map(\.file)) == ["quick.json", "computed.json"])
  }
}

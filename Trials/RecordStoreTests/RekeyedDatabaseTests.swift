// Key rotation of a database: values stay the same, and none has the former key.

import PostgresStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@testable import RecordStore

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct RekeyedDatabaseTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)
  private let room: SealedRoom

  init() throws { room = try SealedRoom.full(of: [Self.old]) }

  private func rekey(_ room: SealedRoom) throws(StoreError) -> RekeyReport {
    try room.store([Self.new, Self.old]).rekey()
  }

  @Test func `everything is encrypted with the new key and unchanged`() throws {
    let contents = try room.contents([Self.old])
    let before = try room.keyNames()

    let report = try rekey(room)

    #expect(
      Set(before.keys) == [
        "failed_file.bytes", "failed_file.report", "kept_document.bytes",
        "kept_person_document.bytes", "kept_session.header", "kept_session.state",
        "kept_version.bytes", "stranded_file.report",
      ])
    #expect(Set(before.values.joined()) == ["old"])
    #expect(report.total == before.values.joined().count && report.documents == 9)
    #expect(report.sessions == 3 && report.baselines == 1 && report.failedFiles == 5)
    #expect(report.key == "new" && report.left == [] && report.unneeded == ["old"])
    #expect(report.histories == 0)
    #expect(try room.keyNames().mapValues(\.count) == before.mapValues(\.count))
    try room.expectAll(contents, under: Self.new)
    #expect(try Contents.check(room.connection()).problems == [])
    #expect(throws: StoreError.formerKey(current: "new")) { try room.store([Self.old]) }
  }

  @Test func `a second key rotation changes nothing`() throws {
    _ = try rekey(room)
    let rows = try room.all()
    let store = try room.store([Self.new])

    let again = try store.rekey()

    #expect(again.total == 0 && again.sessions == 0 && again.unneeded == ["old"])
    #expect(try room.all() == rows)
    #expect(try store.tenantLines().filter { $0.action == RecordStore.rekeyAction }.count == 1)
  }

  @Test func `a dry run of key rotation reports the pending items`() throws {
    let rows = try room.all()
    let count = try room.keyNames().values.joined().count

    let reported = try room.store([Self.new, Self.old], for: .reading).rekey()

    #expect(try room.all() == rows)
    var done = try rekey(room)
    #expect(done.unneeded == ["old"])
    done.unneeded = []
    #expect(reported == done && reported.total == count)
  }

  @Test func `a database that already uses the first key needs no rotation`() throws {
    let rows = try room.all()

    let report = try room.store([Self.old, Self.new]).rekey()

    #expect(report.total == 0 && report.key == "old" && report.unneeded == [])
    #expect(try room.all() == rows)
  }

  @Test func `a retired key is refused and an unencrypted database has none`() throws {
    _ = try rekey(room)
    let plain = try SealedRoom()
    try plain.fill(plain.store([]))

    let former = #expect(throws: StoreError.self) {
      try room.store([Self.old, Self.new]).rekey()
    }
    let keyless = #expect(throws: StoreError.self) { try plain.store([]).rekey() }

    #expect(former?.description.contains("old was replaced by new") == true)
    #expect(keyless == .nothingToRekey)
  }

  @Test func `key rotation of a missing store creates none`() throws {
    let empty = try SealedRoom()
    let rows = try empty.all()

    let fault = #expect(throws: StoreError.self) {
      try empty.store([Self.new, Self.old], for: .reading)
    }

    guard case .notAStore = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(try empty.all() == rows)
  }

  @Test func `a read-only store is not changed`() throws {
    let (store, rows) = (try room.store([Self.old], for: .reading), try room.all())

    #expect(throws: StoreError.self) {
      try store.session(SessionLife("", number: 4).id).commit(
        SessionChange("claimed", state: StateRecord(.claimed)))
    }

    #expect(try room.all() == rows)
  }

  // MARK: - Damaged values

  @Test func `tampered items are left unchanged and named`() throws {
    let (first, second) = (SessionLife("", number: 1).id, SessionLife("", number: 2).id)
    let user = try room.store([Self.old]).userHash(of: SealedRoom.anna)
    let damage = "set_byte(bytes, length(bytes) - 1, get_byte(bytes, length(bytes) - 1) # 1)"
    try room.run(
      """
      update sagevoice.kept_document set bytes = \(damage)
      where name = 'computed' and session = '\(second.text)'
      """)
    try room.run("update sagevoice.kept_version set bytes = \(damage) where kind = 'baseline'")
    try room.run("update sagevoice.failed_file set bytes = \(damage) where session is null")
    // A value that decrypts, such as a former state of the document, but differs from the hash of its row.
    let rows = try room.connection().run("select keys from sagevoice.store")
    let answers = try RowEncryption(
      try #require(try rows.first?.bytes(0)), KeyedStore.keys([Self.old])
    )
    .seal(Array("{}".utf8), of: first.text, "answers")
    try room.run(
      "update sagevoice.kept_document set bytes = $1 where name = 'answers'", [.bytes(answers)])
    let count = try room.keyNames().values.joined().count
    let before = try room.connection().run(Self.values)

    let report = try rekey(room)

    let number = try room.connection().run(
      "select number from sagevoice.failed_file where session is null"
    ).first?.int(0)
    #expect(
      report.left == [
        "sessions/\(first.text)/answers.json", "sessions/\(second.text)/computed.json",
        "baselines/\(user.text)/1", "failed/\(number ?? 0)/bytes",
      ])
    #expect(report.total == count - 4 && report.unneeded == [])
    let kept = try room.connection().run(Self.values).filter(\.isOfFormerKey)
    #expect(kept.count == 4 && kept.allSatisfy(before.contains))
    #expect(try room.store([Self.new]).check().count == 4)
  }

  private static let values = """
    select bytes from sagevoice.kept_document union all select bytes from sagevoice.kept_version
    union all select bytes from sagevoice.failed_file
    """

  @Test func `foreign history of a session keeps its original key`() throws {
    let source = try ContractedStore(.sqlite)
    let id = try source.file(8, of: SealedRoom.anna)
    let path = "\(room.scratch.path)/parcel.zip"
    try source.store.pack(id, to: path, version: "1")
    guard case .session(let copy) = try SyncBundle(at: path, on: POSIXFileSystem()) else {
      Issue.record("there is no session in it")
      return
    }
    _ = try room.store([Self.old]).merge(copy, of: SealedRoom.anna)
    let digest = try room.store([Self.old]).digest(of: id)

    let report = try rekey(room)
    let again = try room.store([Self.new]).rekey()

    #expect(report.histories == 1 && again.histories == 1)
    #expect(report.left == [] && report.unneeded == [] && again.unneeded == [])
    #expect(again.total == 0)
    #expect(try Set(room.keyNames().values.joined()) == ["new"])
    #expect(try room.store([Self.new]).digest(of: id) == digest)
    #expect(try room.store([Self.new]).check() == [])
  }

  @Test func `key rotation changes encrypted bytes only`() throws {
    let connection = try room.server.connection(to: room.database, as: "login_clinic")
    for change in [
      "kept_version set number = 9", "kept_version set kind = 'person'",
      "failed_file set sha256 = ''", "failed_file set session = null",
      "stranded_file set path = ''",
    ] {
      let fault = #expect(throws: SQLError.self) {
        try connection.transaction(of: "a") { () throws(SQLError) in
          _ = try connection.run("update sagevoice.\(change)")
        }
      }
      guard case .refused(.insufficientPrivilege, _) = fault else {
        Issue.record("\(change): \(String(describing: fault))")
        continue
      }
    }
  }
}

extension SQLRow {
  /// Whether the first column has the former key of these tests.
  fileprivate var isOfFormerKey: Bool {
    guard case .bytes(let bytes) = values[0] else { return false }
    return SealedHead(of: bytes) == SealedHead(key: "old")
  }
}

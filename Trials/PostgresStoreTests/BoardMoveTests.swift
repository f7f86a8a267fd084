// The move of the queue of versions up to 0.25 into the stores of its tenants.

import Foundation
import JobRunner
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct BoardMoveTests {
  private static let key = StoreKeys(bytes: [UInt8](repeating: 7, count: 32))
  private static let document = Array(#"{"of": "MARKDOCUMENT"}"#.utf8)

  private let server: PostgresServer
  private let database: String
  private let connection: PostgresConnection

  /// A database with the schema of version 0.25.
  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
    connection = try server.connection(to: database)
    try connection.runScript("drop schema sagevoice cascade")
    _ = try Migrator(connection).migrate(Array(Migration.all.prefix(14)))
  }

  /// The values of a board: plain, or encrypted as its programs did.
  private struct Form {
    var sealing: RowEncryption?

    func bytes(_ bytes: [UInt8], of owner: String, _ name: String) throws -> [UInt8] {
      try sealing?.seal(bytes, of: owner, name) ?? bytes
    }
  }

  private func encryptedForm() throws -> Form {
    let file = try RowEncryption.newFile(for: try #require(Self.key), at: SystemClock().now())
    try connection.run(
      "insert into sagevoice.setting values ('board_keys', $1)",
      [.text(String(decoding: file, as: UTF8.self))])
    return Form(sealing: try RowEncryption(file, try #require(Self.key)))
  }

  /// A recording of a text with documents and open jobs, as a board had them.
  private func put(
    _ text: String, tenant: String = "a", done: [Int] = [], open: [Int] = [], _ form: Form = Form(),
    audio folder: String? = nil
  ) throws -> SessionID {
    let (id, bytes) = (SessionID.fresh(), Array("MARKSOUND \(text)".utf8))
    let sha256 = Fingerprint.sha256(of: bytes)
    let hash = form.sealing?.names.column(sha256, .sound) ?? sha256
    let owner = "\(tenant)/\(hash)"
    var name = "\(text).wav"
    if form.sealing != nil {
      name = Hex.text(of: try form.bytes(Array(name.utf8), of: owner, "name"))
    }
    let stored = try form.bytes(bytes, of: owner, "recording")
    if let folder {
      let part = "\(folder)/\(tenant)/\(hash.prefix(2))"
      try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
      try Data(stored).write(to: URL(fileURLWithPath: "\(part)/\(hash)"))
    } else {
      try connection.run(
        "insert into sagevoice.audio values ($1, decode($2, 'hex'), $3)",
        [.text(tenant), .text(hash), .bytes(stored)])
    }
    let key: [SQLValue] = [.text(tenant), .uuid(id.text)]
    try connection.run(
      """
      insert into sagevoice.session (tenant, id, recording_sha, name, size_bytes, created_at)
      values ($1, $2, decode($3, 'hex'), $4, $5, '2026-01-02T03:04:05Z')
      """, key + [.text(hash), .text(name), .int(Int64(bytes.count))])
    try connection.run(
      "insert into sagevoice.audit (tenant, session, action) values ($1, $2, 'submitted')", key)
    for tier in done {
      let tierName = tier == 1 ? "quick" : "comprehensive"
      try connection.run(
        """
        insert into sagevoice.document (tenant, session, tier, engine, config_hash, bytes, lease_token)
        values ($1, $2, $3, '0.24.0', sha256('c'), $4, $3)
        """,
        key + [
          .int(Int64(tier)), .bytes(try form.bytes(Self.document, of: id.text, tierName)),
        ])
    }
    for tier in open {
      try connection.run(
        """
        insert into sagevoice.job
          (tenant, session, recording_sha, config_hash, engine, tier, priority, max_attempts)
        values ($1, $2, decode($3, 'hex'), sha256('c'), '0.24.0', $4, 3, 7)
        """, key + [.text(hash), .int(Int64(tier))])
    }
    return id
  }

  private func store(
    _ tenant: String, _ keys: StoreKeys?, with steps: [Migration] = Migration.all
  ) throws(StoreError) -> RecordStore {
    try RecordStore(
      PostgresDatabase(server.pool(to: database, as: .clinic), with: steps), tenant: tenant,
      keys: keys)
  }

  private func migrate(_ keys: [StoreKeys] = []) throws -> Int {
    try BoardMove.migrate(connection, keys: keys) { tenant, keys throws(StoreError) in
      try store(tenant, keys, with: BoardMove.steps)
    }.moved
  }

  private static func boardTables(_ connection: PostgresConnection) throws -> Int {
    try connection.run(
      """
      select count(*) from pg_class where relnamespace = 'sagevoice'::regnamespace
        and relname in ('session', 'audio', 'document', 'audit', 'board_job', 'person', 'counter',
          'setting', 'result', 'lease_token')
      """
    ).first?.int(0) ?? -1
  }

  @Test func `recordings of the old queue become sessions and jobs, and its tables are dropped`()
    throws
  {
    let whole = try put("whole", done: [1, 2])
    let half = try put("half", done: [1], open: [2])
    let new = try put("new", open: [1, 2])
    let other = try put("other", tenant: "b", done: [1])

    #expect(try migrate() == 4)

    let (a, b) = (try store("a", nil), try store("b", nil))
    let session = try a.session(whole)
    #expect(try session.read(.quick) == Self.document && session.read(.computed) == Self.document)
    #expect(try session.read(.audio) == Array("MARKSOUND whole".utf8))
    let header = try #require(try session.header())
    #expect((header.recording.name, header.version) == ("whole.wav", "0.24.0"))
    #expect(header.createdAt?.text.hasPrefix("2026-01-02T03:04:05") == true)
    let history = try session.auditLines().last?.entry
    #expect(history?.action == "moved" && history?.new?.contains("submitted") == true)
    let jobs = try a.claim(8, for: .seconds(60), by: "tests", engine: JobEngine.current)
    #expect(jobs.map(\.session) == [new, half])
    #expect(jobs.map(\.tiers) == ["both", "both"] && jobs.allSatisfy { $0.mostAttempts == 7 })
    #expect(try a.files(of: jobs[0]).recording == Array("MARKSOUND new".utf8))
    #expect(try a.session(half).state()?.state == .quickDone)
    #expect(try a.session(half).read(.quick) == Self.document)
    #expect(try b.sessionIDs() == [other])
    #expect(try Self.boardTables(connection) == 0)
    #expect(try Contents.check(connection).problems == [])
    #expect(try migrate() == 0)
  }

  @Test func `an interrupted move continues`() throws {
    let ids = try (0..<3).map { try put("\($0)", done: [1, 2]) }
    var opened = 0
    #expect(throws: StoreError.self) {
      try BoardMove.migrate(connection) { tenant, keys throws(StoreError) in
        opened += 1
        if opened > 2 { throw .readOnly }
        return try store(tenant, keys, with: BoardMove.steps)
      }
    }
    let left = try connection.run("select count(*) from sagevoice.session").first?.int(0)

    #expect(left == 1)
    #expect(try migrate() == 1)
    #expect(try Set(store("a", nil).sessionIDs()) == Set(ids))
  }

  @Test func `an encrypted old queue with an audio folder becomes an encrypted store`() throws {
    let folder = TestFolder.fresh("sagevoice-audio").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try connection.run(
      "insert into sagevoice.setting values ('audio_folder', $1)", [.text(folder)])
    let form = try encryptedForm()
    let id = try put("MARKNAME", done: [1, 2], form, audio: folder)

    #expect(throws: StoreError.keyNeeded) { try migrate() }
    #expect(throws: StoreError.wrongKey) {
      try migrate([try #require(StoreKeys(bytes: [UInt8](repeating: 8, count: 32)))])
    }
    #expect(try migrate([try #require(Self.key)]) == 1)

    let session = try store("a", Self.key).session(id)
    #expect(try session.header()?.recording.name == "MARKNAME.wav")
    #expect(try session.read(.computed) == Self.document)
    #expect(try session.read(.audio) == Array("MARKSOUND MARKNAME".utf8))
    #expect(try session.auditLines().last?.entry.new?.contains("submitted") == true)
    let everything = try server.everything(in: database)
    for mark in ["MARKNAME", "MARKSOUND", "MARKDOCUMENT"] {
      let digits = Hex.text(of: Array(mark.utf8))
      #expect(!everything.contains(mark) && !everything.contains(digits), "\(mark)")
    }
  }

  @Test func `missing audio leaves a failed session`() throws {
    let id = try put("gone", open: [1])
    try connection.run("delete from sagevoice.audio")

    #expect(try migrate() == 1)

    #expect(try store("a", nil).session(id).state()?.fault?.code == "source_missing")
  }

  @Test func `a missing file of an audio folder leaves a failed session`() throws {
    let folder = TestFolder.fresh("sagevoice-audio").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try connection.run(
      "insert into sagevoice.setting values ('audio_folder', $1)", [.text(folder)])
    let gone = try put("gone", open: [1], audio: folder)
    try FileManager.default.removeItem(atPath: folder)

    #expect(try migrate() == 1)

    #expect(try store("a", nil).session(gone).state()?.fault?.code == "source_missing")
  }

  @Test func `a damaged recording is refused, and remains in the old queue`() throws {
    let folder = TestFolder.fresh("sagevoice-audio").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try connection.run(
      "insert into sagevoice.setting values ('audio_folder', $1)", [.text(folder)])
    _ = try put("damaged", done: [1, 2], audio: folder)
    let file = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: folder).max { $0.count < $1.count })
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))

    #expect(throws: StoreError.self) { try migrate() }

    #expect(try connection.run("select id from sagevoice.session").count == 1)
    #expect(FileManager.default.contents(atPath: "\(folder)/\(file)") == Data([1, 2, 3]))
  }

  @Test func `the migrations that drop the old queue refuse one with recordings`() throws {
    _ = try put("left", open: [1])

    #expect(throws: MigrationError.self) { try Migrator(connection).migrate() }
    #expect(try Migrator.version(connection) == 14)
  }
}

// The commands of `sagevoice-server` on a database, as processes.

import Foundation
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct CommandTests {
  let server: PostgresServer
  let database: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
  }

  /// Runs the program on a database.
  func run(
    _ arguments: [String], as login: String, on database: String? = nil
  ) throws -> ServerProgram.Outcome {
    try ServerProgram.outcome(of: start(arguments, as: login, on: database))
  }

  private func start(
    _ arguments: [String], as login: String, on database: String? = nil
  ) throws -> ServerProgram {
    try ServerProgram(arguments, at: server.address(of: database ?? self.database, as: login))
  }

  static let voice = Repository.fixtures.appendingPathComponent(
    "voices/coswara_21_a.wav"
  ).path

  /// Creates the store of a tenant.
  func makeStore(_ tenant: String = "a", key: String? = nil) throws {
    let encryption = key.map { ["--encrypt", "--key-file", $0] } ?? []
    let made = try run(["store", "init", "--tenant", tenant] + encryption, as: "login_clinic")
    #expect(made.status == 0, "\(made.errors)")
  }

  private func results(_ further: String...) throws -> [JSONValue] {
    let outcome = try run(["results", "--tenant", "a"] + further, as: "login_clinic")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
  }

  @Test func `a recording with a sidecar becomes a person and documents`() throws {
    try makeStore()
    let folder = try TemporaryFolder().path
    let voice = folder + "/a.wav"
    try FileManager.default.copyItem(atPath: Self.voice, toPath: voice)
    try Data(#"{"profile": {"user_id": "anna"}}"#.utf8).write(
      to: URL(fileURLWithPath: folder + "/a.json"))

    let submitted = try run(["submit", "--tenant", "a", voice, voice], as: "login_ingest")
    let before = try run(["status", "--format", "json"], as: "login_worker")
    let worked = try run(["work", "--once"], as: "login_machine")
    let after = try run(["status", "--check"], as: "postgres")

    let lines = submitted.output.split(separator: "\n")
    #expect((submitted.status, worked.status, after.status) == (0, 0, 0), "\(worked.errors)")
    #expect(
      try lines.map { try JSONValue.parse(Array($0.utf8))["is_new"] } == [
        .bool(true), .bool(false),
      ])
    #expect(try JSONValue.parse(Array(before.output.utf8))["queued"] == .int(1))
    #expect(
      worked.errors.contains("finished 1, deferred 0, lost 0, returned 0, quarantined 0"),
      "\(worked.errors)")
    #expect(after.output.contains("Queued:                   0\n"))
    let found = try results()
    #expect(found.map { $0["tier"] } == ["quick", "comprehensive"])
    #expect(found.allSatisfy { $0[path: ["document", "state"]] == "complete" })
    #expect(found.allSatisfy { $0["name"] == "a.wav" && $0["stored_at"] != .null })
    let store = try RecordStore(
      PostgresDatabase(server.pool(to: database, as: .clinic)), tenant: "a", creating: .never)
    let user = store.userHash(of: "anna")
    #expect(found.allSatisfy { $0["user_hash"] == .string(user.text) })
    #expect(try store.person(for: user) != nil)
    let id = try #require(try store.sessions(of: user).first)
    #expect(try store.session(id).state()?.state == .filed)
    #expect(try store.session(id).read(.audio) != nil)
    #expect(try results("--session", id.text).count == 2)
  }

  @Test func `a worker serves the tenants of its keys only`() throws {
    let folder = try TemporaryFolder().path
    for (number, tenant) in ["a", "b"].enumerated() {
      let key = "\(folder)/\(tenant).key"
      #expect(
        FileManager.default.createFile(
          atPath: key, contents: Data(repeating: UInt8(number + 1), count: 32),
          attributes: [.posixPermissions: 0o600]))
      try makeStore(tenant, key: key)
      let submitted = try run(
        ["submit", "--tenant", tenant, "--key-file", key, Self.voice], as: "login_ingest")
      #expect(submitted.status == 0, "\(submitted.errors)")
    }
    try makeStore("c")
    _ = try run(["submit", "--tenant", "c", Self.voice], as: "login_ingest")

    let first = try run(
      ["work", "--once", "--key-file", "\(folder)/b.key"], as: "login_machine")
    let second = try run(
      ["work", "--once", "--key-file", "\(folder)/b.key", "--key-file", "\(folder)/a.key"],
      as: "login_machine")

    #expect(
      first.errors.contains("finished 2,") && first.errors.contains("the store of a does not open"))
    #expect(second.errors.contains("finished 1,"), "\(second.errors)")
    #expect(try results("--key-file", "\(folder)/a.key").count == 2)
  }

  @Test func `a worker that requires consent stores the quick document alone`() throws {
    try makeStore()
    _ = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")

    let worked = try run(["work", "--once", "--consent", "required"], as: "login_machine")

    #expect(worked.status == 0, "\(worked.errors)")
    #expect(try results().map { $0["tier"] } == [.string("quick")])
  }

  @Test func `a worker needs the rights of both roles`() throws {
    try makeStore()
    _ = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")

    let worked = try run(["work", "--once"], as: "login_worker")

    #expect(worked.errors.contains("42501") && worked.errors.contains("finished 0,"))
  }

  @Test func `a folder is watched, and its recordings are sessions of the database`() throws {
    let inbox = TestFolder.fresh("sagevoice").path
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: inbox) }
    try FileManager.default.copyItem(atPath: Self.voice, toPath: "\(inbox)/a.wav")
    try Data(#"{"profile": {"user_id": "anna"}}"#.utf8).write(
      to: URL(fileURLWithPath: "\(inbox)/a.json"))
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: "\(inbox)/b.wav"))
    let watching = ["watch", inbox, "--tenant", "clinic-a", "--once", "--settle", "0"]

    let created = try run(["store", "init", "--tenant", "clinic-a"], as: "login_clinic")
    let watched = try run(watching, as: "login_clinic")
    let again = try run(watching, as: "login_clinic")
    let checked = try run(["status", "--check"], as: "postgres")

    #expect(created.status == 0, "\(created.errors)")
    #expect((watched.status, again.status, checked.status) == (65, 0, 0), "\(watched.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == [".sagevoice"])
    let connection = try server.connection(to: database)
    let documents = try connection.run(
      """
      select name from sagevoice.kept_document join sagevoice.kept_session on id = session
      where user_hash is not null order by 1
      """
    ).map { try $0.text(0) }
    #expect(Set(documents).isSuperset(of: ["answers", "audio", "computed", "quick"]))
    let seen = try connection.run("select * from sagevoice.kept_session").flatMap(\.values)
    #expect(!seen.contains(.text("anna")))
    let failed = try connection.run("select name, bytes from sagevoice.failed_file")
    #expect(failed.map(\.values) == [[.text("b.wav"), .bytes(Array("no sound".utf8))]])
    // The view of another clinic.
    let others = try run(
      ["watch", inbox, "--tenant", "clinic-b", "--create", "--once", "--settle", "0"],
      as: "login_clinic")
    #expect(others.status == 0)
  }

  @Test func `a tenant that is not a store is refused, and nothing is created`() throws {
    let folder = try TemporaryFolder()
    let watching = ["watch", folder.path, "--tenant", "clinik", "--once", "--settle", "0"]
    let initiating = ["store", "init", "--tenant", "clinic"]

    let watched = try run(watching, as: "login_clinic")
    let before = try server.connection(to: database).run("select tenant::text from sagevoice.store")
    let made = [try run(initiating, as: "login_clinic"), try run(initiating, as: "login_clinic")]
    let after = try server.connection(to: database).run("select tenant::text from sagevoice.store")

    #expect(watched.status == 66 && watched.errors.contains("sagevoice store init"))
    #expect(before.isEmpty)
    #expect(made.map(\.status) == [0, 73], "\(made[0].errors)")
    #expect(after.map(\.values) == [[.text("clinic")]])
  }

  @Test func `a watched folder fills an encrypted store, unreadable without the key`() throws {
    let inbox = TestFolder.fresh("sagevoice").path
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: inbox) }
    try FileManager.default.copyItem(atPath: Self.voice, toPath: "\(inbox)/MARKNAME.wav")
    let key = "\(inbox).key"
    let isMade = FileManager.default.createFile(
      atPath: key, contents: Data(repeating: 7, count: 32), attributes: [.posixPermissions: 0o600])
    defer { try? FileManager.default.removeItem(atPath: key) }
    let watching = ["watch", inbox, "--tenant", "clinic-s", "--once", "--settle", "0"]

    let watched = try run(watching + ["--create", "--key-file", key], as: "login_clinic")
    let keyless = try run(watching, as: "login_clinic")
    let checked = try run(["status", "--check"], as: "postgres")

    #expect(isMade && (watched.status, keyless.status, checked.status) == (0, 73, 0))
    #expect(keyless.errors.contains("the store is encrypted"), "\(keyless.errors)")
    let rows = try server.connection(to: database).run(
      """
      select s::text || coalesce(d::text, '') from sagevoice.kept_session s
      left join sagevoice.kept_document d on d.session = s.id where s.tenant = 'clinic-s'
      """
    ).map { try $0.text(0) }
    #expect(rows.count >= 3)
    for text in ["MARKNAME", "RIFF", "jitter"] {
      let digits = Hex.text(of: Array(text.utf8))
      #expect(!rows.contains { $0.contains(text) || $0.contains(digits) }, "\(text)")
    }
  }

  @Test func `a database is brought to the schema once`() throws {
    let empty = "\(database)_empty"
    try server.connection(to: "postgres").run(
      "create database \(empty) template template0 encoding 'UTF8'")

    let first = try run(["migrate"], as: "postgres", on: empty)
    let second = try run(["migrate"], as: "postgres", on: empty)

    #expect((first.status, second.status) == (0, 0))
    #expect(first.errors.contains("applied step \(Migration.all.count)"))
    #expect(!second.errors.contains("applied"))
  }

  @Test func `a recording that crashed its workers is listed with its reason`() throws {
    try makeStore()
    _ = try run(["submit", "--tenant", "a", "--attempts", "1", Self.voice], as: "login_ingest")
    try server.connection(to: database).run(
      "update sagevoice.job set token = 1, lease_end_ms = 1, attempts = 1")

    let status = try run(["status"], as: "login_worker")
    let worked = try run(["work", "--once"], as: "login_machine")
    let failed = try run(
      ["records", "failed", "--tenant", "a", "--format", "text"], as: "login_clinic")

    #expect(status.output.contains("Expired leases:           1\n"), "\(status.output)")
    #expect(worked.errors.contains("quarantined 1"), "\(worked.errors)")
    #expect(failed.output.contains("analysis_interrupted"), "\(failed.output)\(failed.errors)")
  }

  @Test func `a changed history is found`() throws {
    try makeStore()
    _ = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")
    try server.connection(to: database).run("update sagevoice.kept_line set action = 'other'")

    #expect(try run(["status", "--check"], as: "postgres").status == 65)
  }

  @Test(arguments: [
    (["--tenant", "a"], "--state"), (["--state", "/tmp/s"], "--tenant"),
    (["--tenant", "a", "--state", "/tmp/s", "--store", "/tmp/x"], "leave it out"),
  ])
  func `serve on a database requires a tenant and a state folder`(
    options: [String], missing: String
  ) throws {
    let refused = try run(["serve"] + options, as: "login_clinic")

    #expect(refused.status == 64 && refused.errors.contains(missing), "\(refused.errors)")
  }

  @Test func `a history of a tenant that was changed is found`() throws {
    let pool = server.pool(to: database, as: .clinic)
    let store = try RecordStore(PostgresDatabase(pool), tenant: "a")
    try store.save(["step": 1], as: .journey, of: store.userHash(of: "anna"))
    try store.save(
      Person(UserProfile(userID: "anna")), for: store.userHash(of: "anna"), reason: "r")
    let before = try run(["status", "--check"], as: "postgres")
    try server.connection(to: database).run("update sagevoice.tenant_line set actor = 'nobody'")

    #expect(before.status == 0 && before.errors.contains(" 1 audit line "))
    #expect(try run(["status", "--check"], as: "postgres").status == 65)
  }

  @Test func `the metrics file is readable by others and equals the status`() throws {
    let path = TestFolder.fresh("sagevoice").path + ".prom"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try makeStore()
    _ = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")
    try server.connection(to: database).run(
      "update sagevoice.job set token = 1, lease_end_ms = 99999999999999, attempts = 2")

    let outcome = try run(["status", "--metrics", path], as: "login_worker")

    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(outcome.status == 0)
    for line in [
      "sagevoice_queue_queued_jobs 0", "sagevoice_queue_running_jobs 1",
      "sagevoice_queue_expired_leases 0", "sagevoice_queue_most_attempts 2",
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
    for name in ["oldest_queued_seconds", "dead_rows", "oldest_xmin_transactions"] {
      #expect(lines.contains { $0.hasPrefix("sagevoice_queue_\(name) ") }, "\(name)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test func `an anchor that was written down shows a history that was written anew`() throws {
    try makeStore()
    _ = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")
    let anchored = try run(["anchor"], as: "login_worker")
    let anchor = anchored.output.trimmingCharacters(in: .newlines)
    let whole = try run(["status", "--check", "--anchor", anchor], as: "postgres")

    // A chain that is whole, and another one; its anchors with it.
    let other = try server.connection(to: database)
    try other.run("delete from sagevoice.anchor_head")
    try other.run("delete from sagevoice.anchor")
    try other.run("update sagevoice.kept_line set action = 'other'")
    try other.run("update sagevoice.kept_line set hash = sagevoice.kept_line_hash(kept_line)")
    _ = try run(["anchor"], as: "login_worker")
    let rewritten = try run(["status", "--check"], as: "postgres")
    let held = try run(["status", "--check", "--anchor", anchor], as: "postgres")

    #expect((anchored.status, whole.status, rewritten.status, held.status) == (0, 0, 0, 65))
    #expect(held.errors.contains("anchor 1"))
  }

  @Test func `a schema that this version cannot live with is refused with words`() throws {
    let other = try server.connection(to: database)
    try other.run("insert into sagevoice.migration values (99, 'later', 'sha', now(), 5)")
    let livedWith = try run(["work", "--once"], as: "login_machine")
    try other.run("update sagevoice.migration set needs = 99 where number = 99")

    let refused = try run(["work", "--once"], as: "login_machine")
    let submitted = try run(["submit", "--tenant", "a", Self.voice], as: "login_ingest")

    #expect((livedWith.status, refused.status, submitted.status) == (0, 73, 73))
    #expect(refused.errors.contains("the schema of the database is 99"))
    #expect(livedWith.errors.contains("step 99"))
  }

  @Test func `a database without the schema is refused with an advice`() throws {
    try server.connection(to: database).runScript("drop schema sagevoice cascade")

    let refused = try run(["work", "--once"], as: "login_machine")

    #expect(refused.status == 73)
    #expect(refused.errors.contains("sagevoice migrate"))
  }

  @Test func `a worker stopped beyond its lease writes nothing after it continues`() throws {
    try makeStore()
    let path = try TemporaryFolder().path + "/long.wav"
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 28)
    try Data(WAVEncoder.pcm16(voice.synthesize().signal)).write(to: URL(fileURLWithPath: path))
    _ = try run(["submit", "--tenant", "a", "--tier", "comprehensive", path], as: "login_ingest")
    let look = try server.connection(to: database)
    let held = "select token from sagevoice.job where token is not null"

    let first = try start(["work", "--lease", "1", "--name", "same"], as: "login_machine")
    while try look.run(held).isEmpty { usleep(2000) }
    kill(first.process.processIdentifier, SIGSTOP)
    let expired = """
      select 1 from sagevoice.job where lease_end_ms < extract(epoch from clock_timestamp()) * 1000
      """
    while try look.run(expired).isEmpty { usleep(20_000) }
    let second = try run(["work", "--once", "--name", "same"], as: "login_machine")
    kill(first.process.processIdentifier, SIGCONT)
    kill(first.process.processIdentifier, SIGTERM)
    let late = try ServerProgram.outcome(of: first)

    #expect(second.errors.contains("finished 1, deferred 0, lost 0"), "\(second.errors)")
    #expect(late.errors.contains("finished 0, deferred 0, lost 1"), "\(late.errors)")
    let analysed = try look.run(
      "select count(*) from sagevoice.kept_line where action = 'analysed'")
    #expect(try analysed.first?.int(0) == 1)
  }
}

/// A folder of the tests' own, which goes with the machine's temporary files.
struct TemporaryFolder {
  let path: String

  init() throws {
    path = TestFolder.fresh("sagevoice").path
    try TestFolder.make(path)
  }
}

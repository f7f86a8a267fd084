// A board whose contents the programs encrypt. What every board promises it is held to in JobBoardContractTests.

import Foundation
import JobRunner
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct BoardSealingTests {
  private static let lease: Duration = .seconds(36_000)

  /// What somebody who reads the database would look for.
  private static let marks = ["MARKNAME", "MARKSOUND", "MARKDOCUMENT"]

  private let server: PostgresServer
  private let database: String
  private let look: PostgresConnection

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
    look = try server.connection(to: database)
  }

  /// Keys by their names, as a key file has them.
  private static func keys(_ names: String...) throws -> StoreKeys {
    let path = TestFolder.fresh("sagevoice-keys").path
    let lines = names.map { "\($0) \(String(repeating: $0, count: 64).prefix(64))\n" }.joined()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try POSIXFileSystem().create(path, Array(lines.utf8))
    return try StoreKeys(fileAt: path)
  }

  @discardableResult
  private func seal(_ keys: StoreKeys) throws -> BoardForm.KeyChange {
    try BoardForm.seal(look, with: keys, at: SystemClock().now())
  }

  private func board(_ role: DatabaseRole, _ keys: StoreKeys?) throws -> PostgresBoard {
    PostgresBoard(
      server.pool(to: database, as: role), form: try BoardForm.of(look, with: keys),
      sweepingEvery: .zero)
  }

  @discardableResult
  private func put(_ text: String, on board: PostgresBoard) throws -> SessionID {
    try board.enqueue(
      BoardSubmission(
        tenant: "a", name: "MARKNAME \(text).wav", bytes: Array("MARKSOUND \(text)".utf8),
        wanted: [.quick: TriedBoard.maker])
    ).session
  }

  private func work(on board: PostgresBoard) throws -> [ClaimedJob] {
    let jobs = try board.claim(8, for: Self.lease, by: "tests")
    _ = try board.finish(
      jobs.map { TriedBoard.finished($0, #"{"of": "MARKDOCUMENT"}"# + "\n") })
    return jobs
  }

  private func results(_ keys: StoreKeys?) throws -> [BoardDocument] {
    let clinic = try server.connection(to: database, as: "login_clinic")
    var results = BoardResults(clinic, of: "a", form: try BoardForm.of(look, with: keys))
    return try results.next().map { try results.opened($0) }
  }

  @Test func `of what is put on it the database has nothing that can be read`() throws {
    let keys = try Self.keys("a")
    try put("plain", on: board(.ingest, nil))
    _ = try work(on: board(.worker, nil))
    let before = try server.everything(in: database)
    try look.runScript("delete from sagevoice.document; delete from sagevoice.audit")
    try look.runScript("delete from sagevoice.session; delete from sagevoice.audio")
    try seal(keys)

    let session = try put("sealed", on: board(.ingest, keys))
    let jobs = try work(on: board(.worker, keys))
    let after = try server.everything(in: database)

    for mark in Self.marks {
      let digits = Hex.text(of: Array(mark.utf8))
      #expect(before.contains(mark) || before.contains(digits), "\(mark)")
      #expect(!after.contains(mark) && !after.contains(digits), "\(mark)")
    }
    #expect(!after.contains(Fingerprint.sha256(of: Array("MARKSOUND sealed".utf8))))
    #expect(jobs.map(\.session) == [session])
    let found = try results(keys)
    #expect(found.map(\.name) == ["MARKNAME sealed.wav"])
    #expect(found.map(\.bytes) == [Array((#"{"of": "MARKDOCUMENT"}"# + "\n").utf8)])
    let view = try look.run("select json is null from sagevoice.result")
    #expect(view.map(\.values) == [[.bool(true)]])
  }

  @Test func `its keys are asked for, and no others taken`() throws {
    let keys = try Self.keys("a")
    #expect(throws: StoreError.notEncrypted) { try BoardForm.of(look, with: keys) }

    let changes = try [seal(keys), seal(keys)]

    #expect(changes == [.made, .none])
    #expect(throws: StoreError.keyNeeded) { try BoardForm.of(look, with: nil) }
    #expect(throws: StoreError.wrongKey) { try BoardForm.of(look, with: Self.keys("b")) }
    #expect(throws: StoreError.wrongKey) { try seal(Self.keys("b")) }
  }

  @Test func `with another key everything is read, and by who began before it is waited for`()
    throws
  {
    let (old, both) = (try Self.keys("a"), try Self.keys("b", "a"))
    try seal(old)
    try put("one", on: board(.ingest, old))
    let early = try board(.worker, old)
    _ = try work(on: early)
    let isChanged = try seal(both) == .changed
    try put("two", on: board(.ingest, Self.keys("b")))

    #expect(isChanged)
    // What it cannot read yet it does not hold against the recording.
    let job = try #require(try early.claim(1, for: Self.lease, by: "early").first)
    let fault = #expect(throws: StoreError.self) { try early.recording(of: job) }
    #expect(fault?.isTransient == true)
    try early.giveBack([job.lease])
    #expect(try work(on: board(.worker, Self.keys("b"))).count == 1)
    #expect(try results(Self.keys("b")).count == 2)
    #expect(throws: StoreError.formerKey(current: "b")) { try BoardForm.of(look, with: old) }
  }

  @Test func `programs that began without keys neither put in nor put aside`() throws {
    let keys = try Self.keys("a")
    let (ingest, worker) = (try board(.ingest, nil), try board(.worker, nil))
    try put("before", on: ingest)
    try seal(keys)

    #expect(throws: StoreError.self) { try put("after", on: ingest) }
    #expect(throws: StoreError.keyNeeded) { try worker.claim(8, for: Self.lease, by: "keyless") }
    try put("sealed", on: board(.ingest, keys))
    // A moment before it heard of the keys.
    let slow = PostgresBoard(
      server.pool(to: database, as: .worker), form: .plain, sweepingEvery: .seconds(36_000))
    #expect(throws: StoreError.keyNeeded) { try slow.claim(8, for: Self.lease, by: "keyless") }
    let jobs = try slow.claim(8, for: Self.lease, by: "keyless")
    #expect(jobs.count == 2)
    #expect(
      try slow.recording(of: jobs[0])
        == .found(
          Array("MARKSOUND before".utf8),
          sha256: Fingerprint.sha256(of: Array("MARKSOUND before".utf8))))
    #expect(throws: StoreError.keyNeeded) { try slow.recording(of: jobs[1]) }
    try slow.giveBack(jobs.map(\.lease))

    // What was put in before the keys is read with them.
    #expect(try work(on: board(.worker, keys)).map(\.attempt) == [1, 1])
    #expect(Set(try results(keys).map(\.name)) == ["MARKNAME before.wav", "MARKNAME sealed.wav"])
  }

  @Test func `what somebody changed or put in another's place is found`() throws {
    let keys = try Self.keys("a")
    try seal(keys)
    let sessions = try ["one", "two"].map { try put($0, on: board(.ingest, keys)) }
    let jobs = try board(.worker, keys).claim(8, for: Self.lease, by: "tests")
    let form = try BoardForm.of(look, with: keys)
    func problems(_ form: BoardForm?) throws -> [String] {
      try Contents.check(look, form: form).problems
    }
    #expect(try problems(form) == [])

    // Each in the other's place: both open with the key, and neither is what its name says.
    try look.runScript(
      """
      update sagevoice.audio a set bytes = b.bytes from sagevoice.audio b
      where a.recording_sha <> b.recording_sha
      """)

    for job in jobs { #expect(try board(.worker, keys).recording(of: job) == .changed) }
    #expect(try problems(nil) == [])
    #expect(
      Set(try problems(form))
        == Set(
          sessions.map { "\($0.text): the recording was changed" }))
  }

  @Test func `documents that changed places do not open`() throws {
    let keys = try Self.keys("a")
    try seal(keys)
    for text in ["one", "two"] { try put(text, on: board(.ingest, keys)) }
    _ = try work(on: board(.worker, keys))
    #expect(try results(keys).count == 2)

    try look.runScript(
      """
      update sagevoice.document a set bytes = b.bytes from sagevoice.document b
      where a.session <> b.session
      """)

    #expect(throws: StoreError.self) { try results(keys) }
    let form = try BoardForm.of(look, with: keys)
    let found = try Contents.check(look, form: form).problems
    #expect(found.count { $0.contains("decryption failed") } == 2, "\(found)")
  }

  @Test func `all commands of a board take its key, and say so where it is missing`() throws {
    func run(_ arguments: [String], as login: String) throws -> ServerProgram.Outcome {
      try ServerProgram.outcome(
        of: ServerProgram(arguments, at: server.address(of: database, as: login)))
    }
    let key = TestFolder.fresh("sagevoice-key").path
    defer { try? FileManager.default.removeItem(atPath: key) }
    try POSIXFileSystem().create(key, [UInt8](repeating: 7, count: 32))
    let keyed = ["--key-file", key]
    let voice = Repository.fixtures.appendingPathComponent("voices/coswara_21_a.wav").path
    let submitting = ["submit", "--tenant", "clinic-a", voice]

    let unkeyed = try run(["migrate", "--encrypt-board"], as: "postgres")
    let sealed = try run(["migrate", "--encrypt-board"] + keyed, as: "postgres")
    let keyless = try [
      (submitting, "login_ingest"), (["work", "--once"], "login_worker"),
      (["results", "--tenant", "clinic-a"], "login_clinic"),
    ].map { try run($0.0, as: $0.1) }
    let submitted = try run(submitting + keyed, as: "login_ingest")
    let worked = try run(["work", "--once"] + keyed, as: "login_worker")
    let results = try run(["results", "--tenant", "clinic-a"] + keyed, as: "login_clinic")
    let others = try run(["results", "--tenant", "clinic-b"] + keyed, as: "login_clinic")
    let checks = try [[], keyed].map { try run(["status", "--check"] + $0, as: "postgres") }

    #expect((unkeyed.status, sealed.status) == (64, 0), "\(sealed.errors)")
    for outcome in keyless {
      #expect(outcome.status == 73 && outcome.errors.contains("is encrypted"), "\(outcome.errors)")
    }
    #expect((submitted.status, worked.status, results.status) == (0, 0, 0), "\(worked.errors)")
    #expect(checks.map(\.status) == [0, 0], "\(checks.map(\.errors))")
    #expect((others.status, others.output) == (0, ""))
    let session = try JSONValue.parse(Array(submitted.output.utf8))["session"]
    let lines = try results.output.split(separator: "\n").map {
      try JSONValue.parse(Array($0.utf8))
    }
    #expect(lines.map { $0["session"] } == [session, session])
    #expect(lines.map { $0["tier"] } == [.string("quick"), .string("comprehensive")])
    #expect(lines.allSatisfy { $0["name"] == .string("coswara_21_a.wav") })
    #expect(lines.allSatisfy { $0["document"]?["state"] == .string("complete") })
  }

  @Test func `the key of a tenant's store is no matter of the board`() throws {
    let voice = Repository.fixtures.appendingPathComponent("voices/coswara_21_a.wav").path
    let variables = ["SAGEVOICE_KEY_FILE": "/nowhere/tenant.key"]
    for (arguments, login) in [
      (["submit", "--tenant", "clinic-a", voice], "login_ingest"),
      (["work", "--once"], "login_worker"), (["status", "--check"], "postgres"),
    ] {
      let address = server.address(of: database, as: login)
      let outcome = try ServerProgram.outcome(
        of: ServerProgram(arguments, at: address, with: variables))

      #expect(outcome.status == 0, "\(arguments[0]): \(outcome.errors)")
    }
  }
}

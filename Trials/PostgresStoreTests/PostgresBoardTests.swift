// What the board of PostgreSQL does besides what every board does.

import Dispatch
import Glibc
import JobRunner
import PostgresStore
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct PostgresBoardTests {
  private static let lease: Duration = .seconds(36_000)

  @Test(arguments: ["fast", "immediate"])
  func `a server that is started again in the middle of it loses nothing`(mode: String) throws {
    let server = try PostgresServer()
    let board = try TriedBoard(server)
    try board.put("one")
    try board.put("two")
    let job = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)

    try server.restart(mode)
    let fault = #expect(throws: StoreError.self) {
      try board.worker.finish([TriedBoard.finished(job)])
    }
    let kept = try board.worker.finish([TriedBoard.finished(job)])
    let rest = try board.worker.claim(8, for: Self.lease, by: "a")

    #expect(fault?.outlook == .passes)
    #expect(kept == [job.lease])
    #expect(rest.count == 1)
  }

  @Test func `a restart between the write and the answer is told from a lost lease`() throws {
    let server = try PostgresServer.shared()
    let database = try server.freshDatabase()
    let ingest = PostgresBoard(server.pool(to: database, as: .ingest))
    let worker = PostgresBoard(server.pool(to: database, as: .worker), sweepingEvery: .zero)
    let look = try server.connection(to: database)
    _ = try ingest.enqueue(
      BoardSubmission(
        tenant: "a", name: "a.wav", bytes: [1], wanted: [.quick: TriedBoard.maker]))
    let job = try #require(try worker.claim(1, for: Self.lease, by: "a").first)
    let other = ClaimedJob(
      JobLease(job: job.lease.job, token: 999), tenant: job.tenant, session: job.session,
      sha256: job.sha256, tier: job.tier, attempt: 1)
    let lost = FinishedJob(other, document: [123, 125], by: TriedBoard.maker)

    _ = try worker.finish([TriedBoard.finished(job)])
    _ = try worker.finish([TriedBoard.finished(job)])
    _ = try worker.finish([lost])

    let late = try look.run("select value from sagevoice.counter where name = 'late_writes'")
    #expect(try late.first?.int(0) == 1)
    #expect(try look.run("select count(*) from sagevoice.document").first?.int(0) == 1)
  }

  @Test func `a document that is none ends nothing`() throws {
    let board = try TriedBoard(.shared())
    try board.put("one")
    let job = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)

    let fault = #expect(throws: StoreError.self) {
      try board.worker.finish([TriedBoard.finished(job, "no document")])
    }

    #expect(fault?.outlook == .lasts)
    #expect(try board.worker.heartbeat([job.lease], for: Self.lease) == [job.lease])
  }

  @Test func `takeovers and lost leases are counted`() throws {
    let server = try PostgresServer.shared()
    let database = try server.freshDatabase()
    let ingest = PostgresBoard(server.pool(to: database, as: .ingest))
    let worker = PostgresBoard(server.pool(to: database, as: .worker), sweepingEvery: .zero)
    _ = try ingest.enqueue(
      BoardSubmission(
        tenant: "a", name: "a.wav", bytes: [1], wanted: [.quick: TriedBoard.maker]))
    _ = try worker.claim(1, for: .milliseconds(20), by: "a")
    usleep(60_000)

    _ = try worker.claim(1, for: Self.lease, by: "b")

    let counts = try server.connection(to: database).run(
      "select name, value from sagevoice.counter order by name")
    #expect(
      counts.map(\.values) == [
        [.text("late_writes"), .int(0)], [.text("lost_leases"), .int(1)],
        [.text("takeovers"), .int(1)],
      ])
  }

  @Test func `the history of a session is a chain that shows a change`() throws {
    let server = try PostgresServer.shared()
    let database = try server.freshDatabase()
    let ingest = PostgresBoard(server.pool(to: database, as: .ingest))
    let worker = PostgresBoard(server.pool(to: database, as: .worker))
    let look = try server.connection(to: database)
    for number in 0..<3 {
      _ = try ingest.enqueue(
        BoardSubmission(
          tenant: "a", name: "a.wav", bytes: [UInt8(number)],
          wanted: [.quick: TriedBoard.maker, .comprehensive: TriedBoard.maker]))
    }
    let jobs = try worker.claim(8, for: Self.lease, by: "a")
    _ = try worker.finish(jobs.map { TriedBoard.finished($0) })

    let lines = try look.run(
      "select number, action, actor from sagevoice.audit order by session, number")
    #expect(
      lines.map(\.values)
        == (0..<3).flatMap { _ -> [[SQLValue]] in
          [
            [.int(1), .text("submitted"), .text("login_ingest")],
            [.int(2), .text("analysed"), .text("login_worker")],
            [.int(3), .text("analysed"), .text("login_worker")],
          ]
        })
    #expect(try Contents.check(look).problems == [])

    try look.run("update sagevoice.audit set actor = 'other' where number = 2")
    #expect(try Contents.check(look).problems.count == 3)
  }

  @Test func `who waits for work is told of it`() throws {
    let board = try TriedBoard(.shared())
    try board.worker.awaitWork(.zero)

    // On a thread of its own: beside other tests the pool has none for minutes.
    let waited = Mutex<Result<Duration, any Error>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "sagevoice.tests.wait").async {
      let start = ContinuousClock.now
      let result = Result { try board.worker.awaitWork(.seconds(30)) }
      waited.withLock { $0 = result.map { ContinuousClock.now - start } }
      ended.signal()
    }
    usleep(200_000)
    try board.put("one")
    ended.wait()

    #expect(try #require(waited.withLock { $0 }).get() < .seconds(20))
  }

  @Test func `what is wanted of a later version is left to it, and earlier work is taken over`()
    throws
  {
    let server = try PostgresServer.shared()
    let database = try server.freshDatabase()
    let ingest = PostgresBoard(server.pool(to: database, as: .ingest))
    let workers = ["0.9.1", "0.10.0"].map {
      PostgresBoard(server.pool(to: database, as: .worker), sweepingEvery: .zero, engine: $0)
    }
    var sessions: [String: SessionID] = [:]
    for (number, engine) in ["0.10.0", "0.9.1", "0.8.0"].enumerated() {
      let maker = DocumentMaker(engine: engine, settingsSHA256: TriedBoard.maker.settingsSHA256)
      sessions[engine] = try ingest.enqueue(
        BoardSubmission(
          tenant: "a", name: "a.wav", bytes: [UInt8(number)], wanted: [.quick: maker])
      ).session
    }

    let older = try workers[0].claim(8, for: .milliseconds(30), by: "older")
    usleep(60_000)
    var newer: [ClaimedJob] = []
    for _ in 0..<3 { newer += try workers[1].claim(1, for: Self.lease, by: "newer") }

    #expect(Set(older.map(\.session)) == Set([sessions["0.9.1"], sessions["0.8.0"]]))
    #expect(Set(newer.map(\.session)) == Set(sessions.values))
  }

  @Test func `a chain that was written anew as a whole does not fit its anchor`() throws {
    let server = try PostgresServer.shared()
    let database = try server.freshDatabase()
    let ingest = PostgresBoard(server.pool(to: database, as: .ingest))
    let worker = PostgresBoard(server.pool(to: database, as: .worker))
    let look = try server.connection(to: database)
    for number in 0..<3 {
      _ = try ingest.enqueue(
        BoardSubmission(
          tenant: "a", name: "a.wav", bytes: [UInt8(number)], wanted: [.quick: TriedBoard.maker]))
    }
    let first = try #require(try Anchor.set(look))
    let same = try Anchor.set(look)
    let jobs = try worker.claim(1, for: Self.lease, by: "a")
    _ = try worker.finish(jobs.map { TriedBoard.finished($0) })
    let second = try #require(try Anchor.set(look))

    #expect(same == first)
    #expect((first.number, second.number) == (1, 2))
    let heads = "select count(*) from sagevoice.anchor_head"
    #expect(try look.run("\(heads) where anchor = 1").first?.int(0) == 3)
    #expect(try look.run("\(heads) where anchor = 2").first?.int(0) == 1)
    #expect(try Contents.check(look).problems == [])

    let anew = "update sagevoice.audit set hash = sagevoice.audit_hash(audit) where number = 1"
    try look.run("update sagevoice.audit set actor = 'other' where number = 1")
    try look.run(anew)
    let problems = try Contents.check(look).problems
    #expect(
      problems.filter { $0.hasSuffix("the history differs from the anchored history") }.count == 3)
    try look.run("delete from sagevoice.anchor_head where anchor = 2")
    #expect(try Contents.check(look).problems.contains { $0.hasPrefix("2: the anchor") })
  }
}

// The job queue on PostgreSQL: several tenants, machines and logins.

import Dispatch
import Foundation
import JobRunner
import Logging
import PostgresStore
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct QueueTests {
  private static let environment = RunEnvironment(
    newID: { UUID().uuidString.lowercased() }, timestamp: { "2026-01-31T09:30:00Z" },
    elapsed: { ContinuousClock.now - QueueTests.start })
  private static let start = ContinuousClock.now

  private let server: PostgresServer
  private let database: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
  }

  private func store(
    _ tenant: String = "a", as role: DatabaseRole = .clinic, keys: StoreKeys? = nil,
    clock: (any StoreClock)? = nil
  ) throws -> RecordStore {
    try RecordStore(
      PostgresDatabase(server.pool(to: database, as: role)), tenant: tenant, keys: keys,
      creating: role == .clinic ? .ifMissing : .never, clock: clock)
  }

  /// A vowel of 3 s.
  private static func vowel(_ seed: Int) -> [UInt8] {
    let voice = SyntheticVoice(f0: 200, vowel: .a, duration: 3, seed: UInt64(seed)).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }

  private func new(_ bytes: [UInt8], _ store: RecordStore, sidecar: String? = nil) throws
    -> NewSession
  {
    try NewSession(
      bytes, named: "a.wav", sidecar: sidecar.map { Array($0.utf8) }, .both, for: store,
      environment: Self.environment)
  }

  private func queue() -> TenantQueue {
    TenantQueue(
      ConnectionOptions(server.address(of: database, as: "login_worker"), program: "tests"))
  }

  // MARK: - Tenants

  @Test func `tenants with due jobs come by urgency, and others not at all`() throws {
    let clock = FixedClock(StoreTime(milliseconds: SystemClock().now().milliseconds - 60_000))
    let stores = try ["a", "b", "c", "d", "e"].map { try store($0, clock: clock) }
    for (index, store) in stores.dropLast().enumerated() {
      var session = try new([UInt8(index)], store)
      session.job?.priority = index == 2 ? 5 : 0
      session.job?.stage = index == 0 ? .comprehensive : .quick
      session.job?.engine = index == 3 ? JobEngine.current + 1 : JobEngine.current
      _ = try store.enqueue(session)
    }

    let queue = queue()
    #expect(try queue.tenantsWithDueJobs(engine: JobEngine.current) == ["c", "b", "a"])

    // An expired lease comes before all, a valid one not at all.
    let expired = try #require(
      try stores[0].claim(1, for: .seconds(1), by: "t", engine: .max).first)
    _ = try stores[1].claim(1, for: .seconds(3600), by: "t", engine: .max)
    #expect(try queue.tenantsWithDueJobs(engine: JobEngine.current) == ["a", "c"])
    #expect(expired.attempt == 1)
  }

  @Test func `a waiting worker is notified of a recording`() throws {
    let (queue, store) = (queue(), try store())
    try queue.awaitJobs(.zero)
    let waited = Mutex<Result<Duration, any Error>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "sagevoice.tests.wait").async {
      let start = ContinuousClock.now
      let result = Result { try queue.awaitJobs(.seconds(60)) }
      waited.withLock { $0 = result.map { ContinuousClock.now - start } }
      ended.signal()
    }
    _ = try store.enqueue(new([1], store))
    ended.wait()

    #expect(try #require(waited.withLock { $0 }).get() < .seconds(40))
  }

  @Test func `ingest adds recordings and reads nothing of them`() throws {
    let clinic = try store()
    let ingest = try store(as: .ingest)

    let first = try ingest.enqueue(new([1], ingest, sidecar: #"{"user_id": "anna"}"#))
    let again = try ingest.enqueue(new([1], ingest, sidecar: #"{"user_id": "anna"}"#))

    #expect(first.isNew && !again.isNew && again.session == first.session)
    #expect(throws: StoreError.self) { try ingest.session(first.session).header() }
    #expect(throws: StoreError.self) {
      try ingest.claim(1, for: .seconds(1), by: "i", engine: .max)
    }
    #expect(try clinic.session(first.session).header()?.user == clinic.userHash(of: "anna"))
    #expect(throws: StoreError.self) { try store("b", as: .ingest) }
  }

  // MARK: - Machines

  @Test(arguments: [nil, StoreKeys(bytes: [UInt8](repeating: 7, count: 32))])
  func `workers of two machines share a person and a baseline`(keys: StoreKeys?) throws {
    let ingest = try store(keys: keys)
    for take in 1...3 {
      _ = try ingest.enqueue(
        new(
          Self.vowel(take), ingest,
          sidecar: """
            {"profile": {"user_id": "anna-77", "age": 34, "sex_assigned_at_birth": "female"},
             "session_id": "S1", "recorded_at": "2026-01-01T09:3\(take):00Z"}
            """))
    }
    let finished = Mutex(0)
    let stores = try (0..<2).map { _ in try store(keys: keys) }

    DispatchQueue.concurrentPerform(iterations: 2) { number in
      var settings = WorkerSettings()
      settings.span = .untilDrained
      let worker = QueueWorker(
        JobSource(stores: { [stores[number]] }, wait: { _ in }), named: "same",
        settings, environment: Self.environment,
        logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
      let totals = worker.run()
      finished.withLock { $0 += totals.finished }
    }

    let user = ingest.userHash(of: "anna-77")
    #expect(finished.withLock { $0 } == 3)
    #expect(try ingest.sessions(of: user).count == 3)
    for id in try ingest.sessions(of: user) {
      #expect(try ingest.session(id).state()?.state == .filed)
    }
    #expect(try ingest.baseline(for: user) != nil)
    #expect(try Contents.check(server.connection(to: database)).problems == [])
    let everything = try server.everything(in: database)
    #expect(everything.contains(Hex.text(of: Array("anna-77".utf8))) == (keys == nil))
  }

  @Test(arguments: ["fast", "immediate"])
  func `a restart of the server between claim and commit loses nothing`(mode: String) throws {
    let server = try PostgresServer()
    let database = try server.freshDatabase()
    let store = try RecordStore(
      PostgresDatabase(server.pool(to: database, as: .clinic)), tenant: "a")
    for byte in 1...2 { _ = try store.enqueue(new([UInt8(byte)], store)) }
    let job = try #require(try store.claim(1, for: .seconds(3600), by: "a", engine: .max).first)

    try server.restart(mode)
    let fault = #expect(throws: StoreError.self) { try store.finish(job.lease) }
    try store.finish(job.lease)

    #expect(fault?.outlook == .transient)
    #expect(try store.claim(8, for: .seconds(1), by: "b", engine: .max).count == 1)
    #expect(throws: StoreError.leaseLost(job.session)) { try store.finish(job.lease) }
  }

  @Test func `a purge and a worker of one session do not wait for each other for ever`() throws {
    let store = try store()
    for round in 0..<5 {
      let id = try store.enqueue(new([UInt8(round)], store)).session
      let job = try #require(try store.claim(1, for: .seconds(60), by: "a", engine: .max).first)
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        if side == 0 {
          _ = try? store.purge(.sessions([id]), reason: "test", .forGood)
        } else {
          for byte in 0..<20 {
            try? store.holding(job.lease) {
              try store.session(id).commit(SessionChange("a", documents: [.quick: [UInt8(byte)]]))
            }
          }
        }
      }
      #expect(try store.wasPurged(id) && !store.holds(id))
      #expect(throws: StoreError.leaseLost(id)) { try store.finish(job.lease) }
    }
  }
}

// A worker of a job queue performs the steps of the watcher, and leaves the store consistent after faults.

import BaselineService
import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct QueueWorkerTests {
  private let inbox: Inbox
  private let store: RecordStore

  init() throws { try self.init(key: nil) }

  private init(key: StoreKeys?) throws {
    inbox = try Inbox()
    inbox.key = key
    inbox.clock = FixedClock()
    store = try inbox.openStore()
  }

  private var clock: FixedClock {
    guard let clock = inbox.clock as? FixedClock else { preconditionFailure("set in init") }
    return clock
  }

  @discardableResult
  private func put(
    _ bytes: [UInt8], _ name: String = "a.wav", _ sidecar: String? = nil,
    _ tiers: WantedTiers = .both, attempts: Int = 5
  ) throws -> SessionID {
    var session = try NewSession(
      bytes, named: name, sidecar: sidecar.map { Array($0.utf8) }, tiers, for: store,
      environment: Inbox.environment())
    session.job?.mostAttempts = attempts
    return try store.enqueue(session).session
  }

  /// - Parameter source: Nil: the store until it has no due job.
  private func worker(
    _ name: String = "a", _ source: JobSource? = nil,
    environment: RunEnvironment = Inbox.environment(),
    _ change: (inout WorkerSettings) -> Void = { _ in }
  ) -> QueueWorker {
    var settings = WorkerSettings()
    (settings.span, settings.shortestWait) = (.untilDrained, .milliseconds(1))
    change(&settings)
    let store = store
    return QueueWorker(
      source ?? JobSource(stores: { [store] }, wait: { _ in }), named: name, settings,
      environment: environment, logger: inbox.logger)
  }

  private func state(_ id: SessionID) throws -> SessionState? {
    try store.session(id).state()?.state
  }

  private func read(_ document: SessionDocument, of id: SessionID) throws -> JSONValue? {
    try store.session(id).read(document).map { try JSONValue.parse($0) }
  }

  private func expectNothingLeft() throws {
    #expect(try store.claim(8, for: .seconds(1), by: "b", engine: .max).isEmpty)
    #expect(try store.verify(VerificationRequest()).findings == [])
  }

  // MARK: - The pipeline

  private static let takes = [(1, false), (5, true), (7, true)].flatMap { day in
    (1...3).map { (day: day.0, take: $0, isRough: day.1) }
  }

  private static func recording(_ take: (day: Int, take: Int, isRough: Bool)) -> [UInt8] {
    let number = 10 * take.day + take.take
    return take.isRough ? Recordings.perturbed(number) : Recordings.long(number)
  }

  private static func sidecar(_ take: (day: Int, take: Int, isRough: Bool)) -> String {
    """
    {"profile": \(Recordings.profile), "session_id": "S\(take.day)",
     "recorded_at": "2026-01-0\(take.day)T09:3\(take.take):00Z"}
    """
  }

  @Test func `two workers make the documents, baseline and alerts of a watcher`() throws {
    let watched = try Inbox()
    let limits = try ReferenceLimits.embedded()
    for (number, take) in Self.takes.enumerated() {
      let name = "s\(take.day)-\(take.take)"
      let (sound, sidecar) = (Self.recording(take), Self.sidecar(take))
      try watched.deliver(sound, "\(name).wav", with: sidecar)
      try put(sound, "\(name).wav", sidecar)
      let worker = worker(["a", "b"][number % 2]) { $0.recordings.limits = limits }
      #expect(worker.run().finished == 1)
    }

    func results(_ store: RecordStore) throws -> [JSONValue] {
      let user = store.userHash(of: "anna-77")
      return try store.sessions(of: user).map { id in
        let session = try store.session(id)
        let computed = try session.read(.computed).map { try JSONValue.parse($0) }
        let comparison = try session.read(.comparison).map { try JSONValue.parse($0) }
        return [
          "state": .optional(try session.state()?.state.rawValue),
          "name": .optional(try session.header()?.recording.name),
          "biomarkers": computed?["biomarkers"] ?? .null,
          "assessment": computed?["assessment"] ?? .null, "alerts": comparison?["alerts"] ?? .null,
          "audio": .int(try session.read(.audio)?.count ?? 0),
        ]
      }
    }
    let other = try watched.openStore()
    func baseline(_ store: RecordStore) throws -> [String] {
      let kept = try #require(try store.baseline(for: store.userHash(of: "anna-77")))
      return try StoredBaseline(json: kept.content).baseline.sessions.map(\.id)
    }
    func alerts(_ store: RecordStore) throws -> [String?] {
      try store.alerts(for: store.userHash(of: "anna-77")).map(\.sessionID)
    }
    let (found, expected) = (try results(store), try results(other))
    #expect(found.count == Self.takes.count)
    for (own, other) in zip(found, expected) {
      for member in ["state", "name", "biomarkers", "assessment", "alerts", "audio"] {
        #expect(own[member] == other[member], "\(member)")
      }
    }
    #expect(try baseline(store) == ["S1"] && baseline(other) == ["S1"])
    #expect(try alerts(store) == alerts(other) && alerts(store).contains("S7"))
    try expectNothingLeft()
  }

  @Test(arguments: WantedTiers.allCases)
  func `a job makes the documents that it names`(tiers: WantedTiers) throws {
    let id = try put(Recordings.voice(1), "a.wav", nil, tiers)

    #expect(worker().run().finished == 1)

    #expect(try state(id) == .filed)
    #expect(try (read(.quick, of: id) != nil) == (tiers != .comprehensive))
    #expect(try (read(.computed, of: id) != nil) == (tiers != .quick))
    #expect(try store.session(id).read(.audio) == Recordings.voice(1))
    try expectNothingLeft()
  }

  @Test func `a file without sound is refused and quarantined`() throws {
    let id = try put([1, 2, 3])

    #expect(worker().run().finished == 1)

    #expect(try state(id) == .refused)
    #expect(try store.failedListing().reports.map(\.session) == [id])
    try expectNothingLeft()
  }

  @Test func `a recording without consent to storage leaves its quick answer alone`() throws {
    let consent =
      #""consent": {"signed": true, "at": "2026-01-01", "version": "1", "purposes": ["analysis"]}"#
    let id = try put(Recordings.voice(2), "a.wav", "{\"user_id\": \"anna\", \(consent)}")

    #expect(worker().run().finished == 1)

    #expect(try read(.quick, of: id) != nil)
    for document in [SessionDocument.computed, .audio, .answers] {
      #expect(try store.session(id).read(document) == nil, "\(document)")
    }
    #expect(try store.people().isEmpty)
    #expect(try store.failedListing().reports.isEmpty)
    try expectNothingLeft()
  }

  @Test func `an invalid sidecar and one of another recording are refused before the queue`() throws
  {
    for sidecar in [#"{"profile": 1}"#, #"{"sha256": "\#(String(repeating: "a", count: 64))"}"#] {
      #expect(throws: SidecarFault.self) { try put(Recordings.voice(1), "a.wav", sidecar) }
    }
    #expect(try store.sessionIDs().isEmpty)
  }

  @Test func `a watcher finds a recording of the queue to be a duplicate`() throws {
    let id = try put(Recordings.voice(3))
    #expect(worker().run().finished == 1)

    try inbox.deliver(Recordings.voice(3), "b.wav")

    let other = try #require(try store.sessionIDs().first { $0 != id })
    #expect(try store.session(other).state()?.duplicateOf == id)
  }

  // MARK: - Faults

  /// Stops a worker within a step, at the analysis of a number.
  private func lost(after analyses: Int) throws -> WorkerTotals {
    let count = CallCounter()
    var environment = Inbox.environment()
    let clock = clock
    environment.newID = {
      // The lease expires during the analysis, as on a machine that sleeps.
      if count.next() == analyses { clock.advance(milliseconds: 60_000) }
      return UUID().uuidString.lowercased()
    }
    let store = store
    let claims = CallCounter()
    let source = JobSource(stores: { claims.next() == 1 ? [store] : [] }, wait: { _ in })
    return worker("a", source, environment: environment).run()
  }

  @Test(arguments: [1, 2])
  func `a worker without a valid lease writes nothing, and the next one continues`(
    analysis: Int
  ) throws {
    let id = try put(Recordings.long(1), "a.wav", "{\"profile\": \(Recordings.profile)}")

    #expect(try lost(after: analysis).lost == 1)
    #expect(try read(.computed, of: id) == nil)
    #expect(try (read(.quick, of: id) != nil) == (analysis == 2))
    #expect(worker("b").run().finished == 1)

    #expect(try state(id) == .filed)
    let actions = try store.session(id).auditLines().map(\.entry.action)
    #expect(actions.filter { $0 == "analysed" }.count == 1)
    #expect(actions.filter { $0 == "quick_analysed" }.count == 1)
    try expectNothingLeft()
  }

  @Test func `a recording that crashes its workers is quarantined with its metadata`() throws {
    let sidecar = "{\"profile\": \(Recordings.profile)}"
    let id = try put(Recordings.voice(4), "a.wav", sidecar, attempts: 2)
    for _ in 0..<2 {
      #expect(try store.claim(1, for: .seconds(1), by: "crashed", engine: .max).count == 1)
      clock.advance(milliseconds: 1000)
    }

    #expect(worker().run().quarantined == 1)

    let fault = try store.session(id).state()?.fault
    #expect(fault?.code == "analysis_interrupted" && fault?.message.contains("2") == true)
    let report = try #require(try store.failureReports().first)
    #expect(try store.failedBytes(report) == Recordings.voice(4))
    #expect(try read(.answers, of: id)?[path: ["given", "profile", "user_id"]] == "anna-77")
    try expectNothingLeft()
  }

  /// Changes a row of the store.
  private func change(_ sql: String, _ values: SQLValue...) throws {
    let database = try SQLiteDatabase(at: "\(inbox.storePath)/store.sqlite", for: .writing)
    try database.transaction(of: "store", .writing) { _ = try $0.run(sql, values) }
  }

  @Test(arguments: ["header", "job_file"])
  func `a job with damaged rows ends, and others continue`(part: String) throws {
    let encrypted = try Self(key: StoreKeys(bytes: [UInt8](repeating: 7, count: 32)))
    try encrypted.endDamagedJob(part)
  }

  private func endDamagedJob(_ part: String) throws {
    let id = try put(Recordings.voice(6), attempts: 1)
    let other = try put(Recordings.voice(7), "b.wav")
    try change(
      part == "header"
        ? "update kept_session set header = x'7b' where id = $1"
        : "update job_file set bytes = x'00' where session = $1", .text(id.text))

    let totals = worker().run()

    #expect(totals.quarantined == 1 && totals.finished == 1 && totals.lost == 0)
    #expect(try state(other) == .filed)
    #expect(try store.claim(8, for: .seconds(1), by: "b", engine: .max).isEmpty)
    let reports = try store.failureReports()
    #expect(reports.map(\.session) == (part == "header" ? [id] : []))
    if part == "job_file" {
      #expect(try store.session(id).state()?.fault?.code == "queue_entry_damaged")
    }
  }

  @Test func `a refused withdrawal keeps the job of its recording until it succeeds`() throws {
    func sidecar(_ purposes: String, _ day: Int) -> String {
      #"{"profile": \#(Recordings.profile), "consent": {"signed": true, "version": "1", "#
        + #""at": "2026-01-0\#(day)T09:00:00Z", "purposes": [\#(purposes)]}}"#
    }
    try put(Recordings.voice(8), "a.wav", sidecar(#""analysis", "storage""#, 1))
    #expect(worker().run().finished == 1)
    let user = store.userHash(of: "anna-77")
    try change(
      """
      create trigger refusal before delete on kept_version
      begin select raise(abort, 'refused'); end
      """)
    let id = try put(Recordings.voice(9), "b.wav", sidecar(#""analysis""#, 2), attempts: 1)

    #expect(worker().run().lost == 1)
    #expect(try store.person(for: user) != nil && state(id) != .failed)
    try change("drop trigger refusal")
    clock.advance(milliseconds: 60_000)
    #expect(worker().run().quarantined == 1)

    #expect(try store.person(for: user) == nil)
    #expect(try state(id) == .failed)
    try expectNothingLeft()
  }

  @Test func `the audio of a quarantined recording needs a readable consent`() throws {
    let sidecar = #"{"profile": \#(Recordings.profile), "consent": {"purposes": ["analysis"]}}"#
    let id = try put(Recordings.voice(8), "a.wav", sidecar, attempts: 1)
    try change(
      "update job_file set bytes = x'00' where session = $1 and name = 'sidecar'", .text(id.text))
    _ = try store.claim(1, for: .seconds(1), by: "crashed", engine: .max)
    clock.advance(milliseconds: 1000)

    _ = worker().run()

    #expect(try store.failureReports().isEmpty)
  }

  @Test func `a stopped worker gives its jobs back without an attempt`() throws {
    for number in 0..<4 { try put(Recordings.voice(number)) }
    let store = store
    let claims = CallCounter()
    let stopping = Mutex<QueueWorker?>(nil)
    let source = JobSource(
      stores: {
        // The second claim is of all other recordings.
        if claims.next() == 2 { stopping.withLock { $0?.stop() } }
        return [store]
      }, wait: { _ in })
    let worker = worker("a", source) { $0.batch = .seconds(600) }
    stopping.withLock { $0 = worker }

    let totals = worker.run()

    #expect(totals.finished == 1 && totals.givenBack == 3)
    let jobs = try store.claim(8, for: .seconds(1), by: "b", engine: .max)
    #expect(jobs.count == 3 && jobs.allSatisfy { $0.attempt == 1 })
  }

  @Test func `a worker waits for a store that is away`() throws {
    let id = try put(Recordings.voice(5))
    let store = store
    let calls = CallCounter()
    let source = JobSource(
      stores: { () throws(StoreError) in
        if calls.next() < 3 { throw .away(RedactedReason("away")) }
        return [store]
      }, wait: { _ in })

    #expect(worker("a", source).run().finished == 1)
    #expect(try state(id) == .filed)
  }

  @Test func `a recording left in a spool is removed, one in use and one of an inbox are not`()
    throws
  {
    let (root, files) = (inbox.folder.appendingPathComponent("temporary").path, POSIXFileSystem())
    let spools = ["a", "b", "inbox"].map { InboxLayout(root: "\(root)/\($0)") }
    for folder in [root] + spools.flatMap({ [$0.root, $0.control, $0.work] }) {
      try files.makeFolder(folder)
    }
    for spool in spools {
      try files.create("\(spool.work)/a.wav", [1])
      try files.create(spool.lock, [])
    }
    let lock = try #require(try files.lock(spools[1].lock, .exclusiveIfFree))
    defer { lock.release() }
    let link = "\(root)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: spools[2].root)

    for spool in spools.prefix(2).map(\.root) + [link] {
      QueueWorker.removeRecordings(ofSpool: spool)
    }

    let isLeft = try spools.map { try files.facts(of: "\($0.work)/a.wav") != nil }
    #expect(isLeft == [false, true, true])
  }
}

/// Counts calls from 1.
private final class CallCounter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

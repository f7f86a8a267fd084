// The job queue of a store, on each database. Times are those of a fixed clock.

import Dispatch
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct JobQueueContractTests {
  private static let lease: Duration = .seconds(30)
  private static let engine = JobEngine.number(of: "1.2.3")

  /// A recording of the bytes of a text.
  private func new(
    _ text: String, in made: ContractedStore, of userID: String? = nil,
    _ change: (inout NewJob) -> Void = { _ in }
  ) -> NewSession {
    let bytes = Array(text.utf8)
    var header = made.header(of: userID, sha256: "a")
    header.recording.sha256 = StoreSecrets.sha256(of: bytes)
    header.identity = made.store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: userID, settingsSHA256: "5", version: "1"))
    var job = NewJob(recording: bytes, sidecar: [123, 125], tiers: "both", engine: Self.engine)
    change(&job)
    return NewSession(header: header, state: StateRecord(.claimed), job: job)
  }

  @discardableResult
  private func put(
    _ text: String, in made: ContractedStore, of userID: String? = nil,
    _ change: (inout NewJob) -> Void = { _ in }
  ) throws -> EnqueueResult {
    let result = try made.store.enqueue(new(text, in: made, of: userID, change))
    made.clock.advance(milliseconds: 1)
    return result
  }

  private func claim(
    _ limit: Int = 8, in made: ContractedStore, by worker: String = "a",
    engine: Int64 = JobQueueContractTests.engine
  ) throws -> [ClaimedJob] {
    try made.store.claim(limit, for: Self.lease, by: worker, engine: engine)
  }

  private func outlast(_ made: ContractedStore) { made.clock.advance(milliseconds: 30_000) }

  private func failure(_ made: ContractedStore, _ id: SessionID) throws -> SessionChange {
    SessionChange(
      "failed", header: try made.store.session(id).header(),
      state: StateRecord(.failed, fault: ContractedStore.fault))
  }

  // MARK: - Entry

  @Test(arguments: ContractedKind.allCases)
  func `a recording enters with session, files and history in one transaction`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let steps = made.steps
    let result = try put("one", in: made, of: "anna")
    // A store in a folder also writes the copies of its documents.
    let isOneStep = made.store.root != nil || made.steps == steps + 1

    let job = try #require(try claim(in: made).first)
    let files = try made.store.files(of: job)
    let header = try made.store.session(result.session).header()

    #expect(isOneStep && result.isNew && job.session == result.session)
    #expect((job.tiers, job.attempt, job.mostAttempts) == ("both", 1, 5))
    #expect(files.recording == Array("one".utf8) && files.sidecar == [123, 125])
    #expect(header?.user == made.store.userHash(of: "anna"))
    #expect(try made.store.session(result.session).state()?.state == .claimed)
    #expect(try made.store.actions(of: result.session) == ["submitted"])
    #expect(try made.findings() == [])
    #expect(try made.damagedSessions() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `the same recording of a person enters once, also after its end`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let first = try put("one", in: made, of: "anna")

    let second = try put("one", in: made, of: "anna")
    let other = try put("one", in: made, of: "berta")
    let job = try #require(try claim(1, in: made).first)
    try made.store.finish(job.lease)
    let third = try put("one", in: made, of: "anna")

    let known = EnqueueResult(session: first.session, isNew: false)
    #expect(second == known && third == known)
    #expect(other.isNew)
    #expect(try made.rows(of: "job") == 1 && made.rows(of: "job_file") == 2)
  }

  @Test(arguments: ContractedKind.allCases.filter(\.isEncrypted))
  func `an encrypted store encrypts the files of a job, and rotation covers them`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let session = try put("MARKSOUND", in: made).session

    let cells = try made.store.read { rows in
      try rows.run("select bytes from job_file where tenant = $1").map { try $0.bytes(0) }
    }
    try made.store.write { rows in
      _ = try rows.run("update job_file set bytes = $2 where tenant = $1", .bytes([0]))
    }
    let left = try made.store.rekey().left

    #expect(cells.count == 2 && cells.allSatisfy { RowEncryption.begins($0) })
    #expect(Set(left) == Set(["recording", "sidecar"].map { "sessions/\(session.text)/\($0)" }))
  }

  // MARK: - Order

  @Test(arguments: ContractedKind.allCases)
  func `higher priorities come first, then quick documents, then the oldest`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let late = try put("late", in: made) { $0.stage = .comprehensive }.session
    let first = try put("first", in: made).session
    let second = try put("second", in: made).session
    let urgent = try put("urgent", in: made) { ($0.stage, $0.priority) = (.comprehensive, 9) }
      .session

    let jobs = try claim(3, in: made)

    #expect(jobs.map(\.session) == [urgent, first, second])
    #expect(try claim(in: made).map(\.session) == [late])
    #expect(try claim(in: made).isEmpty)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a state under a lease sets the stage of the job`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let first = try put("first", in: made).session
    let job = try #require(try claim(in: made).first)
    try made.store.holding(job.lease) {
      try made.store.session(first).commit(SessionChange("a", state: StateRecord(.quickDone)))
    }
    try made.store.giveBack(job.lease)
    let second = try put("second", in: made).session

    #expect(try claim(in: made).map(\.session) == [second, first])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a job of a later version stays for it`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try put("one", in: made) { $0.engine = JobEngine.number(of: "1.10.0") }.session

    #expect(try claim(in: made, engine: JobEngine.number(of: "1.9.9")).isEmpty)
    #expect(try claim(in: made, engine: JobEngine.number(of: "1.10.0")).map(\.session) == [session])
    outlast(made)
    #expect(try claim(in: made, engine: JobEngine.number(of: "1.9.9")).isEmpty)
  }

  // MARK: - Leases

  @Test(arguments: ContractedKind.allCases)
  func `an expired lease writes nothing, before and after another claim`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let id = try put("one", in: made).session
    let late = try #require(try claim(in: made).first).lease
    outlast(made)
    func expectLost() throws {
      let lost = StoreError.leaseLost(id)
      let fault = try failure(made, id)
      #expect(throws: lost) {
        try made.store.holding(late) {
          try made.store.session(id).commit(SessionChange("late", documents: [.quick: [1]]))
        }
      }
      #expect(throws: lost) {
        try made.store.holding(late) {
          try made.store.save(["a": 1], as: .journey, of: made.store.userHash(of: "anna"))
        }
      }
      #expect(throws: lost) { try made.store.finish(late) }
      #expect(throws: lost) { try made.store.delay(late, by: .zero, for: "f") }
      #expect(throws: lost) { try made.store.giveBack(late) }
      #expect(throws: lost) {
        try made.store.quarantine(late, fault, ContractedStore.fault, audio: nil)
      }
      #expect(try made.store.renew([late], for: Self.lease).isEmpty)
    }

    try expectLost()
    let next = try #require(try claim(in: made, by: "b").first)
    try expectLost()
    try made.store.holding(next.lease) {
      try made.store.session(id).commit(SessionChange("timely", documents: [.quick: [2]]))
    }
    try made.store.finish(next.lease)
    try expectLost()

    #expect(next.attempt == 2 && next.lease.token != late.token)
    #expect(try made.store.session(id).read(.quick) == [2])
    #expect(try made.store.actions(of: id) == ["submitted", "timely"])
    #expect(try made.store.failures().isEmpty)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a renewed lease lasts from its renewal`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    try put("one", in: made)
    let job = try #require(try claim(in: made).first)
    made.clock.advance(milliseconds: 20_000)
    #expect(try made.store.renew([job.lease], for: Self.lease) == [job.lease])
    made.clock.advance(milliseconds: 20_000)

    #expect(try claim(in: made, by: "b").isEmpty)
    try made.store.finish(job.lease)
    #expect(try made.rows(of: "job") == 0 && made.rows(of: "job_file") == 0)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a purge of the session ends its job and its lease`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let id = try put("one", in: made).session
    let job = try #require(try claim(in: made).first)
    let session = try made.store.session(id)

    try made.store.purge(id)

    #expect(throws: StoreError.leaseLost(id)) {
      try made.store.holding(job.lease) {
        try session.commit(SessionChange("late", documents: [.quick: [1]]))
      }
    }
    #expect(try made.rows(of: "job") == 0 && made.rows(of: "job_file") == 0)
  }

  @Test(arguments: ContractedKind.allCases)
  func `workers in parallel never hold one job`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    for number in 0..<24 { try put("\(number)", in: made) }
    let claims = Mutex<[ClaimedJob]>([])

    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      while let jobs = try? claim(2, in: made, by: "\(worker)"), !jobs.isEmpty {
        claims.withLock { $0 += jobs }
      }
    }

    let all = claims.withLock { $0 }
    #expect(all.count == 24)
    #expect(Set(all.map(\.session)).count == 24 && Set(all.map(\.lease.token)).count == 24)
  }

  // MARK: - Poison

  @Test(arguments: ContractedKind.allCases)
  func `a job with an expired lease comes alone until its attempts are spent`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let deadly = try put("deadly", in: made) { $0.mostAttempts = 2 }.session
    for text in ["one", "two"] { try put(text, in: made) }

    var batches = [try claim(in: made)]
    for job in batches[0].dropFirst() { try made.store.giveBack(job.lease) }
    for _ in 0..<2 {
      outlast(made)
      batches.append(try claim(in: made))
    }
    let spent = try #require(batches[2].first)
    try made.store.quarantine(
      spent.lease, failure(made, deadly), ContractedStore.fault, audio: "deadly.wav")
    let others = try claim(in: made)

    #expect(batches.map(\.count) == [3, 1, 1])
    #expect(batches.map { $0[0].session } == [deadly, deadly, deadly])
    #expect(batches.map { $0[0].isSpent } == [false, false, true])
    #expect(others.count == 2 && others.allSatisfy { $0.attempt == 1 })
    #expect(try made.store.session(deadly).state()?.state == .failed)
    #expect(try made.store.failures().map(\.bytes) == [Array("deadly".utf8)])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a job of a lost worker that was given back comes alone again`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let lost = try put("lost", in: made).session
    _ = try claim(in: made)
    for text in ["one", "two"] { try put(text, in: made) }
    outlast(made)
    let job = try #require(try claim(in: made).first)
    try made.store.giveBack(job.lease)

    let next = try claim(in: made)

    #expect(next.map(\.session) == [lost] && next[0].attempt == 2)
    #expect(try claim(in: made).count == 2)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a quarantined recording without consent to storage leaves no file`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let id = try put("one", in: made).session
    let job = try #require(try claim(in: made).first)
    var change = try failure(made, id)
    change.header?.storage = .quickAnswer

    try made.store.quarantine(job.lease, change, ContractedStore.fault, audio: nil)

    #expect(try made.store.failures().isEmpty)
    #expect(try made.rows(of: "job_file") == 0)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a delayed job comes later and its attempt counts, a returned one at once`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    try put("one", in: made)
    let first = try #require(try claim(in: made).first)
    try made.store.delay(first.lease, by: .seconds(2), for: "f")
    #expect(try claim(in: made).isEmpty)
    made.clock.advance(milliseconds: 2000)

    let second = try #require(try claim(in: made).first)
    try made.store.giveBack(second.lease)
    let third = try #require(try claim(in: made).first)

    #expect([first, second, third].map(\.attempt) == [1, 2, 2])
  }

  // MARK: - Outages

  @Test(arguments: ContractedKind.allCases)
  func `a recording whose receipt was lost is found again`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = new("one", in: made)
    made.disturb(at: made.steps + 1, by: .oneAnswer)

    var result: EnqueueResult?
    try made.untilDone { result = try made.store.enqueue(session) }

    #expect(made.wasDisturbed && result?.isNew == false)
    #expect(try claim(in: made).count == 1)
  }
}

// The job queue of a store: a row per recording that waits for its next step, with the recording and its sidecar until the end.
//
// A claim is a lease with a token. Its holder renews it. After the lease has expired, every write with its token fails, also if
// no other worker has claimed the job. A claim counts an attempt, so a recording that crashes its worker is counted too. All times
// are those of the database.

internal import VoiceTypes

/// The next step of a recording. Lower values are claimed first.
package enum JobStage: Int, Sendable {
  case quick, comprehensive, finalize

  init(after state: SessionState) {
    switch state {
    case .seen, .stable, .claimed: self = .quick
    case .quickDone: self = .comprehensive
    case .comprehensiveDone, .filed, .refused, .duplicate, .failed: self = .finalize
    }
  }
}

/// The right to work on a recording until the lease expires.
package struct JobLease: Sendable, Hashable {
  package let tenant: String
  package let session: SessionID

  /// Unique per claim.
  package let token: Int64

  /// The lease that each write of this task needs.
  @TaskLocal static var held: JobLease?
}

package struct NewJob: Sendable {
  package var recording: [UInt8]

  /// The metadata as they were given. Nil for none.
  package var sidecar: [UInt8]?

  /// The wanted documents, as `WantedTiers.rawValue`.
  package var tiers: String

  package var stage = JobStage.quick

  /// The oldest version that may claim it (`JobEngine.number`).
  package var engine: Int64

  /// 0 to 9. Higher ones are claimed first.
  package var priority = 0

  /// Claims before the recording is quarantined.
  package var mostAttempts = 5

  package init(recording: [UInt8], sidecar: [UInt8]?, tiers: String, engine: Int64) {
    (self.recording, self.sidecar, self.tiers, self.engine) = (recording, sidecar, tiers, engine)
  }
}

/// A session that enters the store as a whole.
package struct NewSession: Sendable {
  /// Its time of creation is that of the database, unless it has one.
  package var header: SessionHeader
  package var state: StateRecord
  package var documents: [SessionDocument: [UInt8]] = [:]

  /// Nil for a finished recording.
  package var job: NewJob?

  /// The history in an earlier form of storage, without personal data.
  package var formerHistory: String?

  package init(header: SessionHeader, state: StateRecord, job: NewJob? = nil) {
    (self.header, self.state, self.job) = (header, state, job)
  }
}

/// The session of a recording in the queue.
package struct EnqueueResult: Sendable, Equatable {
  package let session: SessionID

  /// False if the store had the recording already.
  package let isNew: Bool
}

package struct ClaimedJob: Sendable, Equatable {
  package let lease: JobLease
  package let tiers: String

  /// The number of this attempt, from 1.
  package let attempt: Int
  package let mostAttempts: Int

  package var session: SessionID { lease.session }

  /// Whether earlier workers have used all attempts.
  package var isSpent: Bool { attempt > mostAttempts }
}

extension RecordStore {
  /// Adds a recording to the queue, in one transaction. A recording with the identity of a stored one is not added again.
  package func enqueue(
    _ session: NewSession, as id: SessionID = .fresh()
  ) throws(StoreError) -> EnqueueResult {
    try write { rows in try rows.enqueue(session, as: id) }
  }

  /// Claims due jobs: higher priorities first, then quick documents, then the oldest. A job with an expired lease is claimed
  /// alone, since its recording may have crashed the worker.
  /// - Parameter engine: The version of the worker. Jobs that need a later one stay.
  package func claim(
    _ limit: Int, for lease: Duration, by worker: String, engine: Int64
  ) throws(StoreError) -> [ClaimedJob] {
    try write { rows in try rows.claim(limit, lease, worker, engine) }
  }

  /// The recording and the sidecar of a job. Nil without them, and for a damaged recording.
  package func files(
    of job: ClaimedJob
  ) throws(StoreError) -> (recording: [UInt8]?, sidecar: [UInt8]?) {
    try read { rows in
      (try rows.recording(of: job.session), try rows.jobFile(.sidecar, of: job.session))
    }
  }

  /// The recording of a job. Nil without a job, and for a damaged recording.
  package func queuedRecording(of session: SessionID) throws(StoreError) -> [UInt8]? {
    try read { rows in try rows.recording(of: session) }
  }

  /// Runs `body`. Each write of this task to the store fails with `leaseLost` if the lease is no longer valid.
  package func holding<Value>(_ lease: JobLease, _ body: () throws -> Value) rethrows -> Value {
    try JobLease.$held.withValue(lease, operation: body)
  }

  /// Extends leases from now on.
  /// - Returns: The leases that are still valid.
  package func renew(
    _ leases: [JobLease], for duration: Duration
  ) throws(StoreError) -> Set<JobLease> {
    try write { rows in
      let now = try rows.now()
      // One order of locks in all workers.
      let ordered = leases.sorted { $0.session < $1.session }
      return Set(try ordered.filter { try rows.renew($0, for: duration, at: now) })
    }
  }

  /// Makes a job due later. The attempt counts.
  package func delay(_ lease: JobLease, by delay: Duration, for fault: String) throws(StoreError) {
    try write { rows in
      try rows.check(lease)
      try rows.release(
        lease, "due_ms = $3, fault = $4", .int(try rows.now().milliseconds + delay.milliseconds),
        .text(fault))
    }
  }

  /// Returns a job to the queue. The attempt does not count.
  package func giveBack(_ lease: JobLease) throws(StoreError) {
    try write { rows in
      try rows.check(lease)
      try rows.release(lease, "attempts = attempts - 1")
    }
  }

  package func finish(_ lease: JobLease) throws(StoreError) {
    try write { rows in
      try rows.check(lease)
      try rows.deleteJob(of: lease.session)
    }
  }

  /// Ends a job that cannot be done. A damaged session is not changed; `verify` reports it.
  /// - Parameters:
  ///   - change: The failure of the session.
  ///   - name: The name of the quarantined recording. Nil if it may not be stored.
  package func quarantine(
    _ lease: JobLease, _ change: SessionChange, _ fault: StateFault, audio name: String?
  ) throws(StoreError) {
    try write { rows in
      try rows.check(lease)
      try rows.unlessDamaged { try rows.commit(change, to: lease.session) }
      if let name, let bytes = try rows.recording(of: lease.session) {
        let file = QuarantinedFile(source: "", name: name, fault: fault, session: lease.session)
        _ = try rows.quarantine(
          file, FailedContents(bytes: bytes, sha256: StoreSecrets.sha256(of: bytes)))
      }
      try rows.deleteJob(of: lease.session)
    }
  }
}

enum JobFile: String, CaseIterable {
  case recording, sidecar

  func context(_ session: SessionID) -> RowContext { .jobFile(rawValue, of: session.text) }
}

/// Versions as numbers that have the order of the versions.
package enum JobEngine {
  private static let places = 3
  private static let base: Int64 = 1_000_000

  /// The number of a version such as 0.26.1. Zero for another text.
  package static func number(of version: String) -> Int64 {
    let parts = version.split(separator: ".").prefix(places).map { part in
      Int64(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    return (0..<places).reduce(0) { $0 * base + ($1 < parts.count ? min(parts[$1], base - 1) : 0) }
  }
}

extension StoreTransaction {
  /// The code of a job with an expired lease.
  private static let workerLost = "worker_lost"

  fileprivate func enqueue(_ session: NewSession, as id: SessionID) throws -> EnqueueResult {
    if let identity = session.header.identity {
      try lock("recording/\(identity.text)")
      let known = try sessions(
        "select id from kept_session where tenant = $1 and identity = $2 order by place limit 1",
        .text(identity.text))
      if let known = known.first { return EnqueueResult(session: known, isNew: false) }
    }
    try insert(session, as: id)
    if let history = session.formerHistory {
      try note("moved", ["field": "history", "new": .string(history)], in: id)
    }
    guard let job = session.job else { return EnqueueResult(session: id, isNew: true) }
    try run(
      """
      insert into job (tenant, session, stage, tiers, engine, priority, due_ms, most_attempts)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      """, .session(id), .int(Int64(job.stage.rawValue)), .text(job.tiers), .int(job.engine),
      .int(Int64(job.priority)), .int(try now().milliseconds), .int(Int64(job.mostAttempts)))
    try insert(job.recording, as: .recording, of: id)
    if let sidecar = job.sidecar { try insert(sidecar, as: .sidecar, of: id) }
    // A hint for waiting workers, which also poll.
    if dialect == .postgres { try run("select pg_notify('sagevoice_job', '') where $1 <> ''") }
    return EnqueueResult(session: id, isNew: true)
  }

  private func insert(_ bytes: [UInt8], as file: JobFile, of id: SessionID) throws {
    try run(
      "insert into job_file (tenant, session, name, bytes) values ($1, $2, $3, $4)", .session(id),
      .text(file.rawValue), value(bytes, as: file.context(id)))
  }

  fileprivate func jobFile(_ file: JobFile, of id: SessionID) throws -> [UInt8]? {
    let found = try run(
      "select bytes from job_file where tenant = $1 and session = $2 and name = $3", .session(id),
      .text(file.rawValue))
    return try found.first.map { try opened($0.bytes(0), as: file.context(id)) }
  }

  fileprivate func recording(of id: SessionID) throws -> [UInt8]? {
    try unlessDamaged { try jobFile(.recording, of: id) } ?? nil
  }

  // MARK: - Claims

  fileprivate func claim(
    _ limit: Int, _ lease: Duration, _ worker: String, _ engine: Int64
  ) throws -> [ClaimedJob] {
    let now = try now().milliseconds
    let columns = "session, attempts, most_attempts, tiers, coalesce(fault, '')"
    let expired = try run(
      """
      select \(columns) from job
      where tenant = $1 and token is not null and lease_end_ms <= $2 and engine <= $3
      order by lease_end_ms limit 1\(dialect.forUpdateSkippingLocked)
      """, .int(now), .int(engine))
    if let row = expired.first {
      return [try claim(row, lease, worker, at: now, fault: .text(Self.workerLost))]
    }
    let queued = try run(
      """
      select \(columns) from job
      where tenant = $1 and token is null and due_ms <= $2 and engine <= $3
      order by priority desc, stage, due_ms, number limit $4\(dialect.forUpdateSkippingLocked)
      """, .int(now), .int(engine), .int(Int64(limit)))
    let isLost = try queued.map { try $0.text(4) == Self.workerLost }
    let alone = isLost.first == true ? 1 : isLost.firstIndex(of: true) ?? queued.count
    return try queued.prefix(alone).enumerated().map { index, row in
      try claim(row, lease, worker, at: now, fault: isLost[index] ? .text(Self.workerLost) : .null)
    }
  }

  private func claim(
    _ row: SQLRow, _ lease: Duration, _ worker: String, at now: Int64, fault: SQLValue
  ) throws -> ClaimedJob {
    guard let session = SessionID(try row.text(0)) else {
      throw SQLError.unreadable("the session of a job")
    }
    let job = ClaimedJob(
      lease: JobLease(tenant: tenant, session: session, token: Int64.random(in: 1...Int64.max)),
      tiers: try row.text(3), attempt: try row.int(1) + 1, mostAttempts: try row.int(2))
    try run(
      """
      update job set attempts = attempts + 1, token = $3, lease_end_ms = $4, worker = $5, fault = $6
      where tenant = $1 and session = $2
      """, .session(session), .int(job.lease.token), .int(now + lease.milliseconds),
      .text(worker), fault)
    return job
  }

  // MARK: - Leases

  /// Throws unless the lease of this task is valid.
  func checkHeldLease() throws {
    if let lease = JobLease.held, lease.tenant == tenant { try check(lease) }
  }

  /// Throws unless a lease is valid. It then stays valid until the transaction ends.
  fileprivate func check(_ lease: JobLease) throws {
    // The order of locks avoids deadlocks with a purge: the session, then its job.
    try lock(lease.session)
    let isValid = try finds(
      """
      select 1 from job where tenant = $1 and session = $2 and token = $3 and lease_end_ms > $4\(dialect.forUpdate)
      """, .session(lease.session), .int(lease.token), .int(try now().milliseconds))
    guard isValid else { throw StoreError.leaseLost(lease.session) }
  }

  fileprivate func renew(
    _ lease: JobLease, for duration: Duration, at now: StoreTime
  ) throws -> Bool {
    try finds(
      """
      update job set lease_end_ms = $4
      where tenant = $1 and session = $2 and token = $3 and lease_end_ms > $5 returning session
      """, .session(lease.session), .int(lease.token),
      .int(now.milliseconds + duration.milliseconds), .int(now.milliseconds))
  }

  /// Ends a lease and changes columns of the job, with the parameters $3, $4, …
  fileprivate func release(_ lease: JobLease, _ changes: String, _ parameters: SQLValue...) throws {
    try run(
      """
      update job set token = null, lease_end_ms = null, \(changes)
      where tenant = $1 and session = $2
      """, with: [.session(lease.session)] + parameters)
  }

  fileprivate func deleteJob(of id: SessionID) throws {
    try run("delete from job where tenant = $1 and session = $2", .session(id))
  }

  /// Records the next step of the job that this task holds.
  func advanceJob(of id: SessionID, after state: SessionState) throws {
    guard let lease = JobLease.held, lease.tenant == tenant, lease.session == id else { return }
    try run(
      "update job set stage = $3 where tenant = $1 and session = $2", .session(id),
      .int(Int64(JobStage(after: state).rawValue)))
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}

// A job queue in memory that passes the same contract tests as that of PostgreSQL
// (JobBoardContractTests).

package import JobRunner
package import RecordStore
internal import Synchronization
internal import VoicePipeline
package import VoiceTypes

/// A job queue in memory.
package final class MemoryJobBoard: JobBoard {
  fileprivate enum Stage { case queued, running, orphaned, quarantined }

  fileprivate struct Row {
    let id: Int
    let tenant: String
    let session: SessionID
    let sha256: String
    let tier: Tier
    let priority: Int
    let mostAttempts: Int
    var stage = Stage.queued
    var due: ContinuousClock.Instant
    var attempt = 0
    var lease: JobLease?
    var until: ContinuousClock.Instant?
  }

  fileprivate struct Identity: Hashable {
    let tenant: String
    let user: UserHash?
    let sha256: String
  }

  fileprivate struct DocumentKey: Hashable {
    let session: SessionID
    let tier: Tier
  }

  fileprivate struct State {
    var rows: [Int: Row] = [:]
    var sessions: [Identity: SessionID] = [:]
    var sounds: [String: [UInt8]] = [:]
    var documents: [DocumentKey: (bytes: [UInt8], lease: JobLease)] = [:]
    var numbers = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The documents of a session.
  package func documents(of session: SessionID) -> [Tier: [UInt8]] {
    state.withLock { state in
      let own = state.documents.filter { $0.key.session == session }
      return Dictionary(uniqueKeysWithValues: own.map { ($0.key.tier, $0.value.bytes) })
    }
  }

  /// The number of quarantined jobs.
  package var quarantined: Int {
    state.withLock { state in
      state.end(at: .now)
      return state.rows.values.count { $0.stage == .quarantined }
    }
  }

  package func enqueue(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt {
    state.withLock { state in
      let sha256 = Fingerprint.sha256(of: submission.bytes)
      let identity = Identity(tenant: submission.tenant, user: submission.user, sha256: sha256)
      let known = state.sessions[identity]
      let session = known ?? .fresh()
      state.sessions[identity] = session
      state.sounds[sha256] = submission.bytes
      for tier in submission.wanted.keys.sorted(by: { $0 == .quick && $1 != .quick }) {
        let isThere = state.rows.values.contains { $0.session == session && $0.tier == tier }
        guard !isThere, state.documents[DocumentKey(session: session, tier: tier)] == nil else {
          continue
        }
        let id = state.number()
        state.rows[id] = Row(
          id: id, tenant: submission.tenant, session: session, sha256: sha256, tier: tier,
          priority: submission.priority, mostAttempts: submission.mostAttempts, due: .now)
      }
      return BoardReceipt(session, isNew: known == nil)
    }
  }

  package func claim(
    _ limit: Int, for lease: Duration, by worker: String
  ) throws(StoreError) -> [ClaimedJob] {
    state.withLock { state in
      let now = ContinuousClock.now
      state.end(at: now)
      let due = state.rows.values.filter { $0.due <= now }
        .sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
      let orphan = due.first { $0.stage == .orphaned }
      let chosen = orphan.map { [$0] } ?? Array(due.filter { $0.stage == .queued }.prefix(limit))
      func place(_ row: Row) -> (Int, Int, Int) {
        (-row.priority, row.tier == .quick ? 0 : 1, row.id)
      }
      return chosen.sorted { place($0) < place($1) }.map { row in
        var row = row
        let right = JobLease(job: row.id, token: state.number())
        (row.stage, row.lease, row.until) = (.running, right, now + lease)
        row.attempt += 1
        state.rows[row.id] = row
        return ClaimedJob(
          right, tenant: row.tenant, session: row.session, sha256: row.sha256, tier: row.tier,
          attempt: row.attempt)
      }
    }
  }

  package func recording(of job: ClaimedJob) throws(StoreError) -> BoardSound {
    state.withLock { state in
      state.sounds[job.sha256].map { .found($0, sha256: job.sha256) } ?? .missing
    }
  }

  package func heartbeat(
    _ leases: [JobLease], for lease: Duration
  ) throws(StoreError) -> Set<JobLease> {
    state.withLock { state in
      let held = leases.filter { state.holds($0, at: .now) }
      for right in held { state.rows[right.job]?.until = .now + lease }
      return Set(held)
    }
  }

  package func finish(_ jobs: [FinishedJob]) throws(StoreError) -> Set<JobLease> {
    state.withLock { state in
      var kept: Set<JobLease> = []
      for job in jobs {
        if state.documents.values.contains(where: { $0.lease == job.lease }) {
          kept.insert(job.lease)
        } else if state.holds(job.lease, at: .now),
          let row = state.rows.removeValue(forKey: job.lease.job)
        {
          let key = DocumentKey(session: row.session, tier: row.tier)
          state.documents[key] = (job.document, job.lease)
          kept.insert(job.lease)
        }
      }
      return kept
    }
  }

  package func delay(
    _ lease: JobLease, by delay: Duration, because fault: BoardFault
  ) throws(StoreError) -> Bool {
    change(lease) { row in
      row.stage = row.attempt < row.mostAttempts ? .queued : .quarantined
      row.due = .now + delay
    }
  }

  package func giveBack(_ leases: [JobLease]) throws(StoreError) {
    for lease in leases {
      change(lease) { row in
        row.stage = row.attempt > 1 ? .orphaned : .queued
        row.attempt -= 1
        row.due = .now
      }
    }
  }

  package func quarantine(
    _ lease: JobLease, because fault: BoardFault
  ) throws(StoreError) -> Bool {
    change(lease) { $0.stage = .quarantined }
  }

  package func awaitWork(_ patience: Duration) throws(StoreError) {}

  /// Changes a job that is held, whose lease ends with that.
  @discardableResult
  private func change(_ lease: JobLease, _ body: (inout Row) -> Void) -> Bool {
    state.withLock { state in
      guard state.holds(lease, at: .now), var row = state.rows[lease.job] else { return false }
      body(&row)
      (row.lease, row.until) = (nil, nil)
      state.rows[row.id] = row
      return true
    }
  }
}

extension MemoryJobBoard.State {
  fileprivate mutating func number() -> Int {
    numbers += 1
    return numbers
  }

  fileprivate func holds(_ lease: JobLease, at now: ContinuousClock.Instant) -> Bool {
    guard let row = rows[lease.job], row.lease == lease, let until = row.until else { return false }
    return until > now
  }

  /// Ends the leases that ran out.
  fileprivate mutating func end(at now: ContinuousClock.Instant) {
    for (id, row) in rows {
      guard row.stage == .running, let until = row.until, until <= now else { continue }
      var row = row
      row.stage = row.attempt < row.mostAttempts ? .orphaned : .quarantined
      (row.lease, row.until) = (nil, nil)
      rows[id] = row
    }
  }
}

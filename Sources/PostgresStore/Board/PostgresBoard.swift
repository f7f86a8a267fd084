// The board in PostgreSQL: each call is one statement, which happens as a whole or not at all, and no
// transaction is open while a recording is analysed. See `BoardSQL` for the statements.

package import JobRunner
package import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// The board of a database, for the role of a worker or of whoever puts recordings in.
package final class PostgresBoard: JobBoard {
  let pool: ConnectionPool
  let sound: any SoundStore
  let form: BoardForm
  private let notices: Mutex<PostgresConnection?>
  private let state = Mutex(Progress())
  private let sweeping: Duration
  private let engine: String

  /// - Parameters:
  ///   - form: That of the database.
  ///   - sweeping: How often to look for leases that ran out; more often costs more, seldom is a later takeover.
  ///   - engine: The version of who claims, which leaves alone what a later one is asked for.
  package init(
    _ pool: ConnectionPool, sound: any SoundStore = DatabaseSound(), form: BoardForm = .plain,
    sweepingEvery sweeping: Duration = .milliseconds(500), engine: String = SoftwareVersion.current
  ) {
    (self.pool, self.sound, self.form) = (pool, sound, form)
    (self.sweeping, self.engine) = (sweeping, engine)
    notices = Mutex(nil)
  }

  package func claim(
    _ limit: Int, for lease: Duration, by worker: String
  ) throws(StoreError) -> [ClaimedJob] {
    try sweepIfDue()
    let (look, starts) = state.withLock { state in
      let look = state.marks.next(at: .now)
      return (look, state.marks.starts(look))
    }
    let rows = try ask(
      BoardSQL.claim,
      [
        .int(Int64(limit)), .int(lease.microseconds), .text(worker),
        .ints(starts.map { Int64($0) }), .text(engine),
      ])
    let claims = try read { () throws(SQLError) in try rows.map(ClaimRow.init) }
    state.withLock { $0.marks.took(claims, of: limit, look, at: .now) }
    // The statement gives them in no order.
    return claims.sorted { $0.place < $1.place }.map(\.job)
  }

  package func recording(of job: ClaimedJob) throws(StoreError) -> BoardSound {
    let name = SoundName(tenant: job.tenant, sha256: job.sha256)
    return try pool.withSound { connection throws(SoundFault) in
      guard let bytes = try sound.bytes(of: name, in: connection) else { return .missing }
      do throws(StoreError) {
        return try form.recording(bytes, keptAs: name, connection)
      } catch {
        throw .place(error)
      }
    }
  }

  package func heartbeat(
    _ leases: [JobLease], for lease: Duration
  ) throws(StoreError) -> Set<JobLease> {
    try rights(ask(BoardSQL.heartbeat, Self.columns(leases) + [.int(lease.microseconds)]))
  }

  package func finish(_ jobs: [FinishedJob]) throws(StoreError) -> Set<JobLease> {
    guard !jobs.isEmpty else { return [] }
    let given = jobs.map(\.lease)
    let documents = try jobs.map { job throws(StoreError) in try form.kept(job) }
    let kept = try rights(
      ask(
        BoardSQL.finish,
        Self.columns(given) + [
          .byteStrings(documents), .texts(jobs.map(\.maker.engine)),
          .texts(jobs.map(\.maker.settingsSHA256)),
        ]))
    let others = given.filter { !kept.contains($0) }
    guard !others.isEmpty else { return kept }
    // An answer that was lost: the same was said before, and done.
    let before = try rights(ask(BoardSQL.finished, Self.columns(others)))
    let late = others.count - before.count
    if late > 0 { _ = try ask(BoardSQL.count, [.text("late_writes"), .int(Int64(late))]) }
    return kept.union(before)
  }

  package func delay(
    _ lease: JobLease, by delay: Duration, because fault: BoardFault
  ) throws(StoreError) -> Bool {
    try !ask(
      BoardSQL.delay,
      [
        .int(Int64(lease.job)), .int(Int64(lease.token)), .int(delay.microseconds),
        .text(fault.rawValue),
      ]
    ).isEmpty
  }

  package func giveBack(_ leases: [JobLease]) throws(StoreError) {
    guard !leases.isEmpty else { return }
    _ = try ask(BoardSQL.giveBack, Self.columns(leases))
  }

  package func quarantine(
    _ lease: JobLease, because fault: BoardFault
  ) throws(StoreError) -> Bool {
    try !ask(
      BoardSQL.quarantine,
      [.int(Int64(lease.job)), .int(Int64(lease.token)), .text(fault.rawValue)]
    ).isEmpty
  }

  package func awaitWork(_ patience: Duration) throws(StoreError) {
    try notices.withLock { notices throws(StoreError) in
      do throws(SQLError) {
        if notices == nil {
          let connection = try PostgresConnection(pool.options)
          try connection.run("listen sagevoice_job")
          notices = connection
          // What was put in before this connection listened was told to nobody.
          return
        }
        _ = try notices?.awaitNotice(patience)
      } catch {
        notices = nil
        throw error.storeError
      }
    }
  }

  // MARK: - Leases that ran out

  private func sweepIfDue() throws(StoreError) {
    let sweep = state.withLock { $0.sweepIfDue(at: .now, every: sweeping) }
    guard let sweep else { return }
    let rows = try ask(BoardSQL.sweep, [.int(Int64(sweep.from))])
    let (until, isSealed) = try read { () throws(SQLError) in
      (try rows.first?.int(0) ?? 0, try rows.first?.bool(1) ?? false)
    }
    // Since this program began. It would take what it cannot read.
    if isSealed, !form.isSealed { throw .keyNeeded }
    state.withLock { $0.swept(sweep, until: until, at: .now) }
  }

  // MARK: - Asking

  func ask(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> [SQLRow] {
    do throws(SQLError) { return try pool.run(sql, parameters) } catch {
      throw error.storeError
    }
  }

  func read<Value>(_ body: () throws(SQLError) -> Value) throws(StoreError) -> Value {
    do throws(SQLError) { return try body() } catch { throw error.storeError }
  }

  private static func columns(_ leases: [JobLease]) -> [SQLValue] {
    [.ints(leases.map { Int64($0.job) }), .ints(leases.map { Int64($0.token) })]
  }

  private func rights(_ rows: [SQLRow]) throws(StoreError) -> Set<JobLease> {
    try read { () throws(SQLError) in
      var leases: Set<JobLease> = []
      for row in rows { leases.insert(JobLease(job: try row.int(0), token: try row.int(1))) }
      return leases
    }
  }
}

extension Duration {
  /// Whole microseconds.
  var microseconds: Int64 { Int64(self / .microseconds(1)) }
}

// How the board is, for a person and for monitoring: what waits, what is being done, what went wrong, and what
// keeps the database from cleaning up behind it.

package import JobRunner
package import RecordStore

/// Counts and ages of a board.
package struct BoardStatus: Sendable, Equatable {
  /// A job that was put aside.
  package struct Aside: Sendable, Equatable {
    package let tenant: String
    package let session: String
    package let attempts: Int
    /// Why; nil for a reason that this version does not know.
    package let fault: BoardFault?
  }

  /// The number of the last step of the schema.
  package let schema: Int
  package let queued: Int
  /// For how long the oldest of them has been due, in seconds; nil where there is none.
  package let oldestSeconds: Double?
  package let running: Int
  package let orphaned: Int
  package let quarantined: Int
  /// Claims of a job so far.
  package let claims: Int
  package let takeovers: Int
  package let lostLeases: Int
  package let lateWrites: Int
  package let documents: Int
  /// Rows of jobs that wait for a vacuum.
  package let deadRows: Int
  /// The age of the oldest transaction that anybody has open, in seconds; nil where none is, or where
  /// the login may not see those of others (`pg_read_all_stats`).
  package let oldestTransactionSeconds: Double?
  /// How many transactions ago that began which keeps the oldest rows from a vacuum: of a program, of a replica, or
  /// one that was prepared and not ended; nil where nothing does, or where the login may not see it.
  package let oldestRowsTransactions: Int?
  /// Of what was put aside the oldest, at most a hundred.
  package let aside: [Aside]
}

extension BoardStatus {
  /// Asks a database.
  /// - Parameter connection: Of a login that is a member of the workers.
  package init(_ connection: PostgresConnection) throws(SQLError) {
    schema = try Migrator.version(connection)
    let transaction = try connection.run(Self.transactions).first
    let rows = try connection.run(Self.rows).first
    try connection.run("select set_config('role', 'sagevoice_worker', false)")
    guard let jobs = try connection.run(Self.jobs).first,
      let others = try connection.run(Self.others).first
    else { throw .unreadable("a count without a row") }
    queued = try jobs.int(0)
    oldestSeconds = jobs.isNull(1) ? nil : try jobs.number(1)
    running = try jobs.int(2)
    orphaned = try jobs.int(3)
    quarantined = try jobs.int(4)
    documents = try others.int(0)
    deadRows = try others.int(1)
    takeovers = try others.int(2)
    lostLeases = try others.int(3)
    lateWrites = try others.int(4)
    claims = try others.int(5)
    oldestTransactionSeconds =
      if let transaction, !transaction.isNull(0) { try transaction.number(0) } else { nil }
    oldestRowsTransactions = if let rows, !rows.isNull(0) { try rows.int(0) } else { nil }
    aside = try Self.aside(connection)
  }

  private static func aside(_ connection: PostgresConnection) throws(SQLError) -> [Aside] {
    var found: [Aside] = []
    for row in try connection.run(asides) {
      let code = row.isNull(3) ? "" : try row.text(3)
      found.append(
        Aside(
          tenant: try row.text(0), session: try row.text(1), attempts: try row.int(2),
          fault: BoardFault(rawValue: code)))
    }
    return found
  }

  private static let jobs = """
    select count(*) filter (where state = 0),
      extract(epoch from now() - min(run_at) filter (where state = 0 and run_at <= now()))::float8,
      count(*) filter (where state = 1), count(*) filter (where state = 2),
      count(*) filter (where state = 3)
    from sagevoice.job
    """

  private static let others = """
    select (select count(*) from sagevoice.document),
      coalesce((select n_dead_tup from pg_stat_all_tables
        where relid = 'sagevoice.job'::regclass), 0),
      (select value from sagevoice.counter where name = 'takeovers'),
      (select value from sagevoice.counter where name = 'lost_leases'),
      (select value from sagevoice.counter where name = 'late_writes'),
      coalesce(pg_sequence_last_value('sagevoice.lease_token'), 0)
    """

  /// Of this database, or of replicas that ask for rows to be kept; not this one.
  private static let transactions = """
    select extract(epoch from now() - min(xact_start))::float8 from pg_stat_activity
    where pid <> pg_backend_pid() and backend_xmin is not null
      and datname = current_database()
    """

  /// The horizon behind which no vacuum removes anything, in transactions from now.
  private static let rows = """
    select max(age) from (
      select age(backend_xmin) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()
      union all select age(xmin) from pg_replication_slots
      union all select age(transaction) from pg_prepared_xacts where database = current_database()
    ) held(age)
    """

  private static let asides = """
    select tenant::text, session::text, attempt, last_error ->> 'code' from sagevoice.job
    where state = 3 order by id limit 100
    """
}

// The status of the job queue of a database: for people, as JSON and as metrics.

internal import JobRunner
package import RecordStore
package import VoiceTypes

/// Counts and ages of the queue of all tenants.
package struct QueueStatus: Sendable, Equatable {
  /// The number of the last step of the schema.
  package let schema: Int
  package let queued: Int

  /// How long the oldest queued job has been due, in seconds. Nil without one.
  package let oldestSeconds: Double?
  package let running: Int

  /// Jobs with an expired lease that wait for a new claim.
  package let expired: Int

  /// The greatest number of attempts of a job.
  package let mostAttempts: Int

  /// Rows of jobs before a vacuum.
  package let deadRows: Int

  /// The age of the oldest open transaction, in seconds. Nil without one, or for a login that does not see those of others
  /// (`pg_read_all_stats`).
  package let oldestTransactionSeconds: Double?

  /// The age of the oldest snapshot that keeps rows from a vacuum, in transactions. Nil without a snapshot, or without
  /// `pg_read_all_stats`.
  package let oldestRowsTransactions: Int?

  /// - Parameter connection: Of a login that is a member of the workers.
  package init(_ connection: PostgresConnection) throws(SQLError) {
    schema = try Migrator.version(connection)
    let transaction = try connection.run(Self.transactions).first
    let rows = try connection.run(Self.rows).first
    try connection.run("select set_config('role', 'sagevoice_worker', false)")
    guard let jobs = try connection.run(Self.jobs).first else {
      throw .unreadable("a count without a row")
    }
    queued = try jobs.int(0)
    oldestSeconds = jobs.isNull(1) ? nil : try jobs.number(1)
    running = try jobs.int(2)
    expired = try jobs.int(3)
    mostAttempts = try jobs.int(4)
    deadRows = try jobs.int(5)
    oldestTransactionSeconds =
      if let transaction, !transaction.isNull(0) { try transaction.number(0) } else { nil }
    oldestRowsTransactions = if let rows, !rows.isNull(0) { try rows.int(0) } else { nil }
  }

  private static let jobs = """
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
    select count(*) filter (where token is null),
      (max(ms - due_ms) filter (where token is null and due_ms <= ms) / 1000.0)::float8,
      count(*) filter (where lease_end_ms > ms), count(*) filter (where lease_end_ms <= ms),
      coalesce(max(attempts), 0),
      coalesce((select n_dead_tup from pg_stat_all_tables
        where relid = 'sagevoice.job'::regclass), 0)
    from sagevoice.job, clock
    """

  /// Of this database, or of replicas that keep rows; not this one.
  private static let transactions = """
    select extract(epoch from now() - min(xact_start))::float8 from pg_stat_activity
    where pid <> pg_backend_pid() and backend_xmin is not null
      and datname = current_database()
    """

  /// The horizon of a vacuum, in transactions from now.
  private static let rows = """
    select max(age) from (
      select age(backend_xmin) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()
      union all select age(xmin) from pg_replication_slots
      union all select age(transaction) from pg_prepared_xacts where database = current_database()
    ) held(age)
    """
}

extension QueueStatus {
  private var counts: [(String, Int)] {
    [
      ("schema", schema), ("queued", queued), ("running", running), ("expired_leases", expired),
      ("most_attempts", mostAttempts), ("dead_rows", deadRows),
    ]
  }

  package var json: JSONValue {
    .object(
      counts.map { JSONValue.Member($0.0, .int($0.1)) } + [
        .init("oldest_queued_s", .optional(oldestSeconds)),
        .init("oldest_transaction_s", .optional(oldestTransactionSeconds)),
        .init("oldest_rows_transactions", .optional(oldestRowsTransactions)),
      ])
  }

  /// The status as lines for a person.
  package var text: String {
    let lines =
      counts.map { ($0.0, "\($0.1)") } + [
        ("oldest queued job", Self.seconds(oldestSeconds)),
        ("oldest transaction", Self.seconds(oldestTransactionSeconds)),
        (
          "oldest retained rows",
          oldestRowsTransactions.map { "\($0) transaction\($0 == 1 ? "" : "s") ago" } ?? "-"
        ),
      ]
    return lines.map { key, value in
      let name = key.prefix(1).uppercased() + key.dropFirst().replacing("_", with: " ") + ":"
      return name + String(repeating: " ", count: Self.width - name.count) + value + "\n"
    }.joined()
  }

  /// The width of the names, in characters.
  private static let width = 26

  private static func seconds(_ value: Double?) -> String {
    value.map { "\(($0 * 10).rounded() / 10) s" } ?? "-"
  }

  /// The status for the textfile collector of Prometheus' node exporter, in base units.
  package var metrics: String {
    let all = [
      ("queue_schema", "Last applied step of the schema.", Double(schema)),
      ("queue_queued_jobs", "Queued jobs.", Double(queued)),
      // Zero without one, so that an alarm ends.
      (
        "queue_oldest_queued_seconds", "Time since the oldest queued job became due.",
        oldestSeconds ?? 0
      ),
      ("queue_running_jobs", "Jobs with a valid lease.", Double(running)),
      ("queue_expired_leases", "Jobs of lost workers that wait for another one.", Double(expired)),
      ("queue_most_attempts", "Greatest number of attempts of a job.", Double(mostAttempts)),
      ("queue_dead_rows", "Dead rows of jobs before a vacuum.", Double(deadRows)),
      (
        "queue_oldest_transaction_seconds",
        "Age of the oldest open transaction, which delays vacuums.", oldestTransactionSeconds ?? 0
      ),
      (
        "queue_oldest_xmin_transactions",
        "Age in transactions of the oldest snapshot, which retains dead rows.",
        Double(oldestRowsTransactions ?? 0)
      ),
    ]
    return all.map { Metric($0.0, $0.1, .gauge, $0.2).text }.joined()
  }
}

// The job queues of all tenants of a database.

package import RecordStore
internal import Synchronization

/// Finds the tenants with due jobs, for a login that is a member of `sagevoice_worker`.
package final class TenantQueue: Sendable {
  private let options: ConnectionOptions
  private let listener = Mutex<PostgresConnection?>(nil)
  private let pool: ConnectionPool

  package init(_ options: ConnectionOptions) {
    self.options = options
    pool = ConnectionPool(options)
  }

  /// The tenants with jobs that a version can claim now, most urgent first.
  package func tenantsWithDueJobs(engine: Int64) throws(StoreError) -> [String] {
    do throws(SQLError) {
      return try pool.run(Self.dueTenants, [.int(engine)]).map { row throws(SQLError) in
        try row.text(0)
      }
    } catch {
      throw error.storeError
    }
  }

  /// Waits until a recording enters a queue, or for a time.
  package func awaitJobs(_ timeout: Duration) throws(StoreError) {
    try listener.withLock { listener throws(StoreError) in
      do throws(SQLError) {
        if listener == nil {
          let connection = try PostgresConnection(options)
          try connection.run("listen sagevoice_job")
          listener = connection
          // This connection has missed earlier notifications.
          return
        }
        _ = try listener?.awaitNotice(timeout)
      } catch {
        listener = nil
        throw error.storeError
      }
    }
  }

  /// $1 the version. One index lookup per tenant.
  private static let dueTenants = """
    with recursive known(name) as (
      (select tenant::text from sagevoice.job order by tenant limit 1)
      union all
      select (select j.tenant::text from sagevoice.job j where j.tenant > known.name
        order by j.tenant limit 1)
      from known where known.name is not null),
    clock as materialized (
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
    select known.name from known cross join clock cross join lateral (
      (select 10 as priority, 0 as stage, lease_end_ms as since from sagevoice.job j
        where j.tenant = known.name and token is not null and lease_end_ms <= clock.ms and engine <= $1
        order by lease_end_ms limit 1)
      union all
      (select priority, stage, due_ms from sagevoice.job j
        where j.tenant = known.name and token is null and due_ms <= clock.ms and engine <= $1
        order by priority desc, stage, due_ms limit 1)
      limit 1) due
    where known.name is not null order by due.priority desc, due.stage, due.since
    """
}

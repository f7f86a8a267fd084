package import PostgresStore
internal import Synchronization

/// Connections to a database that is away at times, by the number of the call.
package final class OutageLender: ConnectionLender {
  private let pool: ConnectionPool
  private let outages = Mutex(MemoryStoreOutages())

  package init(_ pool: ConnectionPool) { self.pool = pool }

  /// When the database is away.
  package var plan: MemoryStoreOutages.Plan {
    get { outages.withLock { $0.plan } }
    set { outages.withLock { $0.plan = newValue } }
  }

  /// The calls so far.
  package var calls: Int { outages.withLock { $0.calls } }

  /// Whether the plan has come to pass.
  package var wasAway: Bool { outages.withLock { $0.wasAway } }

  package func with<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let outage = outages.withLock { $0.next() }
    if outage == .beforeTheCall { throw .away("the plan") }
    let value = try pool.with(body)
    if outage == .beforeTheAnswer { throw .away("the plan") }
    return value
  }

  package func connect() throws(PostgresError) -> PostgresConnection { try pool.connect() }
}

// Outages of the database of a store, by the number of the transaction.

internal import Platform
package import RecordStore
internal import Synchronization

/// The transactions that fail.
package struct StoreOutages: Sendable {
  /// The moment of a failure.
  package enum Break: Sendable, CaseIterable {
    /// The transaction does not run.
    case beforeTheCall
    /// The transaction commits, and the caller gets an error.
    case beforeTheAnswer
  }

  package enum Plan: Sendable, Equatable {
    case none
    /// `calls` transactions fail, beginning with the number `from` (from 1). Nil: all later ones.
    case away(from: Int, calls: Int?, Break)
  }

  var plan = Plan.none
  var calls = 0
  private(set) var wasAway = false

  /// Counts a transaction. Returns its failure.
  mutating func next() -> Break? {
    calls += 1
    guard case .away(let first, let count, let moment) = plan, calls >= first else { return nil }
    if let count, calls >= first + count { return nil }
    wasAway = true
    return moment
  }
}

/// A database with outages.
package final class OutageDatabase: SQLDatabase {
  private let database: any SQLDatabase
  private let outages = Mutex(StoreOutages())

  package init(_ database: any SQLDatabase) { self.database = database }

  package var dialect: SQLDialect { database.dialect }

  package var plan: StoreOutages.Plan {
    get { outages.withLock { $0.plan } }
    set { outages.withLock { $0.plan = newValue } }
  }

  /// The number of transactions so far.
  package var calls: Int {
    get { outages.withLock { $0.calls } }
    set { outages.withLock { $0.calls = newValue } }
  }

  /// Whether a transaction has failed.
  package var wasAway: Bool { outages.withLock { $0.wasAway } }

  package func checkSchema() throws(StoreError) { try database.checkSchema() }

  package func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value {
    let outage = outages.withLock { $0.next() }
    if outage == .beforeTheCall { throw SQLError.away("the plan") }
    let value = try database.transaction(of: tenant, access, body)
    if outage == .beforeTheAnswer { throw SQLError.away("the plan") }
    return value
  }

  package func lock(_ name: String) throws(StoreError) -> (any FileLock)? {
    try database.lock(name)
  }

  package func scrub() throws(StoreError) { try database.scrub() }
}

/// A store in memory with outages.
package struct MemoryStore: Sendable {
  package let database: OutageDatabase
  package let store: RecordStore

  package init(clock: (any StoreClock)? = nil) throws {
    database = OutageDatabase(try SQLiteDatabase())
    store = try RecordStore(database, tenant: "a", clock: clock)
    database.calls = 0
  }
}

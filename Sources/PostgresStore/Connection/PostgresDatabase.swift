// PostgreSQL as the database of stores.

package import RecordStore

/// A PostgreSQL database with the schema `sagevoice`.
package struct PostgresDatabase: SQLDatabase {
  package let dialect = SQLDialect.postgres
  private let pool: ConnectionPool
  private let steps: [Migration]

  /// - Parameters:
  ///   - pool: Connections of a login that is a member of `sagevoice_clinic`.
  ///   - steps: The steps of the schema that the database must have.
  package init(_ pool: ConnectionPool, with steps: [Migration] = Migration.all) {
    (self.pool, self.steps) = (pool, steps)
  }

  /// A schema of another version is reported before a statement fails on it.
  package func checkSchema() throws(StoreError) {
    var unfit: MigrationError?
    do throws(SQLError) {
      try pool.with { connection throws(SQLError) in
        do throws(MigrationError) {
          try Migrator.checkFit(connection, with: steps)
        } catch {
          if case .database(let fault) = error { throw fault }
          unfit = error
        }
      }
    } catch {
      throw error.storeError
    }
    if let unfit { throw .unusable(unfit.description) }
  }

  package func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value {
    var own: (any Error)?
    do throws(SQLError) {
      return try pool.with { connection throws(SQLError) in
        try connection.transaction(of: tenant, access) { () throws(SQLError) in
          let recorder = FaultRecorder(connection)
          do {
            return try body(recorder)
          } catch {
            own = error
            // The pool drops a lost connection. Any error rolls the transaction back.
            throw recorder.fault ?? .unreadable("the request cannot be processed")
          }
        }
      }
    } catch {
      throw own ?? error
    }
  }

  package func lock(_ name: String) throws(StoreError) -> (any FileLock)? {
    do throws(SQLError) {
      return try AdvisoryLock(PostgresConnection(pool.options), name)
    } catch {
      throw error.storeError
    }
  }

  /// PostgreSQL reuses the space itself.
  package func scrub() {}
}

/// A connection that records the last failure of a statement.
private final class FaultRecorder: SQLConnection {
  private let connection: PostgresConnection
  private(set) var fault: SQLError?

  init(_ connection: PostgresConnection) { self.connection = connection }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> [SQLRow] {
    do throws(SQLError) {
      return try connection.run(sql, parameters)
    } catch {
      fault = error
      throw error
    }
  }
}

/// An advisory lock that lasts as long as its connection.
private final class AdvisoryLock: FileLock {
  private let connection: PostgresConnection
  private let name: String

  /// Returns nil while another process holds the lock. The server may notice the end of a process late, so this waits for
  /// one second [E].
  init?(_ connection: PostgresConnection, _ name: String) throws(SQLError) {
    (self.connection, self.name) = (connection, name)
    try connection.run("select set_config('lock_timeout', '1000', false)")
    do throws(SQLError) {
      try connection.run("select pg_advisory_lock(hashtextextended($1, 0))", [.text(name)])
    } catch {
      guard case .refused(.lockNotAvailable, _) = error else { throw error }
      return nil
    }
  }

  deinit { release() }

  func share() {}

  /// A lost connection has released the lock already.
  func release() {
    _ = try? connection.run("select pg_advisory_unlock(hashtextextended($1, 0))", [.text(name)])
  }
}

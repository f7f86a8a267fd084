// Address, role and settings of a connection.

package import RecordStore
internal import Synchronization

/// Address and role of a connection.
package struct ConnectionOptions: Sendable {
  /// A URL or a connection string of libpq. The PG… variables of the environment supply missing
  /// parts.
  package var address: String

  /// The application name in the server.
  package var program: String

  /// The role of the statements; nil for the login's own.
  package var role: DatabaseRole?

  /// Timeout of a statement in the server, in milliseconds; 0 for none. It is far above the duration
  /// of every statement under load [E].
  package var statementMilliseconds = 60_000

  package init(_ address: String, program: String, as role: DatabaseRole? = nil) {
    (self.address, self.program, self.role) = (address, program, role)
  }

  /// Options before the address, which overrides them. A lost network is detected after 25 s without
  /// an answer on an idle connection, and after 30 s while data are sent.
  private static let defaults = [
    ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
    ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
  ]

  var keywords: [(String, String)] {
    Self.defaults + [
      ("dbname", address), ("application_name", program), ("client_encoding", "UTF8"),
    ]
  }

  /// Settings of every session. An abandoned transaction delays the removal of dead rows for all.
  var settings: [(String, String)] {
    let settings = [
      ("statement_timeout", "\(statementMilliseconds)"), ("lock_timeout", "30000"),
      ("idle_in_transaction_session_timeout", "30000"), ("TimeZone", "UTC"),
      ("search_path", "sagevoice, pg_temp"),
    ]
    return settings + (role.map { [("role", $0.rawValue)] } ?? [])
  }
}

/// The roles of the schema.
package enum DatabaseRole: String, CaseIterable, Sendable {
  case ingest = "sagevoice_ingest"
  case worker = "sagevoice_worker"
  case clinic = "sagevoice_clinic"
  case owner = "sagevoice_owner"
}

/// A connection pool. It holds as many connections as threads that use one at a time; the caller
/// bounds their number.
package final class ConnectionPool: Sendable {
  package let options: ConnectionOptions
  private let idle = Mutex<[PostgresConnection]>([])

  package init(_ options: ConnectionOptions) { self.options = options }

  /// Runs `body` with a connection that no other thread uses.
  package func with<Value>(
    _ body: (PostgresConnection) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    let kept = idle.withLock { $0.popLast() }
    let connection = if let kept { kept } else { try PostgresConnection(options) }
    do throws(SQLError) {
      let value = try body(connection)
      idle.withLock { $0.append(connection) }
      return value
    } catch {
      giveBack(connection, after: error)
      throw error
    }
  }

  /// Runs one statement.
  package func run(_ sql: String, _ parameters: [SQLValue] = []) throws(SQLError) -> [SQLRow] {
    try with { connection throws(SQLError) in try connection.run(sql, parameters) }
  }

  /// After the loss of one connection the others to the same server are closed too.
  private func giveBack(_ connection: PostgresConnection, after fault: SQLError) {
    let isLost = fault.endsConnection || !connection.isUsable
    idle.withLock { idle in
      if isLost { idle.removeAll() } else { idle.append(connection) }
    }
  }
}

// Who is asked, as whom, and with which settings.

/// Who is asked, and as whom.
package struct ConnectionOptions: Sendable {
  /// A URL or a connection string of libpq; what it does not say, the PG… variables of the
  /// environment do.
  package var address: String

  /// What the server calls the program.
  package var program: String

  /// The role that statements run as; nil for the login's own.
  package var role: DatabaseRole?

  /// A statement that takes longer is ended by the server, in milliseconds; 0 for never. Far beyond
  /// what any of them takes beside thousands of others [E].
  package var statementMilliseconds = 60_000

  package init(_ address: String, program: String, as role: DatabaseRole? = nil) {
    (self.address, self.program, self.role) = (address, program, role)
  }

  /// Said before the address, which has the last word. A network that is gone is noticed after 25 s
  /// without an answer, where nothing is being sent; where something is, after 30 s.
  private static let defaults = [
    ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
    ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
  ]

  var keywords: [(String, String)] {
    Self.defaults + [
      ("dbname", address), ("application_name", program), ("client_encoding", "UTF8"),
    ]
  }

  /// What is set for every session. A transaction that nobody goes on with holds up the removal of dead
  /// rows for all.
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

// Errors of the database, and whether a retry can succeed.

/// An error of a connection or a statement.
package enum SQLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No connection. The transaction may have committed.
  case away(String)

  /// The server refused a statement.
  case refused(SQLState, String)

  /// The server sent a reply that this version cannot parse.
  case unreadable(String)

  /// Whether a retry can succeed.
  package var passes: Bool {
    switch self {
    case .away: true
    case .refused(let state, _): state.passes
    case .unreadable: false
    }
  }

  /// Whether the connection is unusable. A server that shuts down reports this before it closes the connection.
  package var endsConnection: Bool {
    switch self {
    case .away: true
    case .refused(let state, _): state.code.hasPrefix("57P") || state.code.hasPrefix("08")
    case .unreadable: false
    }
  }

  /// Whether a prepared statement is missing, or has other columns since a table was changed. Preparing it again can
  /// succeed.
  package var isOutdatedPlan: Bool {
    guard case .refused(let state, _) = self else { return false }
    return state.code == "0A000" || state.code == "26000"
  }

  /// The problem and the next step. It omits the detail of the server, which may contain
  /// values of rows.
  package var description: String {
    switch self {
    case .away(let message):
      "the database cannot be reached: \(message); check that it runs"
    case .refused(let state, let message):
      "the database refused the statement (\(state.code)): \(message)"
    case .unreadable(let found):
      "this version cannot read the answer of the database: \(found); use matching versions"
    }
  }
}

/// The five-character error code of PostgreSQL (Appendix A of its manual).
package struct SQLState: Sendable, Hashable {
  package let code: String

  package init(_ code: String) { self.code = code }

  package static let insufficientPrivilege = SQLState("42501")
  package static let lockNotAvailable = SQLState("55P03")
  package static let missingStatement = SQLState("26000")

  /// Lost connections, conflicts between transactions, exhausted resources, a server that starts or shuts down or is
  /// read-only, missing prepared statements, and timeouts.
  private static let passingClasses: Set<Substring> = ["08", "40", "53", "57", "58"]
  private static let passingCodes: Set<String> = ["25006", "25P03", "26000", "55P03"]

  /// Whether a retry of the statement can succeed.
  package var passes: Bool {
    Self.passingClasses.contains(code.prefix(2)) || Self.passingCodes.contains(code)
  }
}
extension SQLError {
  /// The error of a store. Transient errors are retried. The message of the server is omitted, as
  /// it may contain values of rows.
  package var storeError: StoreError {
    switch self {
    case .away: .away(PlainReason("the database cannot be reached; check that it runs"))
    case .refused(let state, _) where state.passes:
      .away(
        PlainReason("the database refused the statement for now", code: state.code.lowercased()))
    case .refused, .unreadable: .unusable(description)
    }
  }
}

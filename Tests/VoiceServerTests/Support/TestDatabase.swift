// A database for servers of the tests, which can be away.

import PostgresStore
import RecordStore
import TestSupport

/// A tenant's part of an empty database.
final class TestDatabase: Sendable {
  private let database: OutageDatabase

  init() throws {
    let server = try PostgresServer.shared()
    database = OutageDatabase(
      PostgresDatabase(server.pool(to: try server.freshDatabase(), as: .clinic)))
  }

  func store() throws -> RecordStore { try RecordStore(database, tenant: "a") }

  /// Makes the database unavailable after a number of calls, for some calls or until `comeBack`.
  func goAway(for calls: Int? = nil, after: Int = 0) {
    database.plan = .away(from: database.calls + 1 + after, calls: calls, .beforeTheCall)
  }

  func comeBack() { database.plan = .none }

  /// Whether anybody found it away.
  var wasAway: Bool { database.wasAway }

  /// The lines of an actor in the tenant's history.
  func lines(of actor: String) throws -> [String] {
    try store().tenantLines().filter { $0.actor == actor }
      .map { "\($0.action) \($0.field ?? "")" }
  }
}

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

  func store() throws -> SQLStore { try SQLStore(database, tenant: "a") }

  /// Whether the database is away from now on; for so many calls, or until it is said otherwise.
  func goAway(for calls: Int? = nil, after: Int = 0) {
    database.plan = .away(from: database.calls + 1 + after, calls: calls, .beforeTheCall)
  }

  func comeBack() { database.plan = .none }

  /// Whether anybody found it away.
  var wasAway: Bool { database.wasAway }

  /// What the history of the tenant has under a name.
  func lines(of actor: String) throws -> [String] {
    try store().tenantLines().filter { $0.actor == actor }
      .map { "\($0.action) \($0.field ?? "")" }
  }
}

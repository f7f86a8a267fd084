// Verification of a database without keys: chains of histories, anchors, and documents against their histories.

package import RecordStore

/// The result of a verification.
package struct Contents: Sendable, Equatable {
  package let sessions: Int
  package let documents: Int
  package let auditLines: Int
  package let anchors: Int
  package let problems: [String]

  /// Verifies everything that the connection can see.
  package static func check(_ connection: PostgresConnection) throws(SQLError) -> Contents {
    var problems: [String] = []
    for (what, sql) in Anchor.questions {
      for row in try connection.run(sql) { problems.append("\(try row.text(0)): \(what)") }
    }
    for tenant in try connection.run("select tenant::text from sagevoice.store order by 1") {
      problems += try RecordStore.check(connection, tenant: tenant.text(0))
    }
    return Contents(
      sessions: try count("kept_session", connection),
      documents: try count("kept_document", connection),
      auditLines: try count("kept_line", connection) + count("tenant_line", connection),
      anchors: try count("anchor", connection),
      problems: problems)
  }

  private static func count(
    _ table: String, _ connection: PostgresConnection
  ) throws(SQLError) -> Int {
    try connection.run("select count(*) from sagevoice.\(table)").first?.int(0) ?? 0
  }
}

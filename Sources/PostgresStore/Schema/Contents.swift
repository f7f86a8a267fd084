// Whether a database holds what it says: chains that nobody changed, documents that have their sessions' sound
// behind them, and nothing queued that is done.

/// What was found by looking at all of a database.
package struct Contents: Sendable, Equatable {
  package let sessions: Int
  package let documents: Int
  package let auditLines: Int
  package let anchors: Int
  package let problems: [String]

  /// Looks at everything that the connection may see.
  package static func check(_ connection: PostgresConnection) throws(PostgresError) -> Contents {
    var problems: [String] = []
    for (what, sql) in questions + Anchor.questions {
      for row in try connection.run(sql) { problems.append("\(try row.text(0)): \(what)") }
    }
    for tenant in try connection.run("select tenant::text from sagevoice.store order by 1") {
      for (what, sql) in PostgresSessionStore.questions {
        for row in try connection.run(sql, tenant.values) {
          problems.append("\(try row.text(0)): \(what)")
        }
      }
    }
    return Contents(
      sessions: try count("session", connection) + count("kept_session", connection),
      documents: try count("document", connection) + count("kept_document", connection),
      auditLines: try count("audit", connection) + count("kept_line", connection),
      anchors: try count("anchor", connection),
      problems: problems)
  }

  private static func count(
    _ table: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> Int {
    try connection.run("select count(*) from sagevoice.\(table)").first?.int(0) ?? 0
  }

  /// Each gives the sessions with a problem.
  private static let questions = [
    (
      "a line of its history is not what was written, or is not behind the one before it",
      """
      select distinct session::text from (
        select audit.session, number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, sagevoice.audit_hash(audit) as expected
        from sagevoice.audit audit window own as (partition by tenant, session order by number)) line
      where number <> place or previous <> before or hash <> expected order by 1
      """
    ),
    (
      "its history does not tell of a document as it is stored",
      """
      select d.session::text from sagevoice.document d where not exists (
        select from sagevoice.audit a where a.tenant = d.tenant and a.session = d.session
          and a.action = 'analysed' and (a.detail ->> 'tier')::smallint = d.tier
          and a.detail ->> 'document_sha256' = encode(sha256(d.bytes), 'hex')) order by 1
      """
    ),
    (
      "its recording is not there",
      """
      select s.id::text from sagevoice.session s where not exists (
        select from sagevoice.audio a
        where a.tenant = s.tenant and a.recording_sha = s.recording_sha) order by 1
      """
    ),
    (
      "nobody analyses it, and nobody has",
      """
      select s.id::text from sagevoice.session s
      where not exists (select from sagevoice.job j where j.tenant = s.tenant and j.session = s.id)
        and not exists (
          select from sagevoice.document d where d.tenant = s.tenant and d.session = s.id) order by 1
      """
    ),
  ]
}

// Whether the histories of a store are whole, and tell of its documents as they are stored.

package import RecordStore

extension PostgresSessionStore {
  /// What is wrong with what is stored, a sentence for each; none where all is as it was written.
  package func check() throws(StoreError) -> [String] {
    let sessions = try problems(of: nil).map { "\($0.session.text): \($0.problem)" }
    let own = try call { rows throws(StoreError) in
      let broken = try rows.run(Self.tenantQuestion)
      return try rows.read { () throws(PostgresError) in
        try broken.map { row throws(PostgresError) in
          "\(try row.text(0)): \(Self.tenantProblem)"
        }
      }
    }
    return sessions + own
  }

  /// What is wrong with sessions; with all of them for nil.
  func problems(
    of sessions: [SessionID]?
  ) throws(StoreError) -> [(session: SessionID, problem: String)] {
    let wanted = sessions.map { SQLValue.texts($0.map(\.text)) } ?? .null
    return try call { rows throws(StoreError) in
      var found: [(session: SessionID, problem: String)] = []
      for (what, sql) in Self.questions {
        for session in try rows.sessions(sql, wanted) { found.append((session, what)) }
      }
      return found
    }
  }

  /// Each gives the sessions of a tenant with a problem, of those whose names are $2, or of all.
  static let questions = [
    (
      "a line of its history is not what was written, or is not behind the one before it",
      """
      select distinct session from (
        select line.session, number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, sagevoice.kept_line_hash(line) as expected
        from sagevoice.kept_line line
        where tenant = $1 and ($2::text[] is null or session = any ($2::text[]::uuid[]))
        window own as (partition by session order by number)) line
      where number <> place or previous <> before or hash <> expected order by 1
      """
    ),
    (
      "its history does not tell of a document as it is stored",
      """
      select distinct d.session from sagevoice.kept_document d
      where d.tenant = $1 and ($2::text[] is null or d.session = any ($2::text[]::uuid[]))
        and encode(d.sha256, 'hex') is distinct from (
          select l.detail -> 'documents' ->> d.name from sagevoice.kept_line l
          where l.tenant = d.tenant and l.session = d.session and l.detail -> 'documents' ? d.name
          order by l.number desc limit 1) order by 1
      """
    ),
    (
      "it was purged, and is there",
      """
      select id from sagevoice.kept_session s where tenant = $1
        and ($2::text[] is null or id = any ($2::text[]::uuid[])) and exists (
          select from sagevoice.purged p where p.tenant = s.tenant and p.session = s.id) order by 1
      """
    ),
  ]

  static let tenantProblem =
    "a line of its history is not what was written, or is not behind the one before it"

  /// Gives the tenant, if that is so of its own history.
  static let tenantQuestion = """
    select distinct tenant::text from (
      select line.tenant, number, row_number() over own as place, hash, previous,
        lag(hash, 1, ''::bytea) over own as before, sagevoice.tenant_line_hash(line) as expected
      from sagevoice.tenant_line line where tenant = $1
      window own as (order by number)) line
    where number <> place or previous <> before or hash <> expected
    """
}

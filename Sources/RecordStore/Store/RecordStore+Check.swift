// Verification of a tenant without its keys: the database computes hashes. Encrypted documents are not decrypted.

extension RecordStore {
  /// Verifies a tenant of PostgreSQL without its keys. Returns a sentence for each inconsistency.
  package static func check(
    _ connection: any SQLConnection, tenant: String
  ) throws(SQLError) -> [String] {
    let rows = StoreTransaction(connection, .postgres, of: tenant, nil, .unknown, login: "")
    do {
      return try rows.storedProblems() + rows.problemsOfTenant()
    } catch {
      throw error as? SQLError ?? .unreadable("\(error)")
    }
  }
}

extension StoreTransaction {
  private static let brokenHistory =
    "a line of the history was changed, or does not follow the previous line"

  /// Verifies the sessions.
  fileprivate func storedProblems() throws -> [String] {
    let broken = try sessions(
      """
      select distinct session from (
        select line.session, number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, kept_line_hash(line) as expected
        from kept_line line where tenant = $1 window own as (partition by session order by number)) line
      where number <> place or previous <> before or hash <> expected order by 1
      """)
    let differing = try sessions(
      """
      select distinct d.session from kept_document d
      where d.tenant = $1 and \(dialect.documentHash) is distinct from (
        select l.detail -> 'documents' ->> d.name from kept_line l
        where l.tenant = d.tenant and l.session = d.session
          and \(dialect.has("d.name", in: "l.detail -> 'documents'"))
        order by l.number desc limit 1) order by 1
      """)
    let purged = try sessions(
      """
      select id from kept_session s where tenant = $1 and exists (
        select 1 from purged p where p.tenant = s.tenant and p.session = s.id) order by 1
      """)
    func found(_ problem: String, _ ids: [SessionID]) -> [String] {
      ids.map { "\($0.text): \(problem)" }
    }
    return found(Self.brokenHistory, broken)
      + found("a stored document differs from the history", differing)
      + found("the session was purged but still exists", purged)
  }

  /// Verifies the history of the tenant.
  fileprivate func problemsOfTenant() throws -> [String] {
    let broken = try finds(
      """
      select 1 from (
        select number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, tenant_line_hash(line) as expected
        from tenant_line line where tenant = $1 window own as (order by number)) line
      where number <> place or previous <> before or hash <> expected limit 1
      """)
    return broken ? ["\(tenant): \(Self.brokenHistory)"] : []
  }
}

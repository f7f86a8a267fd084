// Verification of a store: unbroken histories, and documents that match them.

internal import Platform

/// An inconsistency of a session.
package struct SQLProblem: Sendable, Equatable {
  package let session: SessionID
  package let problem: String
}

extension SQLStore {
  /// Verifies the whole store. Returns a sentence for each inconsistency.
  package func check() throws(StoreError) -> [String] {
    try read { rows in
      try rows.problems(of: nil).map { "\($0.session.text): \($0.problem)" }
        + rows.problemsOfTenant()
    }
  }

  /// Verifies sessions with their decrypted documents.
  func problems(of sessions: [SessionID]) throws(StoreError) -> [SQLProblem] {
    try read { rows in try sessions.flatMap { try rows.problems(of: $0) } }
  }

  /// Verifies a tenant without its keys: encrypted documents are not opened.
  package static func check(
    _ connection: any SQLConnection, _ dialect: SQLDialect, tenant: String
  ) throws(SQLError) -> [String] {
    let rows = StoreTransaction(connection, dialect, of: tenant, nil, .unknown, login: "")
    do {
      return try rows.storedProblems(of: nil).map { "\($0.session.text): \($0.problem)" }
        + rows.problemsOfTenant()
    } catch {
      throw error as? SQLError ?? .unreadable("\(error)")
    }
  }
}

extension StoreTransaction {
  private static let brokenHistory =
    "a line of the history was changed, or does not follow the previous line"

  /// Verifies a session, or all of them.
  fileprivate func problems(of session: SessionID?) throws -> [SQLProblem] {
    let stored = try storedProblems(of: session)
    let all =
      try session.map { [$0] }
      ?? sessions("select id from kept_session where tenant = $1 order by id")
    return try stored
      + all.filter { try !isWhole($0) }.map {
        SQLProblem(session: $0, problem: "unreadable, or different from its hashes")
      }
  }

  /// Verifies the content that needs no key.
  fileprivate func storedProblems(of session: SessionID?) throws -> [SQLProblem] {
    let one = session.map { [SQLValue.session($0)] } ?? []
    func condition(_ column: String) -> String { one.isEmpty ? "" : "and \(column) = $2" }
    let differing = """
      select distinct d.session from kept_document d
      where d.tenant = $1 \(condition("d.session")) and \(dialect.documentHash) is distinct from (
        select l.detail -> 'documents' ->> d.name from kept_line l
        where l.tenant = d.tenant and l.session = d.session
          and \(dialect.has("d.name", in: "l.detail -> 'documents'"))
        order by l.number desc limit 1) order by 1
      """
    let purged = """
      select id from kept_session s where tenant = $1 \(condition("id")) and exists (
        select 1 from purged p where p.tenant = s.tenant and p.session = s.id) order by 1
      """
    func found(_ problem: String, _ ids: [SessionID]) -> [SQLProblem] {
      ids.map { SQLProblem(session: $0, problem: problem) }
    }
    return found(Self.brokenHistory, try brokenHistories(condition("session"), one))
      + found("a stored document differs from the history", try sessions(differing, with: one))
      + found("the session was purged but still exists", try sessions(purged, with: one))
  }

  private func brokenHistories(_ condition: String, _ one: [SQLValue]) throws -> [SessionID] {
    if dialect == .postgres {
      return try sessions(
        """
        select distinct session from (
          select line.session, number, row_number() over own as place, hash, previous,
            lag(hash, 1, ''::bytea) over own as before, kept_line_hash(line) as expected
          from kept_line line where tenant = $1 \(condition)
          window own as (partition by session order by number)) line
        where number <> place or previous <> before or hash <> expected order by 1
        """, with: one)
    }
    let lines = try run(
      """
      select session, number, at_microseconds, actor, null, session, action, detail, previous, hash
      from kept_line where tenant = $1 \(condition) order by session, number
      """, with: one)
    return try brokenHistories(in: lines).compactMap { SessionID($0) }
  }

  /// Verifies the history of the tenant.
  fileprivate func problemsOfTenant() throws -> [String] {
    if dialect == .postgres {
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
    let lines = try run(
      """
      select tenant, number, at_microseconds, login, actor, coalesce(user_hash, ''), action, detail,
        previous, hash
      from tenant_line where tenant = $1 order by number
      """)
    return try brokenHistories(in: lines).map { "\($0): \(Self.brokenHistory)" }
  }

  /// The histories with a gap or a changed line. Columns: history, number, time, login, actor, owner, action, detail,
  /// previous hash, hash.
  private func brokenHistories(in lines: [SQLRow]) throws -> [String] {
    var broken: [String] = []
    var (history, number, hash) = ("", 0, "")
    for line in lines {
      let name = try line.text(0)
      if name != history { (history, number, hash) = (name, 0, "") }
      let found = HistoryLine(
        number: try line.int(1), microseconds: Int64(try line.int(2)), login: try line.text(3),
        actor: line.isNull(4) ? nil : try line.text(4), owner: try line.text(5),
        action: try line.text(6), detail: try line.text(7), previous: try line.text(8))
      let isNext = found.number == number + 1 && found.previous == hash
      (number, hash) = (found.number, try line.text(9))
      if !isNext || form.names.chainHash(found) != hash, broken.last != name { broken.append(name) }
    }
    return broken
  }

  /// Whether header, state and documents can be read, and documents match their hashes.
  private func isWhole(_ id: SessionID) throws -> Bool {
    let isWhole = try unlessDamaged {
      _ = try session(id)
      // PostgreSQL computes the hashes of plain documents from their bytes.
      if dialect == .postgres, form.sealing == nil { return true }
      return try hashes(of: id).allSatisfy { name, sha256 in
        guard let document = SessionDocument(rawValue: name),
          let bytes = try read(document, of: id)
        else { return false }
        return StoreSecrets.sha256(of: bytes) == sha256
      }
    }
    return isWhole ?? false
  }
}

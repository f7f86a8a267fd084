// Whether the histories of a store are whole, and tell of its documents as they are stored.

package import RecordStore
internal import VoicePipeline

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
      found += try rows.brokenSeals(of: sessions)
      return found
    }
  }

  /// Each gives the sessions of a tenant with a problem, of those whose names are $2, or of all.
  static let questions = [
    (
      "a line of the history was changed, or does not follow the previous line",
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
      "a stored document differs from the history",
      """
      select distinct d.session from sagevoice.kept_document d
      where d.tenant = $1 and ($2::text[] is null or d.session = any ($2::text[]::uuid[]))
        and coalesce(d.content_sha, encode(d.sha256, 'hex')) is distinct from (
          select l.detail -> 'documents' ->> d.name from sagevoice.kept_line l
          where l.tenant = d.tenant and l.session = d.session and l.detail -> 'documents' ? d.name
          order by l.number desc limit 1) order by 1
      """
    ),
    (
      "the session was purged but still exists",
      """
      select id from sagevoice.kept_session s where tenant = $1
        and ($2::text[] is null or id = any ($2::text[]::uuid[])) and exists (
          select from sagevoice.purged p where p.tenant = s.tenant and p.session = s.id) order by 1
      """
    ),
  ]

  /// What is wrong with a session whose contents are not what its rows say.
  static let sealProblem = "encrypted data do not decrypt, or differ from the history"

  static let tenantProblem =
    "a line of the history was changed, or does not follow the previous line"

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

extension StoreRows {
  /// Sessions whose encrypted documents are not what they say; none where nothing is encrypted. The database itself
  /// can hold only the others to their hashes.
  fileprivate func brokenSeals(
    of sessions: [SessionID]?
  ) throws(StoreError) -> [(session: SessionID, problem: String)] {
    guard form.sealing != nil else { return [] }
    let all: [SessionID]
    if let sessions {
      all = sessions
    } else {
      all = try self.sessions("select id from sagevoice.kept_session where tenant = $1 order by id")
    }
    var found: [(session: SessionID, problem: String)] = []
    for session in all where try !isWhole(session) {
      found.append((session, PostgresSessionStore.sealProblem))
    }
    return found
  }

  private func isWhole(_ id: SessionID) throws(StoreError) -> Bool {
    let hashes = try hashes(of: id)
    do throws(StoreError) {
      _ = try session(id)
      for (name, sha256) in hashes {
        guard let document = SessionDocument(rawValue: name),
          let bytes = try read(document, of: id),
          Fingerprint.sha256(of: bytes) == sha256
        else { return false }
      }
      return true
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }
}

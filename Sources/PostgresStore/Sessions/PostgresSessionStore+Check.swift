// Whether the histories of a store are whole, and tell of its documents as they are stored.

package import RecordStore

extension PostgresSessionStore {
  /// What is wrong with what is stored, a sentence for each; none where all is as it was written.
  package func check() throws(StoreError) -> [String] {
    try call { rows throws(StoreError) in
      var found: [String] = []
      for (what, sql) in Self.questions {
        for session in try rows.sessions(sql) { found.append("\(session.text): \(what)") }
      }
      return found
    }
  }

  /// Each gives the sessions of a tenant with a problem.
  static let questions = [
    (
      "a line of its history is not what was written, or is not behind the one before it",
      """
      select distinct session from (
        select line.session, number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, sagevoice.kept_line_hash(line) as expected
        from sagevoice.kept_line line where tenant = $1
        window own as (partition by session order by number)) line
      where number <> place or previous <> before or hash <> expected order by 1
      """
    ),
    (
      "its history does not tell of a document as it is stored",
      """
      select distinct d.session from sagevoice.kept_document d
      where d.tenant = $1 and encode(d.sha256, 'hex') is distinct from (
        select l.detail -> 'documents' ->> d.name from sagevoice.kept_line l
        where l.tenant = d.tenant and l.session = d.session and l.detail -> 'documents' ? d.name
        order by l.number desc limit 1) order by 1
      """
    ),
    (
      "it was purged, and is there",
      """
      select id from sagevoice.kept_session s where tenant = $1 and exists (
        select from sagevoice.purged p where p.tenant = s.tenant and p.session = s.id) order by 1
      """
    ),
  ]
}

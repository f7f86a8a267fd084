// Whether a database holds what it says: chains that nobody changed, documents that have their sessions' sound
// behind them, and nothing queued that is done.

internal import JobRunner
package import RecordStore

/// What was found by looking at all of a database.
package struct Contents: Sendable, Equatable {
  package let sessions: Int
  package let documents: Int
  package let auditLines: Int
  package let anchors: Int
  package let problems: [String]

  /// Looks at everything that the connection may see.
  /// - Parameters:
  ///   - sound: Where sound lies that is not in the database.
  ///   - form: That of the board, to look at what is encrypted too; nil where nobody has its key.
  package static func check(
    _ connection: PostgresConnection, sound: (any SoundStore)? = nil, form: BoardForm? = nil
  ) throws(SQLError) -> Contents {
    var problems: [String] = []
    for (what, sql) in questions + Anchor.questions {
      for row in try connection.run(sql) { problems.append("\(try row.text(0)): \(what)") }
    }
    for tenant in try connection.run("select tenant::text from sagevoice.store order by 1") {
      problems += try SQLStore.check(connection, tenant: tenant.text(0))
    }
    problems += try unlikeTheirNames(connection, sound, form)
    return Contents(
      sessions: try count("session", connection) + count("kept_session", connection),
      documents: try count("document", connection) + count("kept_document", connection),
      auditLines: try count("audit", connection) + count("kept_line", connection)
        + count("tenant_line", connection),
      anchors: try count("anchor", connection),
      problems: problems)
  }

  /// Sound and documents, where it takes more than the database to say whether they are what was put in: sound in files,
  /// and what is encrypted.
  private static func unlikeTheirNames(
    _ connection: PostgresConnection, _ sound: (any SoundStore)?, _ form: BoardForm?
  ) throws(SQLError) -> [String] {
    var problems: [String] = []
    for row in try connection.run(soundToRead, [.bool(form?.isSealed ?? false)]) {
      let name = SoundName(tenant: try row.text(1), sha256: try row.text(2))
      if let problem = problem(with: name, connection, sound ?? DatabaseSound(), form) {
        problems.append("\(try row.text(0)): the recording \(problem)")
      }
    }
    guard let form, form.isSealed else { return problems }
    for row in try connection.run("select distinct tenant::text from sagevoice.document order by 1")
    {
      problems += documentsThatDoNotOpen(
        BoardResults(connection, of: try row.text(0), form: form))
    }
    return problems
  }

  private static func documentsThatDoNotOpen(_ all: BoardResults) -> [String] {
    var (results, problems): (BoardResults, [String]) = (all, [])
    do throws(StoreError) {
      while true {
        let page = try results.next()
        if page.isEmpty { return problems }
        for document in page {
          do throws(StoreError) {
            _ = try results.opened(document)
          } catch {
            problems.append("\(document.session.text): \(error.description)")
          }
        }
      }
    } catch {
      return problems + ["documents cannot be read: \(error.description)"]
    }
  }

  private static func problem(
    with name: SoundName, _ connection: PostgresConnection, _ sound: any SoundStore,
    _ form: BoardForm?
  ) -> String? {
    do throws(SoundFault) {
      guard let bytes = try sound.bytes(of: name, in: connection) else { return "is missing" }
      do throws(StoreError) {
        let found = try (form ?? .plain).recording(bytes, keptAs: name, connection)
        return found == .changed ? "was changed" : nil
      } catch .keyNeeded {
        return nil
      } catch {
        throw .place(error)
      }
    } catch {
      return "cannot be read: \(error.description)"
    }
  }

  /// $1 whether to read what is encrypted too. That of the database in plain cannot have changed: it is held to its name.
  private static let soundToRead = """
    select s.id::text, s.tenant::text, encode(s.recording_sha, 'hex') from sagevoice.session s
    where not exists (
      select from sagevoice.audio a
      where a.tenant = s.tenant and a.recording_sha = s.recording_sha
        and not ($1 and sagevoice.is_sealed(a.bytes))) order by 1
    """

  private static func count(
    _ table: String, _ connection: PostgresConnection
  ) throws(SQLError) -> Int {
    try connection.run("select count(*) from sagevoice.\(table)").first?.int(0) ?? 0
  }

  /// Each gives the sessions with a problem.
  private static let questions = [
    (
      "a line of the history was changed, or does not follow the previous line",
      """
      select distinct session::text from (
        select audit.session, number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, sagevoice.audit_hash(audit) as expected
        from sagevoice.audit audit window own as (partition by tenant, session order by number)) line
      where number <> place or previous <> before or hash <> expected order by 1
      """
    ),
    (
      "a stored document differs from the history",
      """
      select d.session::text from sagevoice.document d where not exists (
        select from sagevoice.audit a where a.tenant = d.tenant and a.session = d.session
          and a.action = 'analysed' and (a.detail ->> 'tier')::smallint = d.tier
          and a.detail ->> 'document_sha256' = encode(sha256(d.bytes), 'hex')) order by 1
      """
    ),
    (
      "the session has neither a job nor a document",
      """
      select s.id::text from sagevoice.session s
      where not exists (select from sagevoice.job j where j.tenant = s.tenant and j.session = s.id)
        and not exists (
          select from sagevoice.document d where d.tenant = s.tenant and d.session = s.id) order by 1
      """
    ),
  ]
}

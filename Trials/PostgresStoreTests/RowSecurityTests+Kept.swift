// The tables of a store, and the rights on their rows.

extension RowSecurityTests {
  /// Tables with rows of persons.
  static let tablesOfPeople = [
    "kept_session", "kept_document", "kept_line", "kept_version", "kept_person_document",
    "tenant_line", "job", "job_file",
  ]

  static let tables =
    tablesOfPeople
    + ["store", "purged", "failed_file", "stranded_file", "retention_notice", "inbox_file"]

  static let contents = [
    "insert into sagevoice.store (tenant, secret) values ($1, sha256($1::bytea))",
    """
    insert into sagevoice.kept_session (tenant, id, user_hash)
    values ($1, gen_random_uuid(), 'p-' || $1)
    """,
    """
    insert into sagevoice.kept_document (tenant, session, name, bytes)
    select tenant, id, 'quick', '{}' from sagevoice.kept_session where tenant = $1
    """,
    """
    insert into sagevoice.kept_line (tenant, session, action)
    select tenant, id, 'claimed' from sagevoice.kept_session where tenant = $1
    """,
    """
    insert into sagevoice.job (tenant, session, stage, tiers, engine, due_ms, most_attempts)
    select tenant, id, 0, 'both', 1, 0, 5 from sagevoice.kept_session where tenant = $1
    """,
    """
    insert into sagevoice.job_file (tenant, session, name, bytes)
    select tenant, id, 'recording', 'sound' from sagevoice.kept_session where tenant = $1
    """,
    "insert into sagevoice.purged (tenant, session) values ($1, gen_random_uuid())",
    """
    insert into sagevoice.tenant_line (tenant, user_hash, action)
    values ($1, 'p-' || $1, 'person_kept')
    """,
    """
    insert into sagevoice.kept_version (tenant, user_hash, kind, number, bytes)
    values ($1, 'p-' || $1, 'person', 1, '{}')
    """,
    """
    insert into sagevoice.kept_person_document (tenant, user_hash, name, bytes)
    values ($1, 'p-' || $1, 'journey', '{}')
    """,
    """
    insert into sagevoice.failed_file (tenant, name, sha256, report, bytes)
    values ($1, 'a.wav', 'h', '{}', '')
    """,
    "insert into sagevoice.stranded_file (tenant, path, report) values ($1, '/a', '{}')",
    """
    insert into sagevoice.retention_notice (tenant, session, what, announced_ms)
    values ($1, gen_random_uuid(), 'audio', 1)
    """,
    """
    insert into sagevoice.inbox_file (tenant, inbox, name, stamp, session)
    values ($1, 'inbox', 'file', '1', gen_random_uuid())
    """,
  ]

  /// Rows that a login reads for tenant `a`.
  static func seen(_ login: Login, _ table: String) -> Answer {
    switch login {
    case .clinic: .rows("a")
    // The owner appends lines after the last one.
    case .owner: .rows(["kept_line", "tenant_line"].contains(table) ? "a b" : "")
    case .ingest: ["store", "kept_session"].contains(table) ? .rows("a") : .denied
    // Workers find the tenants with due jobs.
    case .worker: table == "job" ? .rows("a b") : .denied
    case .unprivileged: .denied
    }
  }

  /// Columns and values of a new row.
  static func insertion(into table: String) -> (String, String)? {
    switch table {
    case "store": ("secret", "sha256('s')")
    case "kept_session": ("id, user_hash", "gen_random_uuid(), 'new'")
    case "kept_document": ("session, name, bytes", "gen_random_uuid(), 'quick', '{}'")
    case "kept_line": ("session, action", "gen_random_uuid(), 'x'")
    case "job":
      (
        "session, stage, tiers, engine, due_ms, most_attempts",
        "gen_random_uuid(), 0, 'both', 1, 0, 5"
      )
    case "job_file": ("session, name, bytes", "gen_random_uuid(), 'recording', ''")
    case "purged": ("session", "gen_random_uuid()")
    case "tenant_line": ("user_hash, action", "'new', 'x'")
    case "kept_version": ("user_hash, kind, number, bytes", "'new', 'person', 1, '{}'")
    case "kept_person_document": ("user_hash, name, bytes", "'new', 'journey', '{}'")
    case "failed_file": ("name, sha256, report, bytes", "'a', 'h', '{}', ''")
    case "stranded_file": ("path, report", "'/b', '{}'")
    case "retention_notice": ("session, what, announced_ms", "gen_random_uuid(), 'audio', 1")
    case "inbox_file": ("inbox, name, stamp, session", "'i', 'n', '1', gen_random_uuid()")
    default: nil
    }
  }

  /// Expected result of an insertion. The clinic has a store, and inserts nothing into a hidden session.
  static func adding(_ login: Login, _ table: String) -> Answer {
    switch (login, table) {
    case (.clinic, "store"): .refused("23505")
    case (.clinic, "kept_document"), (.clinic, "kept_line"), (.clinic, "job"),
      (.clinic, "job_file"):
      .denied
    case (.clinic, _): .rows("")
    case (.ingest, "kept_session"): .rows("")
    // The session is missing.
    case (.ingest, "kept_line"), (.ingest, "job"), (.ingest, "job_file"): .refused("23503")
    default: .denied
    }
  }

  /// Expected result of an update or delete by the clinic. Histories, reserved names, versions and files are immutable.
  static func change(_ table: String, _ verb: String) -> Answer {
    switch (table, verb) {
    case ("store", _), ("purged", _), ("kept_line", _), ("tenant_line", _): .denied
    case ("job_file", "update"), ("kept_version", "update"), ("failed_file", "update"),
      ("inbox_file", "update"),
      ("stranded_file", "update"):
      .denied
    case _ where tables.contains(table): .rows("a")
    default: .denied
    }
  }
}

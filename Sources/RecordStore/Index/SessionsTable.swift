// The SQL of the table of sessions, all of it.

internal import GRDB
internal import VoiceTypes

/// One row per session.
enum SessionsTable {
  /// The table, as of version 1 of the index.
  static let creation = """
    CREATE TABLE sessions (
      id TEXT NOT NULL PRIMARY KEY,
      place INTEGER NOT NULL,
      created_ms INTEGER,
      user TEXT,
      state TEXT,
      tier TEXT,
      name TEXT,
      context TEXT,
      identity TEXT,
      parent TEXT,
      log_length INTEGER NOT NULL,
      log_hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX sessions_by_identity ON sessions (identity, place);
    CREATE INDEX sessions_by_user ON sessions (user, place);
    CREATE INDEX sessions_by_place ON sessions (place);
    """

  /// What version 2 adds. The rows are written anew from the folders: they do not know it.
  static let whoseAndWhich = """
    ALTER TABLE sessions ADD COLUMN person TEXT;
    ALTER TABLE sessions ADD COLUMN reference TEXT;
    ALTER TABLE sessions ADD COLUMN recording TEXT;
    CREATE INDEX sessions_by_reference ON sessions (reference, place);
    CREATE INDEX sessions_by_recording ON sessions (recording, place);
    DELETE FROM sessions;
    """

  /// What version 3 adds: all that lists show. The rows are written anew from the folders.
  static let whatListsShow = """
    ALTER TABLE sessions ADD COLUMN verdict TEXT;
    ALTER TABLE sessions ADD COLUMN recorded_at TEXT;
    ALTER TABLE sessions ADD COLUMN recorded_ms INTEGER;
    ALTER TABLE sessions ADD COLUMN duration_s REAL;
    ALTER TABLE sessions ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN sealed TEXT;
    CREATE INDEX sessions_by_name ON sessions (name, place);
    CREATE INDEX sessions_by_verdict ON sessions (verdict, place);
    CREATE INDEX sessions_by_recording_time ON sessions (recorded_ms, place);
    CREATE INDEX sessions_by_import ON sessions (place) WHERE imported = 1;
    DELETE FROM sessions;
    """

  /// What version 5 adds: few sessions amend others.
  static let whatAmends =
    "CREATE INDEX sessions_by_parent ON sessions (parent, place) WHERE parent IS NOT NULL"

  /// The place of a session never changes; the rest is that of its latest change, which is that of
  /// the longest log: another program may have looked earlier and come later.
  private static let putting = """
    INSERT INTO sessions (id, place, imported, created_ms, user, state, tier, verdict, name,
      recorded_at, recorded_ms, duration_s, context, identity, parent, person, reference, recording,
      sealed, log_length, log_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET created_ms = excluded.created_ms, user = excluded.user,
      state = excluded.state, tier = excluded.tier, verdict = excluded.verdict,
      name = excluded.name, recorded_at = excluded.recorded_at,
      recorded_ms = excluded.recorded_ms, duration_s = excluded.duration_s,
      context = excluded.context, identity = excluded.identity, parent = excluded.parent,
      person = excluded.person, reference = excluded.reference, recording = excluded.recording,
      sealed = excluded.sealed, log_length = excluded.log_length, log_hash = excluded.log_hash
      WHERE excluded.log_length >= log_length
    """

  static func put(_ session: IndexedSession, in database: Database) throws {
    let row = session.summary
    try database.cachedStatement(sql: putting).execute(
      arguments: [
        row.id.text, row.order, row.isImported, row.createdAt?.milliseconds, row.user?.text,
        row.state?.rawValue, row.tier?.rawValue, row.verdict?.rawValue, row.name, row.recordedAt,
        row.recordingTime?.milliseconds, row.durationSeconds, row.context, row.identity?.text,
        row.parent?.text, row.person?.rawValue, row.reference, row.recording?.text,
        session.sealed.map { Hex.text(of: $0) }, row.logLength, row.logHash,
      ])
  }

  static func remove(_ id: SessionID, from database: Database) throws {
    try database.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [id.text])
  }

  static func removeAll(from database: Database) throws {
    try database.execute(sql: "DELETE FROM sessions")
  }

  /// The length of each session's log when its row was written.
  static func logLengths(in database: Database) throws -> [String: Int] {
    let rows = try Row.fetchAll(database, sql: "SELECT id, log_length FROM sessions")
    return Dictionary(
      rows.map { ($0["id"] as String, $0["log_length"] as Int) }, uniquingKeysWith: { $1 })
  }

  /// The length of a session's log when its row was written.
  static func logLength(of id: SessionID, in database: Database) throws -> Int? {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT log_length FROM sessions WHERE id = ?"),
      arguments: [id.text])
  }

  /// The sessions of a query, newest first.
  static func rows(
    _ query: SessionQuery, in database: Database
  ) throws -> [IndexedSession] {
    let terms = terms(of: query)
    let condition = terms.isEmpty ? "" : "WHERE " + terms.map(\.sql).joined(separator: " AND ")
    let arguments = terms.flatMap(\.values) + [query.limit ?? -1]
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM sessions \(condition) ORDER BY place DESC, id DESC LIMIT ?"),
      arguments: StatementArguments(arguments))
    return rows.compactMap(IndexedSession.init(row:))
  }

  private typealias Term = (sql: String, values: [any DatabaseValueConvertible])

  private static func terms(of query: SessionQuery) -> [Term] {
    var terms: [Term] = []
    func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
      if let value { terms.append((sql, [value])) }
    }
    add("user = ?", query.user?.text)
    add("created_ms >= ?", query.from?.milliseconds)
    add("created_ms < ?", query.until?.milliseconds)
    add("recorded_ms >= ?", query.recordedFrom?.milliseconds)
    add("recorded_ms < ?", query.recordedUntil?.milliseconds)
    add("tier = ?", query.tier?.rawValue)
    if !query.states.isEmpty {
      let marks = query.states.map { _ in "?" }.joined(separator: ", ")
      terms.append(("state IN (\(marks))", query.states.map(\.rawValue).sorted()))
    }
    add("verdict = ?", query.verdict?.rawValue)
    add("name = ?", query.name)
    add("context = ?", query.context)
    add("reference = ?", query.reference)
    add("recording = ?", query.recording?.text)
    add("identity = ?", query.identity?.text)
    add("parent = ?", query.parent?.text)
    add("id = ?", query.session?.text)
    // As the index of the imported ones has it, which holds no others.
    if let isImported = query.isImported {
      terms.append((isImported ? "imported = 1" : "imported = 0", []))
    }
    if let after = query.after {
      terms.append(("(place, id) < (?, ?)", [after.order, after.id.text]))
    }
    return terms
  }
}

extension IndexedSession {
  fileprivate init?(row: Row) {
    guard let summary = SessionSummary(row: row) else { return nil }
    self.init(
      summary: summary,
      sealed: (row["sealed"] as String?).flatMap { Hex.bytes(of: Array($0.utf8)) })
  }
}

extension SessionSummary {
  fileprivate init?(row: Row) {
    guard let id = SessionID(row["id"] as String) else { return nil }
    self.init(
      id: id, SessionArrival(order: row["place"], isImported: row["imported"]),
      log: (length: row["log_length"], hash: row["log_hash"]))
    createdAt = (row["created_ms"] as Int64?).map(StoreTime.init(milliseconds:))
    user = (row["user"] as String?).map(UserHash.init(text:))
    state = (row["state"] as String?).flatMap(SessionState.init(rawValue:))
    tier = (row["tier"] as String?).flatMap(Tier.init(rawValue:))
    verdict = (row["verdict"] as String?).flatMap(Verdict.init(rawValue:))
    name = row["name"]
    recordedAt = row["recorded_at"]
    durationSeconds = row["duration_s"]
    context = row["context"]
    person = (row["person"] as String?).flatMap(SessionPerson.init(rawValue:))
    reference = row["reference"]
    recording = (row["recording"] as String?).map(RecordingHash.init(text:))
    identity = (row["identity"] as String?).map(RecordingIdentity.init(text:))
    parent = (row["parent"] as String?).flatMap(SessionID.init)
  }
}

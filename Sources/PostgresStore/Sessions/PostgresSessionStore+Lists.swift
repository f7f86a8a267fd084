// Lists of sessions and people, and who was shown what of them.

package import RecordStore
internal import VoiceTypes

extension PostgresSessionStore: ServedStore {
  package func now() throws(StoreError) -> StoreTime {
    try call { rows throws(StoreError) in try rows.now() }
  }

  package func checkThatAnswering() throws(StoreError) { _ = try now() }

  package func people() throws(StoreError) -> [UserHash] {
    try call { rows throws(StoreError) in
      let found = try rows.run(
        """
        select user_hash from (
          select user_hash from sagevoice.kept_version where tenant = $1 and kind = 'person'
          union select user_hash from sagevoice.kept_person_document where tenant = $1) person
        order by user_hash collate "C"
        """)
      return try rows.read { () throws(PostgresError) in
        try found.map { row throws(PostgresError) in UserHash(text: try row.text(0)) }
      }
    }
  }

  package func userID(of user: UserHash) throws(StoreError) -> String? {
    try call { rows throws(StoreError) in
      let person: KeptPerson? = try rows.last("person", of: user)
      if let id = person?.userID { return id }
      let baseline: KeptBaseline? = try rows.last("baseline", of: user)
      return baseline?.userID
    }
  }

  /// Who reads a database in plain reads past any log: as in a store of folders without a key, only those are told
  /// of who see it through a program.
  package func disclose(_ disclosure: Disclosure) throws(StoreError) {
    try disclose(disclosure, folders: [])
  }

  /// - Parameter folders: Of people who leave the store, as a store of folders calls them.
  func disclose(_ disclosure: Disclosure, folders: [String]) throws(StoreError) {
    let fields = disclosure.fields(folders)
    guard AuditActor.acting != nil, !fields.isEmpty else { return }
    try call { rows throws(StoreError) in
      for field in fields {
        rows.tell(disclosure.action, of: nil, ["field": .string(field)])
      }
    }
  }

  /// The history of the tenant, oldest first: on whose behalf what was done; nil for the program's own.
  package func tenantLines() throws(StoreError) -> [(
    actor: String?, action: String, field: String?
  )] {
    try call { rows throws(StoreError) in
      let lines = try rows.run(
        """
        select actor, action, detail ->> 'field' from sagevoice.tenant_line
        where tenant = $1 order by number
        """)
      return try rows.read { () throws(PostgresError) in
        try lines.map { line throws(PostgresError) in
          (
            line.isNull(0) ? nil : try line.text(0), try line.text(1),
            line.isNull(2) ? nil : try line.text(2)
          )
        }
      }
    }
  }

  // MARK: - Sessions

  /// Rows that are read at a time [E].
  private static let rowsAtOnce = 1000

  package func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    var found: [SessionSummary] = []
    var part = query
    let atOnce = min(query.limit ?? Self.rowsAtOnce, Self.rowsAtOnce)
    while true {
      let search = SessionSearch(part, by: names, atMost: atOnce)
      let rows = try call { rows throws(StoreError) in try rows.summaries(search, by: names) }
      // What columns are not asked for, the bytes of the header say.
      found += rows.compactMap(\.summary).filter(query.matches)
      if let limit = query.limit, found.count >= limit { return Array(found.prefix(limit)) }
      guard rows.count == atOnce, let last = rows.last else { return found }
      part.after = last.cursor
    }
  }
}

/// The statement of a query.
private struct SessionSearch {
  /// The columns that sessions are asked for by, each with what is put in place of `?`.
  private(set) var terms: [(sql: String, value: SQLValue)] = []
  let limit: Int

  init(_ query: SessionQuery, by names: StoreNames, atMost limit: Int) {
    self.limit = limit
    add("id = ?::text::uuid", query.session?.text)
    add("user_hash = ?", query.user?.text)
    add("identity = ?", query.identity?.text)
    add("parent = ?::text::uuid", query.parent?.text)
    add("tier = ?", query.tier?.rawValue)
    add("verdict = ?", query.verdict?.rawValue)
    add("recording_name = ?", query.name.map { names.column($0, .recordingName) })
    add("context = ?", query.context.map { names.column($0, .context) })
    add("reference = ?", query.reference.map { names.column($0, .reference) })
    if !query.states.isEmpty {
      terms.append(("state_name = any (?)", .texts(query.states.map(\.rawValue).sorted())))
    }
    if let from = query.from { terms.append(("created_ms >= ?", .int(from.milliseconds))) }
    if let until = query.until { terms.append(("created_ms < ?", .int(until.milliseconds))) }
    if let after = query.after { terms.append(("place < ?", .int(Int64(after.order)))) }
  }

  private mutating func add(_ sql: String, _ text: String?) {
    guard text != nil else { return }
    terms.append((sql, .listed(text)))
  }

  /// The statement, whose $1 is the tenant.
  var sql: String {
    let conditions = terms.enumerated().map { index, term in
      " and "
        + term.sql.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: "$\(index + 2)")
    }
    return """
      select id::text, place, header, state, tier, verdict from sagevoice.kept_session
      where tenant = $1\(conditions.joined()) order by place desc limit \(limit)
      """
  }
}

extension StoreRows {
  /// The documents that say what came of a recording.
  static let results: Set<String> = [
    SessionDocument.computed.rawValue, SessionDocument.quick.rawValue,
  ]

  /// Puts tier and verdict of a session beside it, as its documents have them.
  func findResults(of id: SessionID) throws(StoreError) {
    let computed = try read(.computed, of: id)
    let quick = computed == nil ? try read(.quick, of: id) : nil
    let tier: Tier? = computed != nil ? .comprehensive : quick != nil ? .quick : nil
    let verdict = (computed ?? quick).flatMap { RecordStore.verdict(in: $0) }
    try run(
      """
      update sagevoice.kept_session set tier = $3, verdict = $4
      where tenant = $1 and id = $2::text::uuid
      """, .session(id), .optional(tier?.rawValue), .optional(verdict?.rawValue))
  }

  /// Rows of a list; the summary of a damaged session is nil.
  fileprivate func summaries(
    _ search: SessionSearch, by names: StoreNames
  ) throws(StoreError) -> [(cursor: SessionCursor, summary: SessionSummary?)] {
    let rows = try run(search.sql, with: search.terms.map(\.value))
    return try rows.map { row throws(StoreError) in
      let (id, order) = try read { () throws(PostgresError) in (try row.text(0), try row.int(1)) }
      guard let session = SessionID(id) else {
        throw .unusable("the session id in the database is invalid")
      }
      let cursor = SessionCursor(order: order, id: session)
      let filed = try unlessDamaged { () throws(StoreError) in
        try contents(of: session, header: row.values[2], state: row.values[3])
      }
      guard let found = filed else { return (cursor, nil) }
      var summary = SessionSummary(
        of: session, order: order, found.header, found.state?.state, by: names)
      try read { () throws(PostgresError) in
        summary.tier = row.isNull(4) ? nil : Tier(rawValue: try row.text(4))
        summary.verdict = row.isNull(5) ? nil : Verdict(rawValue: try row.text(5))
      }
      return (cursor, summary)
    }
  }
}

extension SQLValue {
  /// A text that is asked for. A column holds no character 0, which the bytes of a header may: such a one is
  /// not found by.
  static func listed(_ text: String?) -> SQLValue {
    guard let text, !text.utf8.contains(0) else { return .null }
    return .text(text)
  }
}

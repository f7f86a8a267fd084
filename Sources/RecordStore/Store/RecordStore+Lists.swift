// Lists of sessions and people, and the access log.

package import VoiceTypes

extension RecordStore {
  package func now() throws(StoreError) -> StoreTime {
    try read { rows in try rows.now() }
  }

  package func checkConnection() throws(StoreError) { _ = try now() }

  package func people() throws(StoreError) -> [UserHash] {
    try read { rows in try rows.users("and kind = 'person'") }
  }

  package func userID(of user: UserHash) throws(StoreError) -> String? {
    try read { rows in try rows.userID(of: user) }
  }

  /// Records access by a person or program, and every access to an encrypted store. Direct access to a plain store
  /// leaves no record, because its files are readable without the program.
  /// - Parameter folders: Paths of exported people.
  package func disclose(_ disclosure: Disclosure, folders: [String] = []) throws(StoreError) {
    let fields = disclosure.fields(folders)
    guard isEncrypted || AuditActor.acting != nil, !fields.isEmpty else { return }
    try write { rows in
      for field in fields { rows.log(disclosure.action, of: nil, ["field": .string(field)]) }
    }
  }

  /// The history of the tenant, oldest first. `actor` is nil for the program itself.
  package func tenantLines() throws(StoreError) -> [(
    actor: String?, login: String, action: String, field: String?
  )] {
    try read { rows in
      let lines = try rows.run(
        """
        select actor, login, action, detail ->> 'field' from tenant_line
        where tenant = $1 order by number
        """)
      return try lines.map { line in
        (
          line.isNull(0) ? nil : try line.text(0), try line.text(1), try line.text(2),
          line.isNull(3) ? nil : try line.text(3)
        )
      }
    }
  }

  // MARK: - Sessions

  /// The verdict on the quality of the recording in a results document.
  static func verdict(in results: [UInt8]) -> Verdict? {
    guard let json = try? JSONValue.parse(results) else { return nil }
    return json["quality"]?["verdict"]?.stringIfAny.flatMap(Verdict.init(rawValue:))
  }

  /// The sessions of a person, newest first.
  package func sessions(
    ofUser userID: String, _ query: SessionQuery
  ) throws(StoreError) -> [SessionSummary] {
    var own = query
    own.user = userHash(of: userID)
    return try sessions(own)
  }

  /// Rows per statement [E].
  private static let rowsAtOnce = 1000

  package func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    var found: [SessionSummary] = []
    var part = query
    let atOnce = min(query.limit ?? Self.rowsAtOnce, Self.rowsAtOnce)
    while true {
      let search = SessionSearch(part, by: names, atMost: atOnce)
      let rows = try read { rows in try rows.summaries(search) }
      // Conditions without a column are tested on the header.
      found += rows.filter(query.matches)
      if let limit = query.limit, found.count >= limit { return Array(found.prefix(limit)) }
      guard rows.count == atOnce, let last = rows.last else { return found }
      part.after = last.cursor
    }
  }
}

/// The statement of a query.
private struct SessionSearch {
  private var conditions = ["tenant = $1"]
  private(set) var values: [SQLValue] = []
  private let limit: Int

  init(_ query: SessionQuery, by names: StoreSecrets, atMost limit: Int) {
    self.limit = limit
    add("id =", query.session.map { .session($0) })
    add("user_hash =", query.user.map { .listed($0.text) })
    add("tier =", query.tier.map { .text($0.rawValue) })
    add("verdict =", query.verdict.map { .text($0.rawValue) })
    add("recording_name =", query.name.map { .listed(names.column($0, .recordingName)) })
    add("context =", query.context.map { .listed(names.column($0, .context)) })
    add("reference =", query.reference.map { .listed(names.column($0, .reference)) })
    if !query.states.isEmpty {
      let states = query.states.map { "'\($0.rawValue)'" }.sorted()
      conditions.append("state_name in (\(states.joined(separator: ", ")))")
    }
    add("created_ms >=", query.from.map { .int($0.milliseconds) })
    add("created_ms <", query.until.map { .int($0.milliseconds) })
    add("place <", query.after.map { .int(Int64($0.order)) })
  }

  private mutating func add(_ comparison: String, _ value: SQLValue?) {
    guard let value else { return }
    values.append(value)
    conditions.append("\(comparison) $\(values.count + 1)")
  }

  var sql: String {
    """
    select id, place, header, state, tier, verdict, user_hash, created_ms, state_name
    from kept_session
    where \(conditions.joined(separator: " and ")) order by place desc limit \(limit)
    """
  }
}

extension StoreTransaction {
  /// The people with a version or a document, in the order of their hashes.
  /// - Parameter versions: A further condition of the versions.
  func users(_ versions: String = "") throws -> [UserHash] {
    let found = try run(
      """
      select user_hash from (
        select user_hash from kept_version where tenant = $1 \(versions)
        union select user_hash from kept_person_document where tenant = $1) person
      """)
    return try found.map { try $0.text(0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { UserHash(text: $0) }
  }

  /// The identifier of a person. Nil if neither profile nor baseline has it.
  func userID(of user: UserHash) throws -> String? {
    let person: ProfileRecord? = try last(of: user)
    if let id = person?.userID { return id }
    let baseline: BaselineRecord? = try last(of: user)
    return baseline?.userID
  }

  /// The documents with results.
  static let results: Set<String> = [
    SessionDocument.computed.rawValue, SessionDocument.quick.rawValue,
  ]

  /// Copies tier and verdict of the documents to the row of the session.
  func findResults(of id: SessionID) throws {
    let computed = try read(.computed, of: id)
    let quick = computed == nil ? try read(.quick, of: id) : nil
    let tier: Tier? = computed != nil ? .comprehensive : quick != nil ? .quick : nil
    let verdict = (computed ?? quick).flatMap { RecordStore.verdict(in: $0) }
    try run(
      "update kept_session set tier = $3, verdict = $4 where tenant = $1 and id = $2",
      .session(id), .optional(tier?.rawValue), .optional(verdict?.rawValue))
  }

  /// Rows of a list. A damaged session has the person, the time and the state of its columns.
  fileprivate func summaries(_ search: SessionSearch) throws -> [SessionSummary] {
    let rows = try run(search.sql, with: search.values)
    return try rows.map { row in
      let (id, order) = (try row.text(0), try row.int(1))
      guard let session = SessionID(id) else {
        throw StoreError.unusable("the session id in the database is invalid")
      }
      let found = try unlessDamaged {
        try contents(of: session, header: row.values[2], state: row.values[3])
      }
      var summary = SessionSummary(of: session, order: order, found?.header, found?.state?.state)
      summary.tier = row.isNull(4) ? nil : Tier(rawValue: try row.text(4))
      summary.verdict = row.isNull(5) ? nil : Verdict(rawValue: try row.text(5))
      guard found == nil else { return summary }
      summary.user = row.isNull(6) ? nil : UserHash(text: try row.text(6))
      summary.createdAt = row.isNull(7) ? nil : StoreTime(milliseconds: Int64(try row.int(7)))
      summary.state = row.isNull(8) ? nil : SessionState(rawValue: try row.text(8))
      return summary
    }
  }
}

extension SQLValue {
  /// A text to search for. Null, which equals nothing, for a text with U+0000, which columns do not hold.
  static func listed(_ text: String?) -> SQLValue {
    guard let text, !text.utf8.contains(0) else { return .null }
    return .text(text)
  }
}

/// A snapshot read of a session.
package struct FeedSession: Sendable {
  package var header: SessionHeader?
  package var state: StateRecord?
  package var results: [Tier: [UInt8]]
}

/// The status of a session in a change feed.
package enum FeedResult: Sendable {
  case nothing
  case purged
  case found(FeedSession)
}

// The change feed of a store on SQLite: the history of the tenant names each changed or purged session.
extension RecordStore {
  /// Lines of the history per read [E].
  private static let linesAtOnce = 1000

  /// The number of the last line in the history of the tenant; 0 without lines.
  package func lastChange() throws(StoreError) -> Int {
    try read { rows in
      let found = try rows.run("select coalesce(max(number), 0) from tenant_line where tenant = $1")
      return try found.first?.int(0) ?? 0
    }
  }

  /// The sessions of the next lines, each once, in order. Empty at the end of the history.
  /// - Parameter number: The last line that was read. Advances to the last line of the result.
  package func changes(since number: inout Int) throws(StoreError) -> [SessionID] {
    while true {
      let lines = try read { [number] rows in
        try rows.run(
          """
          select number, detail ->> 'session' from tenant_line
          where tenant = $1 and number > $2 order by number limit \(Self.linesAtOnce)
          """, .int(Int64(number)))
      }
      guard !lines.isEmpty else { return [] }
      var found: [SessionID] = []
      for line in lines {
        guard case .int(let last) = line.values[0] else { continue }
        number = Int(last)
        guard case .text(let text) = line.values[1], let id = SessionID(text), !found.contains(id)
        else { continue }
        found.append(id)
      }
      if !found.isEmpty { return found }
    }
  }

  /// Header, state and results of a session in one transaction.
  package func feedResult(of session: SessionID) throws(StoreError) -> FeedResult {
    try read { rows in
      if try rows.wasPurged(session) { return .purged }
      guard let found = try rows.session(session) else { return .nothing }
      var results: [Tier: [UInt8]] = [:]
      results[.quick] = try rows.read(.quick, of: session)
      results[.comprehensive] = try rows.read(.computed, of: session)
      return .found(FeedSession(header: found.header, state: found.state, results: results))
    }
  }
}

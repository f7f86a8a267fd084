// Erasure, withdrawal and retention. Erasure also searches sessions without an owner and quarantined files for the person. If
// the owner is uncertain, nothing is deleted and the place is reported. The clock of the database decides when data expire.

internal import VoiceTypes

extension SQLStore {
  @discardableResult
  package func eraseAll(of userID: String, reason: String) throws(StoreError) -> Erasure {
    let user = userHash(of: userID)
    let erasure = try write { rows in
      try rows.erase(userID, user, "erased", ["reason": .string(reason)])
    }
    try scrub()
    return erasure
  }
}

extension StoreTransaction {
  /// Sessions per search statement [E].
  private static let sessionsAtOnce = 500

  /// Bytes of a file that are searched: the longest sidecar [E].
  private static let mostSearchedBytes = 1 << 20

  /// Purges everything of a person, and adds a line to the history of the tenant.
  /// - Parameter isLeft: Whether a session stays, by its id and by whether only its quick answer is kept.
  func erase(
    _ userID: String, _ user: UserHash, _ action: String, _ detail: JSONValue = [:],
    leaving isLeft: (SessionID, Bool) -> Bool = { _, _ in false }
  ) throws -> Erasure {
    let search = PersonSearch(for: userID)
    var erasure = Erasure()
    let named = try nobodys(naming: search, &erasure)
    let files = try failedFiles(naming: search, &erasure)
    let theirs = Set(named).union(files.filter { !$0.isOfAnother }.compactMap(\.session))
    let found = try run(
      """
      select id, storage is not null from kept_session where tenant = $1
        and (user_hash = $2 or user_hash is null and id in (\(Self.parameters(theirs.count, from: 3))))
      order by place
      """, with: [.user(user)] + theirs.sorted().map { .session($0) })
    var left: Set<SessionID> = []
    for row in found {
      let (text, isQuickAnswer) = (try row.text(0), try row.bool(1))
      guard let session = SessionID(text) else { continue }
      if isLeft(session, isQuickAnswer) {
        left.insert(session)
      } else {
        erasure.sessions.append(session)
      }
    }
    // A transaction that locked a session may wait for the lock of its person.
    for session in erasure.sessions { try lock(session) }
    for session in erasure.sessions { try purge(session) }
    try lock(user)
    try forget(user)
    for file in files where file.session.map(left.contains) != true {
      try deleteFailedFile(file.number)
    }
    tell(action, of: user, detail)
    return erasure
  }

  func deleteFailedFile(_ number: Int64) throws {
    try run(
      "delete from failed_file where tenant = $1 and number = $2", .int(number))
  }

  /// Sessions without an owner whose answers name the person.
  fileprivate func nobodys(
    naming search: PersonSearch, _ erasure: inout Erasure
  ) throws -> [SessionID] {
    var found: [SessionID] = []
    var place: Int64 = -1
    while true {
      let rows = try run(
        """
        select s.id, s.place, d.bytes, s.header from kept_session s
        left join kept_document d
          on d.tenant = s.tenant and d.session = s.id and d.name = 'answers'
        where s.tenant = $1 and s.user_hash is null and s.place > $2
        order by s.place limit \(Self.sessionsAtOnce)
        """, .int(place))
      for row in rows {
        place = Int64(try row.int(1))
        let (id, bytes) = (try row.text(0), row.isNull(2) ? nil : try row.bytes(2))
        guard let session = SessionID(id) else { continue }
        let answers = try unlessDamaged { () -> [UInt8] in
          guard let bytes else { return [] }
          return try opened(bytes, as: RowContext(session, .answers))
        }
        let name = try unlessDamaged { () -> String in
          try contents(of: session, header: row.values[3], state: .null).header?.recording.name
            ?? ""
        }
        guard let answers, let name else {
          erasure.leave("sessions/\(id)", .unreadable)
          continue
        }
        let mention = search.mention(in: answers)
        if mention == .certain, !search.isOfAnother(answers) {
          found.append(session)
        } else if max(mention, search.mention(inName: name)) != .none {
          erasure.leave("sessions/\(id)", .uncertain)
        }
      }
      guard rows.count == Self.sessionsAtOnce else { return found }
    }
  }

  /// A quarantined file that names a person.
  private struct NamingFile {
    let number: Int64
    let session: SessionID?
    /// Whether its contents are those of another person.
    let isOfAnother: Bool
  }

  /// The quarantined files that name a person.
  private func failedFiles(
    naming search: PersonSearch, _ erasure: inout Erasure
  ) throws -> [NamingFile] {
    let rows = try run(
      """
      select number, report, case when $2 then bytes
          else substr(bytes, 1, \(Self.mostSearchedBytes)) end, session, sha256
      from failed_file where tenant = $1 order by number
      """, .bool(form.sealing != nil))
    var found: [NamingFile] = []
    for row in rows {
      let (number, report, stored, session, hash) = (
        Int64(try row.int(0)), try row.bytes(1), try row.bytes(2),
        row.isNull(3) ? nil : SessionID(try row.text(3)), try row.text(4)
      )
      let name = try unlessDamaged { () -> String in
        try failure(report, hash).name
      }
      let contents = try unlessDamaged { () -> [UInt8] in
        try opened(stored, as: .failed(hash, isReport: false))
      }
      guard let name, let contents else {
        erasure.leave("failed/\(number)", .unreadable)
        continue
      }
      let bytes = Array(contents.prefix(Self.mostSearchedBytes))
      let inBytes = search.mention(in: bytes)
      let mention = max(search.mention(inName: name), inBytes)
      // A recording of a session is deleted with it, for any file name.
      if mention == .certain, session == nil || inBytes == .certain {
        found.append(
          NamingFile(number: number, session: session, isOfAnother: search.isOfAnother(bytes)))
      } else if mention != .none {
        erasure.leave("failed/\(name)", .uncertain)
      }
    }
    return found
  }
}

extension StoreTransaction {
  /// Deletes a session with its quarantined files. The last session of a person deletes their profile and baselines.
  func purge(_ id: SessionID) throws {
    try lock(id)
    // The column, because the header may be damaged.
    let rows = try run(
      """
      select user_hash from kept_session
      where tenant = $1 and id = $2 and user_hash is not null
      """, .session(id))
    let user = try rows.first.map { row in UserHash(text: try row.text(0)) }
    for table in ["failed_file", "stranded_file", "retention_notice"] {
      try run(
        "delete from \(table) where tenant = $1 and session = $2",
        .session(id))
    }
    try run(
      "delete from kept_session where tenant = $1 and id = $2", .session(id))
    try run(
      """
      insert into purged (tenant, session) values ($1, $2)
      on conflict do nothing
      """, .session(id))
    tell("purged", of: user, ["session": .string(id.text)])
    guard let user else { return }
    try lock(user)
    let isLast = try !finds(
      "select 1 from kept_session where tenant = $1 and user_hash = $2 limit 1",
      .user(user))
    guard isLast else { return }
    try forget(user)
    tell("person_purged", of: user)
  }

  /// Deletes profile, baselines and documents of a person.
  func forget(_ user: UserHash) throws {
    for table in ["kept_version", "kept_person_document"] {
      try run(
        "delete from \(table) where tenant = $1 and user_hash = $2", .user(user))
    }
  }
}

extension SQLStore {
  @discardableResult
  package func withdraw(
    _ userID: String, besides own: SessionID?
  ) throws(StoreError) -> [SessionID] {
    let user = userHash(of: userID)
    let sessions: [SessionID]? = try write { rows in
      guard try rows.isKept(user, besides: own) else { return nil }
      return try rows.erase(
        userID, user, "withdrawn",
        leaving: { session, isQuickAnswer in session == own || isQuickAnswer }
      ).sessions
    }
    if sessions != nil { try scrub() }
    return sessions ?? []
  }

  package func enforce(
    _ retention: Retention, telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) {
    var fault: StoreError?
    for part in KeptPart.allCases {
      fault = try enforce(retention, on: part, telling: tell) ?? fault
    }
    try write { rows in try rows.deleteExpiredFiles(retention) }
    if let fault { throw fault }
  }

  /// - Returns: The first fault of a damaged session; it does not stop the others from being purged.
  private func enforce(
    _ retention: Retention, on part: KeptPart,
    telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    let new = try write { rows in try rows.settleNotices(of: part, retention) }
    for session in new {
      try tell(part.announced(session))
      try write { rows in try rows.announce(part, of: session) }
    }
    let expired = try read { rows in try rows.expired(part, retention) }
    var fault: StoreError?
    for session in expired {
      do throws(StoreError) {
        try write { rows in try rows.purgeExpired(part, of: session) }
      } catch {
        guard error.isDamage else { throw error }
        fault = fault ?? error
      }
    }
    if !expired.isEmpty { try scrub() }
    let untold = try read { rows in
      try rows.sessions(
        """
        select session from retention_notice
        where tenant = $1 and what = $2 and is_untold order by session
        """, .text(part.rawValue))
    }
    for session in untold {
      try tell(part.purged(session))
      try write { rows in
        _ = try rows.run(
          """
          delete from retention_notice
          where tenant = $1 and what = $2 and session = $3 and is_untold
          """, .text(part.rawValue), .session(session))
      }
    }
    return fault
  }
}

/// The parts of a session that expire.
private enum KeptPart: String, CaseIterable {
  case session
  case audio

  func announced(_ id: SessionID) -> RetentionNews {
    self == .session ? .announced(id) : .audioAnnounced(id)
  }

  func purged(_ id: SessionID) -> RetentionNews {
    self == .session ? .purged(id) : .audioPurged(id)
  }
}

extension StoreTransaction {
  /// Sessions with an expired part, in the order of arrival.
  private func due(_ part: KeptPart, _ retention: Retention) throws -> [SessionID] {
    let time = try now()
    func end(_ days: Int?) -> SQLValue {
      days.map { .int(time.adding(days: -$0).milliseconds) } ?? .null
    }
    if part == .audio {
      return try sessions(
        """
        select id from kept_session s where tenant = $1 and created_ms <= cast($2 as bigint)
          and exists (select 1 from kept_document d
            where d.tenant = s.tenant and d.session = s.id and d.name = $3) order by place
        """, end(retention.audioDays), .text(SessionDocument.audio.rawValue))
    }
    return try sessions(
      """
      select id from kept_session where tenant = $1
        and created_ms <= case when is_guest then cast($2 as bigint) else cast($3 as bigint) end order by place
      """, end(retention.days(isGuest: true)), end(retention.days(isGuest: false)))
  }

  /// Deletes notices of parts that are no longer due.
  /// - Returns: Due parts without a notice.
  fileprivate func settleNotices(
    of part: KeptPart, _ retention: Retention
  ) throws -> [SessionID] {
    let due = try due(part, retention)
    let known = try sessions(
      """
      select session from retention_notice
      where tenant = $1 and what = $2 and not is_untold
      """, .text(part.rawValue))
    for session in Set(known).subtracting(due) {
      try run(
        """
        delete from retention_notice
        where tenant = $1 and what = $2 and session = $3
        """, .text(part.rawValue), .session(session))
    }
    return due.filter { !known.contains($0) }
  }

  fileprivate func announce(_ part: KeptPart, of session: SessionID) throws {
    try notice(part, of: session, isUntold: false)
  }

  private func notice(
    _ part: KeptPart, of session: SessionID, isUntold: Bool
  ) throws {
    try run(
      """
      insert into retention_notice (tenant, session, what, announced_ms, is_untold)
      values ($1, $2, $3, $4, $5)
      on conflict (tenant, session, what) do update set is_untold = excluded.is_untold
      """, .session(session), .text(part.rawValue), .int(try now().milliseconds), .bool(isUntold))
  }

  /// The sessions whose notice is older than the days of grace.
  fileprivate func expired(
    _ part: KeptPart, _ retention: Retention
  ) throws -> [SessionID] {
    let end = try now().adding(days: -retention.graceDays)
    return try sessions(
      """
      select session from retention_notice
      where tenant = $1 and what = $2 and not is_untold and announced_ms <= $3 order by session
      """, .text(part.rawValue), .int(end.milliseconds))
  }

  /// Purges a part of a session, and marks its notice as not yet published.
  fileprivate func purgeExpired(_ part: KeptPart, of session: SessionID) throws {
    switch part {
    case .session: try purge(session)
    case .audio:
      var change = SessionChange("audio_purged")
      change.removed = [.audio]
      try commit(change, to: session)
    }
    try notice(part, of: session, isUntold: true)
  }

  /// Deletes quarantined files of no session after the days of guests and those of grace. Where the report is damaged,
  /// the time of the row counts.
  fileprivate func deleteExpiredFiles(_ retention: Retention) throws {
    guard let days = retention.days(isGuest: true) else { return }
    let end = try now().adding(days: -(days + retention.graceDays))
    let rows = try run(
      """
      select number, report, sha256, failed_ms from failed_file
      where tenant = $1 and session is null
      """)
    for row in rows {
      let (number, bytes, hash, time) = (
        Int64(try row.int(0)), try row.bytes(1), try row.text(2),
        StoreTime(milliseconds: Int64(try row.int(3)))
      )
      let report = try unlessDamaged { try failure(bytes, hash) }
      guard report?.failedAt ?? time <= end else { continue }
      try deleteFailedFile(number)
    }
  }

  /// Whether the store holds anything that rests on the consent of a person to storage.
  fileprivate func isKept(
    _ user: UserHash, besides own: SessionID?
  ) throws -> Bool {
    try finds(
      """
      select 1 from kept_version where tenant = $1 and user_hash = $2
      union all
      select 1 from kept_person_document where tenant = $1 and user_hash = $2
      union all
      select 1 from kept_session where tenant = $1 and user_hash = $2 and storage is null
        and id is distinct from $3
      limit 1
      """, .user(user), .session(own))
  }
}

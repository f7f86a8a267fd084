// Withdrawal and retention in a database. Its own time is the only one, and a machine's clock is not asked.

internal import VoiceTypes

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

/// What goes by itself.
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
  /// The sessions of which a part was kept long enough, in the order in which they came.
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

  /// Takes back what is not due any more.
  /// - Returns: What is, and was not announced.
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

// Retention: expired sessions and recordings are announced, and purged after the days of grace. On PostgreSQL the clock of the
// database decides. On SQLite it is the clock of this machine without its jumps.

internal import VoiceTypes

/// Events of a retention run. After a crash they may be published again.
package enum RetentionEvent: Sendable, Equatable {
  /// A session expired. It is purged after the days of grace.
  case announced(SessionID)
  /// An announced session was purged.
  case purged(SessionID)
  /// The recording of a session expired. It is removed after the days of grace.
  case audioAnnounced(SessionID)
  /// The recording of a session was removed. The session stays.
  case audioPurged(SessionID)
  /// The clock jumped by more than 3 days since the last run.
  case clockDisagrees
}

/// The time of retention on a machine whose clock may jump.
struct RetentionClock: Sendable, Equatable {
  /// The longest pause between two readings that counts in full [E]. Programs that watch a folder read the clock daily, and
  /// may stop for a weekend.
  static let longestPauseMilliseconds: Int64 = 3 * 86_400_000

  /// The time of retention. It never runs backwards.
  private(set) var time: StoreTime

  /// The last reading of the clock.
  private(set) var last: StoreTime

  /// The latest reading of the clock so far.
  private(set) var latest: StoreTime

  /// Advances the time of retention by the time between two readings, from 0 to 3 days. A clock that was slow and is
  /// correct again continues from its latest reading.
  /// - Returns: Whether the clock jumped by more than 3 days.
  mutating func advance(to now: StoreTime) -> Bool {
    let pause = now.milliseconds - (now >= latest ? latest : last).milliseconds
    let counted = min(max(pause, 0), Self.longestPauseMilliseconds)
    time = StoreTime(milliseconds: time.milliseconds + counted)
    (last, latest) = (now, max(latest, now))
    return abs(pause) > Self.longestPauseMilliseconds
  }
}

extension RetentionClock {
  /// Starts with the creation of the store.
  init(at now: StoreTime) { self.init(time: now, last: now, latest: now) }
}

extension RecordStore {
  /// Announces expired sessions and recordings, and purges those whose days of grace are over.
  package func enforce(
    _ retention: Retention, notifying notify: (RetentionEvent) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (time, hasJumped) = try write { rows in try rows.readRetentionClock() }
    if hasJumped { try notify(.clockDisagrees) }
    var fault: StoreError?
    for part in ExpiringPart.allCases {
      fault = try enforce(retention, on: part, at: time, notifying: notify) ?? fault
    }
    try write { rows in
      try rows.deleteExpiredFiles(retention, at: time)
      try rows.purgeIdleGuests(retention, at: time)
    }
    do throws(StoreError) {
      try removeUnrecordedAudio()
    } catch {
      fault = fault ?? error
    }
    try scrub()
    if let fault { throw fault }
  }

  /// - Returns: The first error of a damaged session. The other sessions are purged.
  private func enforce(
    _ retention: Retention, on part: ExpiringPart, at time: StoreTime,
    notifying notify: (RetentionEvent) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    let new = try write { rows in try rows.settleNotices(of: part, retention, at: time) }
    try publish(new, as: part.announced, notify) { rows, session in
      try rows.notice(part, of: session, isUnpublished: false, at: time)
    }
    let expired = try read { rows in try rows.expired(part, retention, at: time) }
    let fault = try purge(part, of: expired, at: time)
    let unpublished = try read { rows in try rows.unpublished(part) }
    try publish(unpublished, as: part.purged, notify) { rows, session in
      try rows.deletePublished(part, of: session)
    }
    return fault
  }

  /// Publishes news, and records in batches which ones were published.
  private func publish(
    _ sessions: [SessionID], as news: (SessionID) -> RetentionEvent,
    _ notify: (RetentionEvent) throws(StoreError) -> Void,
    recording record: (StoreTransaction, SessionID) throws -> Void
  ) throws(StoreError) {
    for batch in sessions.batches(of: Self.sessionsPerPurge) {
      var published: [SessionID] = []
      let result = Result<Void, StoreError> { () throws(StoreError) in
        for session in batch {
          try notify(news(session))
          published.append(session)
        }
      }
      try write { rows in for session in published { try record(rows, session) } }
      try result.get()
    }
  }

  /// Purges a part of sessions in batches. After a fault of a damaged session, one by one.
  private func purge(
    _ part: ExpiringPart, of sessions: [SessionID], at time: StoreTime
  ) throws(StoreError) -> StoreError? {
    var fault: StoreError?
    func purge(_ sessions: [SessionID]) throws(StoreError) {
      do throws(StoreError) {
        try self.purge(sessions) { rows, batch in
          try rows.purgeExpired(part, of: batch, at: time)
        }
      } catch {
        guard error.isDamage else { throw error }
        guard sessions.count > 1 else { return fault = fault ?? error }
        for session in sessions { try purge([session]) }
      }
    }
    for batch in sessions.batches(of: Self.sessionsPerPurge) { try purge(batch) }
    return fault
  }
}

enum ExpiringPart: String, CaseIterable {
  case session
  case audio

  func announced(_ id: SessionID) -> RetentionEvent {
    self == .session ? .announced(id) : .audioAnnounced(id)
  }

  func purged(_ id: SessionID) -> RetentionEvent {
    self == .session ? .purged(id) : .audioPurged(id)
  }
}

extension StoreTransaction {
  /// Reads the clock of this machine, and dates the rows since the last reading.
  /// - Returns: The time of retention, and whether the clock jumped.
  fileprivate func readRetentionClock() throws -> (time: StoreTime, hasJumped: Bool) {
    let now = try now()
    guard dialect == .sqlite else { return (now, false) }
    let former = try retentionClock()
    var clock = former
    let hasJumped = clock.advance(to: now)
    try save(clock)
    try dateRows(by: clock, since: former.time)
    return (clock.time, hasJumped)
  }

  private func retentionClock() throws -> RetentionClock {
    let found = try run(
      "select retention_ms, clock_ms, latest_clock_ms from store where tenant = $1")
    guard let row = found.first else { throw SQLError.unreadable("the time of retention") }
    // A migrated store starts with its first reading.
    guard !row.isNull(0) else { return RetentionClock(at: try now()) }
    func time(_ column: Int) throws -> StoreTime {
      StoreTime(milliseconds: Int64(try row.int(column)))
    }
    return RetentionClock(time: try time(0), last: try time(1), latest: try time(2))
  }

  /// Writes the time of retention of a store in SQLite.
  func save(_ clock: RetentionClock) throws {
    try run(
      "update store set retention_ms = $2, clock_ms = $3, latest_clock_ms = $4 where tenant = $1",
      .int(clock.time.milliseconds), .int(clock.last.milliseconds),
      .int(clock.latest.milliseconds))
  }

  /// Dates new sessions, and new quarantined files of no session, in times of retention. Rows of this machine are no older
  /// than the last reading of the clock. Sessions of other stores keep their age.
  private func dateRows(by clock: RetentionClock, since former: StoreTime) throws {
    let skipped = clock.last.milliseconds - clock.time.milliseconds
    let values: [SQLValue] = [
      .int(clock.time.milliseconds), .int(skipped), .int(former.milliseconds),
    ]
    try run(
      """
      update kept_session set aged_from_ms = min($2, max(created_ms - $3, case when exists (
        select 1 from kept_line l where l.tenant = kept_session.tenant
          and l.session = kept_session.id and l.number = 1
          and l.action in ('\(Self.importAction)', '\(Self.syncAction)')
        ) then created_ms - $3 else $4 end))
      where tenant = $1 and aged_from_ms is null and created_ms is not null
      """, with: values)
    try run(
      """
      update failed_file set aged_from_ms = min($2, max(failed_ms - $3, $4))
      where tenant = $1 and aged_from_ms is null and session is null
      """, with: values)
  }

  // MARK: - Sessions

  /// The column with the start of the age of a session.
  private var ageColumn: String { dialect == .sqlite ? "aged_from_ms" : "created_ms" }

  /// Sessions with an expired part, in the order of arrival.
  private func due(
    _ part: ExpiringPart, _ retention: Retention, at time: StoreTime
  ) throws -> [SessionID] {
    func end(_ days: Int?) -> SQLValue {
      days.map { .int(time.adding(days: -$0).milliseconds) } ?? .null
    }
    if part == .audio {
      return try sessions(
        """
        select id from kept_session s where tenant = $1 and \(ageColumn) <= cast($2 as bigint)
          and exists (select 1 from kept_document d
            where d.tenant = s.tenant and d.session = s.id and d.name = $3) order by place
        """, end(retention.audioDays), .text(SessionDocument.audio.rawValue))
    }
    return try sessions(
      """
      select id from kept_session where tenant = $1 and \(ageColumn) <=
        case when is_guest then cast($2 as bigint) else cast($3 as bigint) end order by place
      """, end(retention.days(isGuest: true)), end(retention.days(isGuest: false)))
  }

  /// Deletes notices of parts that are no longer due.
  /// - Returns: Due parts without a notice.
  fileprivate func settleNotices(
    of part: ExpiringPart, _ retention: Retention, at time: StoreTime
  ) throws -> [SessionID] {
    let due = try due(part, retention, at: time)
    let known = Set(
      try sessions(
        "select session from retention_notice where tenant = $1 and what = $2 and not is_untold",
        .text(part.rawValue)))
    for session in known.subtracting(due) {
      try run(
        "delete from retention_notice where tenant = $1 and what = $2 and session = $3",
        .text(part.rawValue), .session(session))
    }
    return due.filter { !known.contains($0) }
  }

  /// Saves the notice of a part that expired, or that is purged and not yet published.
  func notice(
    _ part: ExpiringPart, of session: SessionID, isUnpublished: Bool, at time: StoreTime
  ) throws {
    try run(
      """
      insert into retention_notice (tenant, session, what, announced_ms, is_untold)
      values ($1, $2, $3, $4, $5)
      on conflict (tenant, session, what) do update set is_untold = excluded.is_untold
      """, .session(session), .text(part.rawValue), .int(time.milliseconds), .bool(isUnpublished))
  }

  /// The sessions whose notice is older than the days of grace.
  fileprivate func expired(
    _ part: ExpiringPart, _ retention: Retention, at time: StoreTime
  ) throws -> [SessionID] {
    try sessions(
      """
      select session from retention_notice
      where tenant = $1 and what = $2 and not is_untold and announced_ms <= $3 order by session
      """, .text(part.rawValue), .int(time.adding(days: -retention.graceDays).milliseconds))
  }

  /// Purges a part of sessions, and marks their notices as not yet published.
  fileprivate func purgeExpired(
    _ part: ExpiringPart, of sessions: [SessionID], at time: StoreTime
  ) throws {
    switch part {
    case .session: try purge(sessions, reason: "the retention period of the session ended")
    case .audio:
      for session in sessions {
        try purgeAudio(of: session, reason: "the retention period of the recording ended")
      }
    }
    for session in sessions { try notice(part, of: session, isUnpublished: true, at: time) }
  }

  /// The purged sessions whose purge is not yet published.
  fileprivate func unpublished(_ part: ExpiringPart) throws -> [SessionID] {
    try sessions(
      """
      select session from retention_notice
      where tenant = $1 and what = $2 and is_untold order by session
      """, .text(part.rawValue))
  }

  fileprivate func deletePublished(_ part: ExpiringPart, of session: SessionID) throws {
    try run(
      "delete from retention_notice where tenant = $1 and what = $2 and session = $3 and is_untold",
      .text(part.rawValue), .session(session))
  }

  // MARK: - Files and guests

  /// Deletes quarantined files of no session after the days of guests and those of grace.
  fileprivate func deleteExpiredFiles(_ retention: Retention, at time: StoreTime) throws {
    guard let days = retention.days(isGuest: true) else { return }
    let end = time.adding(days: -(days + retention.graceDays))
    guard dialect == .postgres else {
      return try deleteFailedFiles("session is null and aged_from_ms <= $2", .int(end.milliseconds))
    }
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
      // Where the report is damaged, the time of the row counts.
      let report = try unlessDamaged { try failure(bytes, hash) }
      guard report?.failedAt ?? time <= end else { continue }
      try deleteFailedFile(number)
    }
  }

  /// Days after which a guest without a session is purged.
  private static let idleGuestDays = 1

  /// Purges guests without a session or baseline, one day after the first run that found them. Guests of a PostgreSQL store
  /// have a SQLite store of their own.
  fileprivate func purgeIdleGuests(_ retention: Retention, at time: StoreTime) throws {
    guard dialect == .sqlite, retention.days(isGuest: true) != nil else { return }
    let idle = try idleGuests()
    for user in idle {
      try run(
        """
        insert into idle_guest (tenant, user_hash, found_ms) values ($1, $2, $3)
        on conflict do nothing
        """, .user(user), .int(time.milliseconds))
    }
    let found = try run("select user_hash, found_ms from idle_guest where tenant = $1")
    let end = time.adding(days: -Self.idleGuestDays)
    for row in found {
      let (user, since) = (UserHash(text: try row.text(0)), Int64(try row.int(1)))
      let isOver = since <= end.milliseconds
      guard isOver || !idle.contains(user) else { continue }
      if idle.contains(user) { try purgePerson(user, reason: "a guest without a recording") }
      try run("delete from idle_guest where tenant = $1 and user_hash = $2", .user(user))
    }
  }

  private func idleGuests() throws -> Set<UserHash> {
    let found = try run(
      """
      select user_hash from (
        select user_hash from kept_version where tenant = $1
        union select user_hash from kept_person_document where tenant = $1) person
      where not exists (
          select 1 from kept_session s where s.tenant = $1 and s.user_hash = person.user_hash)
        and not exists (
          select 1 from kept_version v
          where v.tenant = $1 and v.user_hash = person.user_hash and v.kind = 'baseline')
      """)
    let people = try found.map { UserHash(text: try $0.text(0)) }
    return Set(try people.filter { user in try unlessDamaged { try isGuest(user) } ?? false })
  }

  private func isGuest(_ user: UserHash) throws -> Bool {
    let person: ProfileRecord? = try last(of: user)
    let userID = try person?.userID ?? read(.journey, of: user)?["person"]?.stringIfAny
    return userID.map(AnonymousID.isAnonymous) ?? false
  }
}

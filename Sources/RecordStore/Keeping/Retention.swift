// How long sessions are kept.

/// How long sessions are kept, in days; nil for ever.
package struct Retention: Sendable, Equatable {
  /// Those of guests, who cannot ask for them again. Somebody's of whom it is only not known who it is
  /// is no guest's.
  package var guestDays: Int?

  /// Those of everyone, guests included.
  package var everyoneDays: Int?

  /// 90 days for guests, and no limit for people who are known.
  package init(guestDays: Int? = 90, everyoneDays: Int? = nil) {
    self.guestDays = guestDays
    self.everyoneDays = everyoneDays
  }

  /// The days that a session is kept.
  package func days(isGuest: Bool) -> Int? {
    [isGuest ? guestDays : nil, everyoneDays].compactMap { $0 }.min()
  }

  /// Whether a session has been kept long enough: to the millisecond, its days are over.
  package func isDue(_ summary: SessionSummary, at now: StoreTime) -> Bool {
    guard let created = summary.createdAt, let days = days(isGuest: summary.person == .guest)
    else { return false }
    return created.adding(days: days) <= now
  }

  /// The sessions that are due, in their order.
  package func due(among sessions: [SessionSummary], at now: StoreTime) -> [SessionID] {
    sessions.filter { isDue($0, at: now) }.map(\.id)
  }
}

extension RecordStore {
  /// Purges what has been kept long enough.
  /// - Returns: The sessions, oldest first.
  package func enforce(
    _ retention: Retention, _ mode: PurgeMode = .forGood
  ) throws(StoreError) -> [SessionID] {
    let now = options.clock.now()
    let due = retention.due(among: try sessions(SessionQuery()).reversed(), at: now)
    let purged = try purge(.sessions(due), reason: "its time in the store was over", mode)
    if mode == .forGood, let days = retention.days(isGuest: true) {
      try removeFailed { $0.session == nil && $0.failedAt.adding(days: days) <= now }
    }
    return purged
  }
}

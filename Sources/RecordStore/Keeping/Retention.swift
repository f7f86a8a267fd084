// How long sessions are kept.

/// How long sessions are kept, in days; nil for ever.
package struct Retention: Sendable, Equatable {
  /// Those of guests, who cannot ask for them again. Somebody's of whom it is only not known who it is
  /// is no guest's.
  package var guestDays: Int?

  /// Those of everyone, guests included.
  package var everyoneDays: Int?

  /// How long it stays announced, in days, that a session goes: time to see that a clock was wrong,
  /// or to take a copy [E].
  package var graceDays: Int

  /// 90 days for guests, and no limit for people who are known; a week of grace.
  package init(guestDays: Int? = 90, everyoneDays: Int? = nil, graceDays: Int = 7) {
    self.guestDays = guestDays
    self.everyoneDays = everyoneDays
    self.graceDays = graceDays
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

  /// The sessions that are due by the time of their log. No session is older than one that came
  /// before it, whatever the clock said then, and one that is still to come is not due.
  func due(
    among sessions: [SessionSummary], by time: LogTime, at now: StoreTime
  ) -> [SessionID] {
    var newest: StoreTime?
    return sessions.sorted { $0.order < $1.order }.filter { session in
      guard let created = session.createdAt else { return false }
      let own = time.steady(created, at: session.order)
      guard own <= now else { return false }
      let made = max(own, newest ?? own)
      newest = made
      var aged = session
      aged.createdAt = made
      return isDue(aged, at: now)
    }.map(\.id)
  }
}

// How long sessions are kept, and the recordings in them.

/// How long sessions are kept, and the recordings in them, in days; nil for ever.
package struct Retention: Sendable, Equatable {
  /// Those of guests, who cannot ask for them again. Somebody's of whom it is only not known who it is
  /// is no guest's.
  package var guestDays: Int?

  /// Those of everyone, guests included.
  package var everyoneDays: Int?

  /// The recordings of everyone, whose sessions stay without them.
  package var audioDays: Int?

  /// How long it stays announced, in days, that a session goes: time to see that a clock was wrong,
  /// or to take a copy [E].
  package var graceDays: Int

  /// 90 days for guests, and no limit for people who are known, nor for recordings alone; a week of
  /// grace.
  package init(
    guestDays: Int? = 90, everyoneDays: Int? = nil, audioDays: Int? = nil, graceDays: Int = 7
  ) {
    self.guestDays = guestDays
    self.everyoneDays = everyoneDays
    self.audioDays = audioDays
    self.graceDays = graceDays
  }

  /// The days that a session is kept.
  package func days(isGuest: Bool) -> Int? {
    [isGuest ? guestDays : nil, everyoneDays].compactMap { $0 }.min()
  }

  /// Whether a session has been kept long enough: to the millisecond, its days are over.
  package func isDue(_ summary: SessionSummary, at now: StoreTime) -> Bool {
    guard let created = summary.createdAt, let days = days(isGuest: summary.person?.isGuest == true)
    else { return false }
    return created.adding(days: days) <= now
  }

  /// The sessions that are due by the time of their log.
  func due(
    among sessions: [SessionSummary], by time: LogTime, at now: StoreTime
  ) -> [SessionID] {
    Self.aged(sessions, by: time, at: now).filter { isDue($0, at: now) }.map(\.id)
  }

  /// The sessions whose recordings are due by the time of their log, whether they are there or not.
  func dueAudio(
    among sessions: [SessionSummary], by time: LogTime, at now: StoreTime
  ) -> [SessionID] {
    guard let audioDays else { return [] }
    return Self.aged(sessions, by: time, at: now)
      .filter { $0.createdAt.map { $0.adding(days: audioDays) <= now } ?? false }.map(\.id)
  }

  /// The sessions that have come, each made when it was by the time of their log: none is older than
  /// one that came before it, whatever the clock said then.
  private static func aged(
    _ sessions: [SessionSummary], by time: LogTime, at now: StoreTime
  ) -> [SessionSummary] {
    var newest: StoreTime?
    return sessions.sorted { $0.order < $1.order }.compactMap { session in
      guard let created = session.createdAt else { return nil }
      let own = time.steady(created, at: session.order)
      guard own <= now else { return nil }
      let made = max(own, newest ?? own)
      newest = made
      var aged = session
      aged.createdAt = made
      return aged
    }
  }
}

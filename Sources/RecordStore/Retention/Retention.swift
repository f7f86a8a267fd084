// Retention periods.

/// Retention periods of sessions and audio in days. Nil: unlimited.
package struct Retention: Sendable, Equatable {
  /// Sessions of guests. A session with an unknown person is no guest session.
  package var guestDays: Int?

  /// All sessions.
  package var everyoneDays: Int?

  /// Audio. The session remains.
  package var audioDays: Int?

  /// Days between announcement and deletion, for backups and clock errors [E].
  package var graceDays: Int

  /// 90 days for guests, unlimited for others, 7 days of grace.
  package init(
    guestDays: Int? = 90, everyoneDays: Int? = nil, audioDays: Int? = nil, graceDays: Int = 7
  ) {
    self.guestDays = guestDays
    self.everyoneDays = everyoneDays
    self.audioDays = audioDays
    self.graceDays = graceDays
  }

  /// The retention period of a session in days.
  package func days(isGuest: Bool) -> Int? {
    [isGuest ? guestDays : nil, everyoneDays].compactMap { $0 }.min()
  }
}

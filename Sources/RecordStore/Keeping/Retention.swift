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
}

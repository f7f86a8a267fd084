// Days and times on the command line.

import CommandSupport
import RecordStore

/// A day in UTC, or a point in time.
struct RecordsDate {
  /// Its first millisecond.
  let start: StoreTime

  /// The first millisecond behind it.
  let end: StoreTime

  /// Reads `2026-01-31` or `2026-01-31T09:30:00Z`; nil for anything else.
  init?(_ argument: String) {
    if let day = StoreTime(argument + "T00:00:00Z") {
      start = day
      end = day.adding(days: 1)
    } else if let time = StoreTime(argument) {
      start = time
      end = StoreTime(milliseconds: time.milliseconds + 1)
    } else {
      return nil
    }
  }
}

import CommandSupport
import RecordStore

/// A day in UTC, or a point in time.
struct RecordsDate {
  /// The first millisecond.
  let start: StoreTime

  /// The first millisecond after the end.
  let end: StoreTime

  /// Parses `2026-01-31` or `2026-01-31T09:30:00Z`; nil for another form.
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

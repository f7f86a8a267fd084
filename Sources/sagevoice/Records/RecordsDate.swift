// Days and times on the command line.

import ArgumentParser
import RecordStore
import VoiceTypes

/// A day in UTC, or a point in time.
struct RecordsDate: ExpressibleByArgument {
  /// Its first millisecond.
  let start: StoreTime

  /// The first millisecond behind it.
  let end: StoreTime

  init?(argument: String) {
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

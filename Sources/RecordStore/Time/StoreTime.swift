// Points in time as the store writes and compares them.

internal import VoiceTypes

/// A point in time to the millisecond.
package struct StoreTime: Sendable, Hashable, Comparable {
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  /// A time from its milliseconds since 1970.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads a date and time with zone by ISO 8601.
  package init?(_ text: String) {
    guard let time = RecordedTime(text) else { return nil }
    milliseconds = time.seconds * 1000 + Self.fraction(of: text)
  }

  /// Digits behind the point, to the third.
  private static func fraction(of text: String) -> Int64 {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    let digits = text[point...].dropFirst().prefix { ("0"..."9").contains($0) }.prefix(3)
    return Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
  }

  /// The time by ISO 8601 in UTC, such as `2026-01-31T09:30:00.125Z`.
  package var text: String {
    let (_, fraction) = milliseconds.flooredDivision(by: 1000)
    return "\(dateAndTime).\(fraction.padded(3))Z"
  }

  /// The same without milliseconds, such as `2026-01-31T09:30:00Z`.
  package var textToSeconds: String { "\(dateAndTime)Z" }

  private var dateAndTime: String {
    let (days, rest) = milliseconds.flooredDivision(by: Self.millisecondsPerDay)
    let (year, month, day) = Self.date(of: days)
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    let second = rest / 1000 % 60
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
      + "T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
  }

  /// This time of day, so many days later.
  package func adding(days: Int) -> StoreTime {
    StoreTime(milliseconds: milliseconds + Int64(days) * Self.millisecondsPerDay)
  }

  /// Whether the first is the earlier one.
  package static func < (first: StoreTime, second: StoreTime) -> Bool {
    first.milliseconds < second.milliseconds
  }

  /// The date of a day counted from 1970-01-01 in the Gregorian calendar.
  ///
  /// Years are counted from 1 March, so that the leap day is the last of its year (H. Hinnant,
  /// "chrono-compatible low-level date algorithms", civil_from_days).
  private static func date(of days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// Where the store gets its times from.
package protocol StoreClock: Sendable {
  /// The time now.
  func now() -> StoreTime
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

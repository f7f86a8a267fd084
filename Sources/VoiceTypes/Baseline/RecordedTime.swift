// When something was recorded. A time without a zone is no time: two sessions are a day apart or
// they are not.

/// A date with a time and a zone (ISO 8601), kept as it was written.
public struct RecordedTime: Sendable, Equatable {
  /// What is asked for, with an example.
  public static let form = "a date with time and zone in ISO 8601, such as 2026-01-31T09:30:00Z"

  /// The text.
  public let text: String

  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds and fractions.
  public let seconds: Int64

  /// The day in its own zone, counted from 1970-01-01.
  public let day: Int64

  private static let secondsPerDay: Int64 = 86_400
  private static let years: ClosedRange<Int64> = 1900...2999
  private static let farthestZoneHours: Int64 = 14

  /// Reads `YYYY-MM-DDThh:mm`, with `:ss` and a fraction if there are, and `Z` or `±hh:mm`.
  public init?(_ text: String) {
    guard
      let found = text.wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d):(\d\d))/),
      let year = Int64(found.1), let month = Int64(found.2), let date = Int64(found.3),
      let hour = Int64(found.4), let minute = Int64(found.5),
      let second = Int64(found.6 ?? "0"), let zoneHours = Int64(found.8 ?? "0"),
      let zoneMinutes = Int64(found.9 ?? "0")
    else { return nil }
    guard Self.years.contains(year), (1...12).contains(month), date >= 1,
      date <= Self.daysOfMonth(month, in: year), hour < 24, minute < 60, second < 60,
      zoneHours <= Self.farthestZoneHours, zoneMinutes < 60
    else { return nil }
    self.text = text
    day = Self.day(year, month, date)
    let ahead = (zoneHours * 60 + zoneMinutes) * 60 * (found.7 == "-" ? -1 : 1)
    seconds = day * Self.secondsPerDay + hour * 3600 + minute * 60 + second - ahead
  }

  private static func daysOfMonth(_ month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  private static func day(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let before = year - 1
    let yearDays = before * 365 + before / 4 - before / 100 + before / 400
    let monthDays = (1..<month).map { daysOfMonth($0, in: year) }.reduce(0, +)
    // 1970-01-01 is day 719 163 of the calendar.
    return yearDays + monthDays + date - 719_163
  }
}

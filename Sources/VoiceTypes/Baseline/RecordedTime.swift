// When something was recorded. A time without a zone is no time: two sessions are a day apart or
// they are not.

internal import VoiceMath

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
  private static let years = 1900...2999
  private static let nearestImpossibleZone: Int64 = 15 * 3600

  /// Reads `YYYY-MM-DDThh:mm`, with `:ss` and a fraction if there are, and `Z` or `±hh:mm`.
  public init?(_ text: String) {
    var scanner = TimestampScanner(rest: Array(text.utf8)[...])
    guard let date = scanner.date(), Self.years.contains(date.year), let time = scanner.time(),
      let zone = scanner.zone(), scanner.rest.isEmpty,
      Int64(zone).magnitude < Self.nearestImpossibleZone
    else { return nil }
    self.text = text
    day = Int64(date.sinceEpoch)
    seconds = day * Self.secondsPerDay + Int64(time - zone)
  }

  /// The date so many days later in its own zone, `YYYY-MM-DD`.
  public func date(after days: Int) -> String {
    let date = CalendarDay(sinceEpoch: Int(day) + days)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
  }
}

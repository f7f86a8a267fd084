internal import VoiceMath

/// Recording time with date and zone (ISO 8601). The text is stored unchanged.
public struct RecordedTime: Sendable, Equatable {
  /// Description of the accepted form for messages.
  public static let form = "a date with time and zone in ISO 8601, such as 2026-01-31T09:30:00Z"

  /// Text form.
  public let text: String

  /// Seconds since 1970-01-01T00:00:00Z without leap seconds and fraction.
  public let seconds: Int64

  /// Day in the zone of the text, counted from 1970-01-01.
  public let day: Int64

  private static let secondsPerDay: Int64 = 86_400
  private static let years = 1900...2999
  private static let nearestImpossibleZone: Int64 = 15 * 3600

  /// Parses `YYYY-MM-DDThh:mm` with optional `:ss` and fraction, and `Z` or `±hh:mm`.
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

  /// Date `days` later in the zone of the text, `YYYY-MM-DD`.
  public func date(after days: Int) -> String {
    let date = CalendarDay(sinceEpoch: Int(day) + days)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
  }
}

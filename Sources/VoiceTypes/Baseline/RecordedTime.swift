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
    var scanner = TimeScanner(rest: Array(text.utf8)[...])
    guard let year = scanner.number(digits: 4, in: Self.years), scanner.accept("-"),
      let month = scanner.number(digits: 2, in: 1...12), scanner.accept("-"),
      let date = scanner.number(digits: 2, in: 1...Self.daysOfMonth(month, in: year)),
      scanner.accept("T"), let hour = scanner.number(digits: 2, in: 0...23), scanner.accept(":"),
      let minute = scanner.number(digits: 2, in: 0...59), let second = scanner.seconds(),
      let ahead = scanner.zone(farthestHours: Self.farthestZoneHours), scanner.rest.isEmpty
    else { return nil }
    self.text = text
    day = Self.day(year, month, date)
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

/// Takes a time apart from left to right.
private struct TimeScanner {
  var rest: ArraySlice<UInt8>

  mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func number(digits count: Int, in allowed: ClosedRange<Int64>) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    let number = digits.reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
    return allowed.contains(number) ? number : nil
  }

  /// The seconds, without their fraction; zero where there are none.
  mutating func seconds() -> Int64? {
    guard accept(":") else { return 0 }
    guard let seconds = number(digits: 2, in: 0...59) else { return nil }
    guard accept(".") else { return seconds }
    let fraction = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(fraction.count)
    return fraction.isEmpty ? nil : seconds
  }

  /// Seconds that the zone is ahead of UTC.
  mutating func zone(farthestHours: Int64) -> Int64? {
    if accept("Z") { return 0 }
    let isBehind = accept("-")
    guard isBehind || accept("+"), let hours = number(digits: 2, in: 0...farthestHours),
      accept(":"), let minutes = number(digits: 2, in: 0...59)
    else { return nil }
    return (hours * 60 + minutes) * 60 * (isBehind ? -1 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

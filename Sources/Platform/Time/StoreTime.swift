internal import VoiceMath
internal import VoiceTypes

/// Point in time with millisecond resolution.
package struct StoreTime: Sendable, Hashable, Comparable {
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  /// Creates a time from milliseconds since 1970.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Parses a date and time with zone, ISO 8601.
  package init?(_ text: String) {
    guard let time = RecordedTime(text) else { return nil }
    milliseconds = time.seconds * 1000 + Self.fraction(of: text)
  }

  /// Milliseconds after the decimal point.
  private static func fraction(of text: String) -> Int64 {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    let digits = text[point...].dropFirst().prefix { ("0"..."9").contains($0) }.prefix(3)
    return Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
  }

  /// ISO 8601 in UTC, such as `2026-01-31T09:30:00.125Z`.
  package var text: String {
    let (_, fraction) = Int(milliseconds).flooredDivision(by: 1000)
    return "\(dateAndTime).\(fraction.padded(3))Z"
  }

  /// ISO 8601 in UTC without milliseconds, such as `2026-01-31T09:30:00Z`.
  package var textToSeconds: String { "\(dateAndTime)Z" }

  private var dateAndTime: String {
    let (days, rest) = Int(milliseconds).flooredDivision(by: Int(Self.millisecondsPerDay))
    let date = CalendarDay(sinceEpoch: days)
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    let second = rest / 1000 % 60
    return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
      + "T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
  }

  /// Returns the time `days` days of 24 hours later.
  package func adding(days: Int) -> StoreTime {
    StoreTime(milliseconds: milliseconds + Int64(days) * Self.millisecondsPerDay)
  }

  /// Whether the first time is earlier.
  package static func < (first: StoreTime, second: StoreTime) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

/// Clock of the store.
package protocol StoreClock: Sendable {
  /// Returns the current time.
  func now() -> StoreTime
}

extension Int {
  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

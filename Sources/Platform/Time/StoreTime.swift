// Points in time as the store writes and compares them.

internal import VoiceMath
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
    let (_, fraction) = Int(milliseconds).flooredDivision(by: 1000)
    return "\(dateAndTime).\(fraction.padded(3))Z"
  }

  /// The same without milliseconds, such as `2026-01-31T09:30:00Z`.
  package var textToSeconds: String { "\(dateAndTime)Z" }

  private var dateAndTime: String {
    let (days, rest) = Int(milliseconds).flooredDivision(by: Int(Self.millisecondsPerDay))
    let date = CalendarDay(sinceEpoch: days)
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    let second = rest / 1000 % 60
    return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
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
}

/// Where the store gets its times from.
package protocol StoreClock: Sendable {
  /// The time now.
  func now() -> StoreTime
}

extension Int {
  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

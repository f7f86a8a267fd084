internal import VoiceMath

/// Text form of a date or date and time (ISO 8601 extended format, profile of RFC 3339).
package enum Timestamp {
  /// Description of the accepted forms for messages.
  package static let description =
    "a date and time by ISO 8601 with its zone, such as 2026-01-31T09:30:00Z, or a date"

  /// Regular expression of the form. It also matches days that do not exist, such as 30 February.
  package static let pattern =
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    + "(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?"
    + "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$"

  /// Whether a text is an existing Gregorian date, or a time on such a date with its zone.
  package static func isValid(_ text: String) -> Bool {
    var scanner = TimestampScanner(rest: Array(text.utf8)[...])
    guard scanner.date() != nil else { return false }
    if scanner.rest.isEmpty { return true }
    return scanner.time() != nil && scanner.zone() != nil && scanner.rest.isEmpty
  }
}

/// Parses the parts of a timestamp. Each function consumes its part or returns nil.
struct TimestampScanner {
  var rest: ArraySlice<UInt8>

  mutating func date() -> CalendarDay? {
    guard let year = number(digits: 4, 0...9999), accept("-"),
      let month = number(digits: 2, 1...12), accept("-"), let day = number(digits: 2, 1...31)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// Seconds since midnight without the fraction.
  mutating func time() -> Int? {
    guard accept("T"), let minutes = hourAndMinute() else { return nil }
    guard accept(":") else { return 60 * minutes }
    guard let seconds = number(digits: 2, 0...59) else { return nil }
    guard accept(".") else { return 60 * minutes + seconds }
    let fraction = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(fraction.count)
    return fraction.isEmpty ? nil : 60 * minutes + seconds
  }

  /// Offset from UTC in seconds, positive east of Greenwich.
  mutating func zone() -> Int? {
    if accept("Z") { return 0 }
    let isBehind = accept("-")
    guard isBehind || accept("+"), let minutes = hourAndMinute() else { return nil }
    return isBehind ? -60 * minutes : 60 * minutes
  }

  /// Minutes of `hh:mm`.
  private mutating func hourAndMinute() -> Int? {
    guard let hour = number(digits: 2, 0...23), accept(":"),
      let minute = number(digits: 2, 0...59)
    else { return nil }
    return 60 * hour + minute
  }

  private mutating func number(digits count: Int, _ allowed: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    return allowed.contains(number) ? number : nil
  }

  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

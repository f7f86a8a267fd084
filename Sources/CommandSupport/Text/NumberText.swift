// Number formatting for reports. Documents use full precision instead.

import VoiceTypes

/// Number formatting for reports and messages.
package enum NumberText {
  /// From this magnitude on a double has no meaningful decimals.
  private static let wholeFrom = 1e15

  /// Maximum number of decimals. Smaller values are negligible in every unit.
  private static let mostPlaces = 8

  /// Formats a number with fixed decimals.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < wholeFrom else { return number.description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// Formats a change with an explicit plus sign.
  package static func signed(_ number: Double, _ places: Int) -> String {
    (number > 0 ? "+" : "") + fixed(number, places)
  }

  /// Formats a number without trailing zeros.
  package static func short(_ number: Double, _ places: Int) -> String {
    let text = fixed(number, places)
    guard text.contains(".") else { return text }
    let kept = text.reversed().drop { $0 == "0" }.reversed()
    return String(kept.last == "." ? Array(kept.dropLast()) : Array(kept))
  }

  /// Significant digits of half an interval (ISO/IEC Guide 98-3, 7.2.6), and of a number without an
  /// interval.
  private static let intervalDigits = 2
  private static let digits = 3

  /// Formats a number with four significant digits, without trailing zeros.
  package static func significant(_ number: Double) -> String {
    short(number, places(number.magnitude, digits: digits + 1))
  }

  /// Returns the decimals of a value, by the half width of its interval or by its digits.
  static func places(of number: Double, interval: ConfidenceInterval?) -> Int {
    let half = interval.map { ($0.high - $0.low) / 2 } ?? 0
    return half > 0
      ? places(half, digits: intervalDigits) : places(number.magnitude, digits: digits)
  }

  /// Returns the decimals that give a number of significant digits.
  private static func places(_ number: Double, digits: Int) -> Int {
    guard number > 0 else { return 0 }
    var places = digits - 1
    var scaled = number
    while scaled >= 10, places > 0 { (scaled, places) = (scaled / 10, places - 1) }
    while scaled < 1, places < mostPlaces { (scaled, places) = (scaled * 10, places + 1) }
    return places
  }

  /// Formats a number as command line input: minimum digits and an ASCII minus sign.
  package static func typed(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }
}

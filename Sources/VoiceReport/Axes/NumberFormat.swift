internal import RealModule
internal import VoiceMath
package import VoiceTypes

/// Number formatting for figures and reports.
package enum NumberFormat {
  /// Significant digits of a number without an interval, and of half an interval.
  private static let digits = 3
  private static let intervalDigits = 2

  /// Maximum number of decimals.
  private static let mostPlaces = 8

  /// Formats a number with fixed decimals and a minus sign of the width of a plus.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    let text = Decimal.text(number.magnitude, places: places)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let isExponent = text.contains("e")
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    let shown = places > 0 && !isExponent ? "\(parts[0]).\(fraction)\(zeros)" : text
    let isNothing = shown.allSatisfy { "0.".contains($0) }
    return (number < 0 && !isNothing ? "−" : "") + shown
  }

  /// Formats a value with the decimals of its interval, or with three significant digits.
  package static func text(
    _ number: Double, of measure: Measure, interval: ConfidenceInterval?
  ) -> String {
    fixed(number, places(of: number, of: measure, interval: interval))
  }

  /// Returns the decimals of a value of a measure.
  static func places(
    of number: Double, of measure: Measure, interval: ConfidenceInterval?
  ) -> Int {
    guard measure.facts.unit != .count else { return 0 }
    let half = interval.map { ($0.high - $0.low) / 2 } ?? 0
    return half > 0
      ? places(half, digits: intervalDigits) : places(number.magnitude, digits: digits)
  }

  private static func places(_ number: Double, digits: Int) -> Int {
    guard number > 0 else { return 0 }
    let exponent = Int(Double.log10(number).rounded(.down))
    return min(max(0, digits - 1 - exponent), mostPlaces)
  }
}

extension NumberFormat {
  /// Formats a number with three significant digits, without trailing zeros, with at most three
  /// decimals.
  static func rounded(_ number: Double) -> String {
    let places = min(places(number.magnitude, digits: digits), digits)
    let text = Decimal.text(number.magnitude, places: places)
    return (number < 0 && text != "0" ? "−" : "") + text
  }

  /// Formats a number with at most three decimals, without trailing zeros.
  static func short(_ number: Double) -> String {
    (number < 0 ? "−" : "") + Decimal.text(number.magnitude, places: 3)
  }
}

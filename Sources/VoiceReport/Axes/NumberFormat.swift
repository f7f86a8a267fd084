// Numbers as figures show them.

internal import RealModule
internal import VoiceMath
package import VoiceTypes

/// Numbers for people.
package enum NumberFormat {
  /// Digits of a number of which no interval is known, and of half an interval.
  private static let digits = 3
  private static let intervalDigits = 2

  /// Places that a small number is shown with at most.
  private static let mostPlaces = 8

  /// Decimal notation with a fixed number of places, and a minus sign of the width of a plus.
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

  /// A number of a measure with the digits that its interval bears, or three.
  package static func text(
    _ number: Double, of measure: Measure, interval: ConfidenceInterval?
  ) -> String {
    fixed(number, places(of: number, of: measure, interval: interval))
  }

  /// The places behind the point that a number of a measure bears.
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
  /// A number of three digits, or as many as stand before its point, without zeros at its end and
  /// with three places at most.
  static func rounded(_ number: Double) -> String {
    let places = min(places(number.magnitude, digits: digits), digits)
    let text = Decimal.text(number.magnitude, places: places)
    return (number < 0 && text != "0" ? "−" : "") + text
  }

  /// A number without places that it does not have, at most three.
  static func short(_ number: Double) -> String {
    (number < 0 ? "−" : "") + Decimal.text(number.magnitude, places: 3)
  }
}

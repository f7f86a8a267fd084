// Number formatting for figures, reports and messages. Documents use full precision instead.

internal import RealModule

/// Number formatting for figures, reports and messages.
package enum NumberFormat {
  /// Significant digits of a number.
  static let digits = 3

  /// Maximum number of decimals. Smaller values are negligible in every unit.
  private static let mostPlaces = 8

  /// From this magnitude on a double has no meaningful decimals.
  private static let wholeFrom = 1e15

  /// Formats a number with fixed decimals and a minus sign of the width of a plus.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
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

  /// Formats a number with at most `places` decimals, without trailing zeros.
  package static func short(_ number: Double, _ places: Int) -> String {
    let text = fixed(number, places)
    guard text.contains(".") else { return text }
    let kept = text.reversed().drop { $0 == "0" }.reversed()
    return String(kept.last == "." ? Array(kept.dropLast()) : Array(kept))
  }

  /// Formats a number with at most three decimals, without trailing zeros.
  static func short(_ number: Double) -> String { short(number, 3) }

  /// Formats a number with three significant digits, without trailing zeros, with at most three
  /// decimals.
  static func rounded(_ number: Double) -> String {
    short(number, min(places(of: number.magnitude, digits: digits), digits))
  }

  /// Formats a number with four significant digits, without trailing zeros.
  package static func significant(_ number: Double) -> String {
    short(number, places(of: number.magnitude, digits: digits + 1))
  }

  /// Formats a number as command line input: minimum digits and an ASCII minus sign.
  package static func typed(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }

  /// Returns the decimals that give a positive number `digits` significant digits.
  static func places(of number: Double, digits: Int) -> Int {
    guard number > 0 else { return 0 }
    let exponent = Int(Double.log10(number).rounded(.down))
    return min(max(0, digits - 1 - exponent), mostPlaces)
  }
}

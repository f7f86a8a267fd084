// Number formatting for text; JSON documents do not use it.

internal import RealModule

/// Decimal notation for text.
package enum Decimal {
  /// Significant digits by default.
  private static let usualDigits = 4

  /// Significant digits that identify a double.
  private static let mostDigits = 17

  /// Decimal places beyond which a small number prints as zero.
  private static let mostPlaces = 9

  /// Formats a number with four significant digits, or with as many as distinguish it from each
  /// unequal number of `others`. A value beyond a threshold thus never prints as the threshold.
  package static func text(_ number: Double, distinctFrom others: [Double] = []) -> String {
    text(number, distinctFrom: others, digits: usualDigits)
  }

  /// Formats a number with three significant digits, or with as many as distinguish it from each
  /// unequal number of `others`.
  package static func short(_ number: Double, distinctFrom others: [Double] = []) -> String {
    text(number, distinctFrom: others, digits: usualDigits - 1)
  }

  private static func text(
    _ number: Double, distinctFrom others: [Double], digits least: Int
  ) -> String {
    for digits in least..<mostDigits {
      let text = text(number, digits: digits)
      let isDistinct = others.allSatisfy { other in
        other == number || Double(text) != other
      }
      if isDistinct { return text }
    }
    return number.description
  }

  /// Rounds to `digits` significant digits.
  package static func rounded(_ number: Double, digits: Int) -> Double {
    Double(text(number, digits: digits)) ?? number
  }

  /// The magnitude from which every double is an integer; such numbers print in full.
  private static let wholeFrom = 0x1p53

  /// Rounds to at most `places` decimal places, without trailing zeros.
  package static func text(_ number: Double, places: Int) -> String {
    guard number.magnitude < wholeFrom else { return "\(number)" }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let scaled = (number * scale).rounded()
    guard scaled.magnitude < wholeFrom else { return whole(number) ?? "\(number)" }
    let rounded = scaled / scale
    return whole(rounded) ?? "\(rounded)"
  }

  private static func whole(_ number: Double) -> String? {
    guard number == number.rounded(), number.magnitude < wholeFrom else { return nil }
    return "\(Int(number))"
  }

  private static func text(_ number: Double, digits: Int) -> String {
    guard number.isFinite, number != 0 else { return number == 0 ? "0" : number.description }
    let exponent = Int(Double.log10(number.magnitude).rounded(.down))
    let places = min(max(0, digits - 1 - exponent), mostPlaces + digits - usualDigits)
    let scale = Double.pow(10, Double(places))
    let scaled = (number.magnitude * scale).rounded()
    // From here on the double is an integer, and its own notation is exact.
    guard scaled < 1e15 else { return number.description }
    return (number < 0 && scaled > 0 ? "-" : "") + fixed(Int(scaled), places: places)
  }

  /// Formats `scaled` · 10^-`places` without trailing zeros of the fraction.
  private static func fixed(_ scaled: Int, places: Int) -> String {
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fraction = padded.suffix(places).reversed().drop { $0 == "0" }.reversed()
    return padded.dropLast(places) + (fraction.isEmpty ? "" : "." + String(fraction))
  }
}

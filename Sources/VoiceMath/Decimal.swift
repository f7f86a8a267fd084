// Numbers as sentences and tables show them; numbers of documents never pass through here.

internal import RealModule

/// Decimal notation for people.
package enum Decimal {
  /// Digits that a reader can use.
  private static let usualDigits = 4

  /// Digits beyond which a double says nothing more.
  private static let mostDigits = 17

  /// Decimal places beyond which a small number is written as zero.
  private static let mostPlaces = 9

  /// A number to four significant digits, or to as many as tell it from each of `others` that it
  /// is not equal to: a value beyond a limit does not look as if it lay on it.
  package static func text(_ number: Double, toldFrom others: [Double] = []) -> String {
    for digits in usualDigits..<mostDigits {
      let text = text(number, digits: digits)
      let isTold = others.allSatisfy { other in
        other == number || Double(text) != other
      }
      if isTold { return text }
    }
    return number.description
  }

  /// The number with so many significant digits.
  package static func rounded(_ number: Double, digits: Int) -> Double {
    Double(text(number, digits: digits)) ?? number
  }

  /// Doubles from here on are all whole; they are written as they are.
  private static let wholeFrom = 0x1p53

  /// The number rounded to at most `places` decimal places, without trailing zeros.
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
    // Beyond this a double is a whole number and its own notation is as good.
    guard scaled < 1e15 else { return number.description }
    return (number < 0 && scaled > 0 ? "-" : "") + fixed(Int(scaled), places: places)
  }

  /// A whole number of 10^-`places`, without zeros at the end of the fraction.
  private static func fixed(_ scaled: Int, places: Int) -> String {
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fraction = padded.suffix(places).reversed().drop { $0 == "0" }.reversed()
    return padded.dropLast(places) + (fraction.isEmpty ? "" : "." + String(fraction))
  }
}

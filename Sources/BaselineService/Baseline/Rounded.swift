// Numbers in sentences. Nothing is computed with them.

/// Decimal notation with a fixed number of places.
enum Rounded {
  /// The largest number that is written out; beyond it a double is a whole number anyway.
  private static let largest = 1e15

  static func text(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < largest else { return number.description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

// Numbers inside sentences, without Foundation; numbers of the document never pass through here.

/// Writes numbers for people.
enum NumberWords {
  /// Doubles from here on are all whole; they are written as they are.
  private static let wholeFrom = 0x1p53

  /// `value` rounded to at most `places` decimals, without trailing zeros.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.magnitude < wholeFrom else { return "\(value)" }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < wholeFrom else { return whole(value) ?? "\(value)" }
    let rounded = scaled / scale
    return whole(rounded) ?? "\(rounded)"
  }

  private static func whole(_ value: Double) -> String? {
    guard value == value.rounded(), value.magnitude < wholeFrom else { return nil }
    return "\(Int(value))"
  }
}

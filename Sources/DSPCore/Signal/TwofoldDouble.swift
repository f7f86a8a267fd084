/// Double-double number, 32 digits, for sums with cancellation: Dekker (1971), Numerische
/// Mathematik 18:224; Knuth, The Art of Computer Programming 2, 4.2.2.
package struct TwofoldDouble: Sendable {
  package let value: Double

  /// The rounding error of `value`.
  private let rest: Double

  /// Creates the sum of a double and a correction.
  package init(_ value: Double, rest: Double = 0) {
    self.value = value + rest
    self.rest = rest - (self.value - value)
  }

  /// Creates the exact product of two doubles.
  package init(product first: Double, _ second: Double) {
    value = first * second
    rest = (-value).addingProduct(first, second)
  }
}

extension TwofoldDouble {
  /// The correctly rounded mean of values.
  static func mean(of values: [Double]) -> Double {
    let sum = values.reduce(TwofoldDouble(0)) { $0 + TwofoldDouble($1) }
    return (sum / TwofoldDouble(Double(values.count))).value
  }
}

extension TwofoldDouble: PredictionNumber {
  /// Returns the sum.
  package static func + (first: Self, second: Self) -> Self {
    let sum = first.value + second.value
    let shift = sum - first.value
    let lost = (first.value - (sum - shift)) + (second.value - shift)
    return Self(sum, rest: lost + (first.rest + second.rest))
  }

  /// Returns the negative.
  package static prefix func - (number: Self) -> Self { Self(-number.value, rest: -number.rest) }

  /// Returns the product.
  package static func * (first: Self, second: Self) -> Self {
    let product = Self(product: first.value, second.value)
    return Self(
      product.value,
      rest: product.rest + (first.value * second.rest + first.rest * second.value))
  }

  /// Returns the quotient.
  package static func / (first: Self, second: Self) -> Self {
    let near = Self(first.value / second.value)
    let remainder = first + -(second * near)
    return near + Self(remainder.value / second.value)
  }
}

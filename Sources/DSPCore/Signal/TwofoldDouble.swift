// Numbers of two doubles, for sums that cancel to the last of a double's digits: Dekker (1971), Numerische
// Mathematik 18:224; Knuth, The Art of Computer Programming 2, 4.2.2.

/// A number as the sum of a double and of what rounding took from it: 32 digits.
package struct TwofoldDouble: Sendable {
  /// The number as a double.
  package let value: Double

  /// What is missing.
  private let rest: Double

  /// A double, and what it lacks.
  package init(_ value: Double, rest: Double = 0) {
    self.value = value + rest
    self.rest = rest - (self.value - value)
  }

  /// A product of two doubles, without rounding.
  package init(product first: Double, _ second: Double) {
    value = first * second
    rest = (-value).addingProduct(first, second)
  }
}

extension TwofoldDouble: PredictionNumber {
  /// The sum.
  package static func + (first: Self, second: Self) -> Self {
    let sum = first.value + second.value
    let shift = sum - first.value
    let lost = (first.value - (sum - shift)) + (second.value - shift)
    return Self(sum, rest: lost + (first.rest + second.rest))
  }

  /// The negative.
  package static prefix func - (number: Self) -> Self { Self(-number.value, rest: -number.rest) }

  /// The product.
  package static func * (first: Self, second: Self) -> Self {
    let product = Self(product: first.value, second.value)
    return Self(
      product.value,
      rest: product.rest + (first.value * second.rest + first.rest * second.value))
  }

  /// The quotient.
  package static func / (first: Self, second: Self) -> Self {
    let near = Self(first.value / second.value)
    let remainder = first + -(second * near)
    return near + Self(remainder.value / second.value)
  }
}

// All roots of a polynomial at once.
//
// Ehrlich (1967), Comm. ACM 10:107–108; Aberth (1973), Math. Comp. 27:339–344: Newton's step for
// each root, on the polynomial divided by what the other roots stand for. Cubic convergence, from
// any starting points without symmetry. A root is done when the polynomial's value is down to its
// own rounding error there (Adams 1967, Comm. ACM 10:655–658): no method can do better.

import RealModule

/// Roots of real polynomials of a low degree.
package struct PolynomialRoots {
  /// Rounds after which the roots are taken as they are; ten is usual.
  private static let maximumRounds = 200

  /// Starting points are turned by this angle, in radians, off the symmetry of conjugate roots.
  private static let startAngle = 0.4

  /// Rounding error of Horner's rule, in units of ulp per coefficient.
  private static let roundingUnits = 2 * Double.ulpOfOne

  /// The roots found last.
  package private(set) var roots: [ComplexNumber] = []
  private var coefficients: [Double] = []

  /// No roots yet.
  package init() {}

  /// Finds the roots of `Σ coefficients[k] · z^k`; the last coefficient is not zero.
  package mutating func find(_ coefficients: [Double]) {
    let zeros = coefficients.prefix { $0 == 0 }.count
    self.coefficients = Array(coefficients.dropFirst(zeros))
    let degree = self.coefficients.count - 1
    roots = Self.start(count: degree, around: self.coefficients)
    var isDone = Array(repeating: false, count: degree)
    for _ in 0..<Self.maximumRounds {
      for index in roots.indices where !isDone[index] { isDone[index] = improve(index) }
      if isDone.allSatisfy({ $0 }) { break }
    }
    roots += Array(repeating: ComplexNumber(0), count: zeros)
  }

  /// Points on the circle whose radius is the geometric mean of the roots.
  private static func start(count: Int, around coefficients: [Double]) -> [ComplexNumber] {
    guard count > 0 else { return [] }
    let product = (coefficients[0] / coefficients[count]).magnitude
    let radius = Double.pow(product, 1 / Double(count))
    return (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count) + startAngle
      return ComplexNumber(length: radius, angle: angle)
    }
  }

  /// One step for one root.
  /// - Returns: Whether rounding forbids another.
  private mutating func improve(_ index: Int) -> Bool {
    let root = roots[index]
    let (value, slope, rounding) = evaluate(at: root)
    if value.norm <= rounding * rounding { return true }
    var repulsion = ComplexNumber(0)
    for other in roots.indices where other != index && roots[other] != root {
      repulsion = repulsion + ComplexNumber(1) / (root - roots[other])
    }
    let divisor = slope - value * repulsion
    guard divisor.norm > 0 else { return false }
    roots[index] = root - value / divisor
    return false
  }

  /// Horner's rule for the polynomial, its derivative and a bound of the rounding error.
  private func evaluate(
    at point: ComplexNumber
  ) -> (value: ComplexNumber, slope: ComplexNumber, rounding: Double) {
    let distance = point.norm.squareRoot()
    var value = ComplexNumber(0)
    var slope = ComplexNumber(0)
    var bound = 0.0
    for coefficient in coefficients.reversed() {
      slope = slope * point + value
      value = value * point + ComplexNumber(coefficient)
      bound = bound * distance + coefficient.magnitude
    }
    return (value, slope, Self.roundingUnits * bound)
  }
}

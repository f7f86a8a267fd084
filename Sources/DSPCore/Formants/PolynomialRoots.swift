// All roots of a polynomial at once.
//
// Ehrlich (1967), Comm. ACM 10:107–108; Aberth (1973), Math. Comp. 27:339–344: Newton's step for
// each root, on the polynomial divided by what the other roots stand for. Cubic convergence, from
// any starting points without symmetry. A root is done when the polynomial's value is down to its
// own rounding error there (Adams 1967, Comm. ACM 10:655–658): no method can do better.

package import ComplexModule
internal import RealModule

/// Roots of real polynomials of a low degree.
package struct PolynomialRoots {
  /// Rounds after which the roots are taken as they are; ten is usual.
  private static let maximumRounds = 200

  /// Starting points are turned by this angle, in radians, off the symmetry of conjugate roots.
  private static let startAngle = 0.4

  /// Rounding error of Horner's rule, in units of ulp per coefficient.
  private static let roundingUnits = 2 * Double.ulpOfOne

  /// The roots found last.
  package private(set) var roots: [Complex<Double>] = []
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
    roots += Array(repeating: Complex<Double>(0), count: zeros)
  }

  /// Points on the circle whose radius is the geometric mean of the roots.
  private static func start(count: Int, around coefficients: [Double]) -> [Complex<Double>] {
    guard count > 0 else { return [] }
    let product = (coefficients[0] / coefficients[count]).magnitude
    let radius = Double.pow(product, 1 / Double(count))
    return (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count) + startAngle
      return Complex(length: radius, phase: angle)
    }
  }

  /// One step for one root.
  /// - Returns: Whether rounding forbids another.
  private mutating func improve(_ index: Int) -> Bool {
    let root = roots[index]
    let (value, slope, rounding) = evaluate(at: root)
    if value.lengthSquared <= rounding * rounding { return true }
    var repulsion = Complex<Double>.zero
    for other in roots.indices where other != index && roots[other] != root {
      repulsion = repulsion + Complex<Double>(1).over(root - roots[other])
    }
    let divisor = slope - value * repulsion
    guard divisor.lengthSquared > 0 else { return false }
    roots[index] = root - value.over(divisor)
    return false
  }

  /// Horner's rule for the polynomial, its derivative and a bound of the rounding error.
  private func evaluate(
    at point: Complex<Double>
  ) -> (value: Complex<Double>, slope: Complex<Double>, rounding: Double) {
    let distance = point.lengthSquared.squareRoot()
    var value = Complex<Double>.zero
    var slope = Complex<Double>.zero
    var bound = 0.0
    for coefficient in coefficients.reversed() {
      slope = slope * point + value
      value = value * point + Complex<Double>(coefficient)
      bound = bound * distance + coefficient.magnitude
    }
    return (value, slope, Self.roundingUnits * bound)
  }
}

package import ComplexModule
internal import RealModule

/// Roots of real polynomials of a low degree, all at once.
///
/// Ehrlich (1967), Comm. ACM 10:107–108; Aberth (1973), Math. Comp. 27:339–344: Newton's step for
/// each root on the polynomial divided by the other roots. Convergence is cubic from any starting
/// points without symmetry. A root has converged when the value is within its own rounding error
/// (Adams 1967, Comm. ACM 10:655–658).
package struct PolynomialRoots {
  /// Iteration limit; ten iterations are usual.
  private static let maximumRounds = 200

  /// Rotation of the starting points, in radians, which breaks the symmetry of conjugate roots.
  private static let startAngle = 0.4

  /// The roots of the last search.
  package private(set) var roots: [Complex<Double>] = []
  private var coefficients: [Double] = []
  private var evaluations: [PolynomialValues.Value] = []

  /// Starting directions on the unit circle.
  private var directions: [Complex<Double>] = []

  package init() {}

  /// Finds the roots of `Σ coefficients[k] · z^k`; the last coefficient is not zero.
  package mutating func find(_ coefficients: [Double]) {
    let zeros = coefficients.prefix { $0 == 0 }.count
    self.coefficients = Array(coefficients.dropFirst(zeros))
    let degree = self.coefficients.count - 1
    start(count: degree)
    evaluations = Array(repeating: .unknown, count: degree)
    var open = Array(roots.indices)
    for _ in 0..<Self.maximumRounds {
      // A step moves only its own root, so the polynomial is evaluated at all roots before the
      // first step.
      PolynomialValues.find(of: self.coefficients, at: open, of: roots, into: &evaluations)
      open = open.filter { !improve($0) }
      if open.isEmpty { break }
    }
    roots += Array(repeating: Complex<Double>(0), count: zeros)
  }

  /// Places the roots on the circle whose radius is the geometric mean of the roots.
  private mutating func start(count: Int) {
    if directions.count != count {
      directions = (0..<count).map { index in
        Complex(length: 1, phase: 2 * .pi * Double(index) / Double(count) + Self.startAngle)
      }
    }
    guard count > 0 else { return roots = [] }
    let product = (coefficients[0] / coefficients[count]).magnitude
    let radius = Double.pow(product, 1 / Double(count))
    roots = directions.map { $0.multiplied(by: radius) }
  }

  /// Updates one root by one step from its last evaluation.
  /// - Returns: Whether the root has converged to its rounding error.
  private mutating func improve(_ index: Int) -> Bool {
    let (root, there) = (roots[index], evaluations[index])
    if there.value.lengthSquared <= there.rounding * there.rounding { return true }
    var repulsion = Complex<Double>.zero
    for other in roots.indices where other != index && roots[other] != root {
      repulsion = repulsion + Complex<Double>(1).over(root - roots[other])
    }
    let divisor = there.slope - there.value * repulsion
    guard divisor.lengthSquared > 0 else { return false }
    roots[index] = root - there.value.over(divisor)
    return false
  }
}

extension Complex<Double> {
  /// Returns the unscaled quotient; `divisor` must not be zero. The scaled quotient of swift-numerics
  /// differs in the last digits of every formant.
  func over(_ divisor: Self) -> Self {
    let (x, y) = rawStorage
    let (u, v) = divisor.rawStorage
    let scale = 1 / divisor.lengthSquared
    return Self((x * u + y * v) * scale, (y * u - x * v) * scale)
  }
}

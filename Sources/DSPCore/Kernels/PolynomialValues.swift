internal import ComplexModule

/// Values and slopes of a real polynomial by Horner's rule, at four points at a time.
enum PolynomialValues {
  /// Evaluation of a polynomial at a point.
  struct Value {
    /// Value before the first evaluation.
    static let unknown = Value(value: .zero, slope: .zero, rounding: 0)

    /// The value of the polynomial.
    var value: Complex<Double>

    /// The derivative.
    var slope: Complex<Double>

    /// A bound of the rounding error of the value (Adams 1967, Comm. ACM 10:655–658).
    var rounding: Double
  }

  private typealias Four = SIMD4<Double>

  /// Rounding error of Horner's rule, in units of ulp per coefficient.
  private static let roundingUnits = 2 * Double.ulpOfOne

  /// Evaluates `Σ coefficients[k] · z^k` at the points of some indices.
  /// - Parameter indices: Indices of `points` and of the results in `values`; other values are
  ///   unchanged.
  static func find(
    of coefficients: [Double], at indices: [Int], of points: [Complex<Double>],
    into values: inout [Value]
  ) {
    for first in stride(from: 0, to: indices.count, by: Four.scalarCount) {
      let places = indices[first..<min(first + Four.scalarCount, indices.count)]
      evaluate(coefficients, at: places, of: points, into: &values)
    }
  }

  /// Horner's rule for the polynomial, its derivative and a bound of the rounding error.
  private static func evaluate(
    _ coefficients: [Double], at places: ArraySlice<Int>, of points: [Complex<Double>],
    into values: inout [Value]
  ) {
    var (x, y) = (Four.zero, Four.zero)
    for (lane, place) in places.enumerated() {
      (x[lane], y[lane]) = (points[place].real, points[place].imaginary)
    }
    let distance = (x * x + y * y).squareRoot()
    var (value, slope) = ((x: Four.zero, y: Four.zero), (x: Four.zero, y: Four.zero))
    var bound = Four.zero
    for coefficient in coefficients.reversed() {
      slope = (slope.x * x - slope.y * y + value.x, slope.x * y + slope.y * x + value.y)
      value = (value.x * x - value.y * y + coefficient, value.x * y + value.y * x + 0)
      bound = bound * distance + coefficient.magnitude
    }
    for (lane, place) in places.enumerated() {
      values[place] = Value(
        value: Complex(value.x[lane], value.y[lane]), slope: Complex(slope.x[lane], slope.y[lane]),
        rounding: roundingUnits * bound[lane])
    }
  }
}

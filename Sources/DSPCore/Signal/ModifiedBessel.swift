import RealModule

/// Modified Bessel functions of the first kind by polynomials with an error of 2e-7. Abramowitz &
/// Stegun (1964), Handbook of Mathematical Functions, 9.8.1 and 9.8.2.
enum ModifiedBessel {
  /// The boundary between the two polynomials.
  private static let seam = 3.75

  /// 9.8.1: I₀ in powers of (x / 3.75)².
  private static let nearZero = [
    1, 3.515_622_9, 3.089_942_4, 1.206_749_2, 0.265_973_2, 0.036_076_8, 0.004_581_3,
  ]

  /// 9.8.2: √x · exp(−x) · I₀ in powers of 3.75 / x.
  private static let farFromZero = [
    0.398_942_28, 0.013_285_92, 0.002_253_19, -0.001_575_65, 0.009_162_81, -0.020_577_06,
    0.026_355_37, -0.016_476_33, 0.003_923_77,
  ]

  /// I₀(x), for x ≥ 0.
  static func orderZero(_ x: Double) -> Double {
    let ratio = x / seam
    guard ratio >= 1 else { return polynomial(nearZero, at: ratio * ratio) }
    return Double.exp(x) / x.squareRoot() * polynomial(farFromZero, at: 1 / ratio)
  }

  private static func polynomial(_ coefficients: [Double], at x: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }
}

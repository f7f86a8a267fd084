// Unscaled quotient: the scaled one of swift-numerics differs in the last digits of every formant.

internal import ComplexModule

extension Complex<Double> {
  /// Returns the quotient; `divisor` must not be zero.
  func over(_ divisor: Self) -> Self {
    let (x, y) = rawStorage
    let (u, v) = divisor.rawStorage
    let scale = 1 / divisor.lengthSquared
    return Self((x * u + y * v) * scale, (y * u - x * v) * scale)
  }
}

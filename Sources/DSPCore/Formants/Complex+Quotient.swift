// Complex numbers are those of swift-numerics, but for the quotient: the usual scaled one differs in
// the last digits, and those of every reported formant follow from it.

internal import ComplexModule

extension Complex<Double> {
  /// The quotient; `divisor` is not zero.
  func over(_ divisor: Self) -> Self {
    let (x, y) = rawStorage
    let (u, v) = divisor.rawStorage
    let scale = 1 / divisor.lengthSquared
    return Self((x * u + y * v) * scale, (y * u - x * v) * scale)
  }
}

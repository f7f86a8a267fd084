internal import CSquareRoot

extension SIMD8<Double> {
  /// The square root of each value by the vector instruction, as `squareRoot()` gives it; NaN below
  /// zero.
  package var squareRoots: SIMD8<Double> {
    @inline(__always) get { sagevoice_square_roots(self) }
  }
}

// Square roots of eight values by the instruction for them.

internal import CSquareRoot

extension SIMD8<Double> {
  /// The square root of each value, as `squareRoot()` gives it; not a number below zero.
  package var squareRoots: SIMD8<Double> {
    @inline(__always) get { sagevoice_square_roots(self) }
  }
}

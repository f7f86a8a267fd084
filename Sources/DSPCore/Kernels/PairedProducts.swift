/// Correlation of two windows in one pass.
package enum PairedProducts {
  /// `Σxy / √(energy · Σy²)` of a `window` x and the window y `there`; both sums are bit-identical
  /// to `Rows.product`.
  package static func correlation(
    of window: Span<Double>, energy: Double, with there: Span<Double>
  ) -> Double {
    let (product, square) = WideRows.productAndSquare(of: window, there)
    return product / (energy * square).squareRoot()
  }
}

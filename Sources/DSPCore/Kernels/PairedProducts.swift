// A window against another: the sum of products and the energy of the other share what they load.

/// Correlations of two windows.
package enum PairedProducts {
  /// `Σxy / √(energy · Σy²)` of a `window` x and the window y `there`; both sums are those of
  /// `Rows.product` to the last bit.
  package static func correlation(
    of window: Span<Double>, energy: Double, with there: Span<Double>
  ) -> Double {
    let (product, square) = WideRows.productAndSquare(of: window, there)
    return product / (energy * square).squareRoot()
  }
}

// A window against another: the sum of products and the energy of the other share what they load.

import RealModule

/// Correlations of two windows.
package enum PairedProducts {
  /// `Σxy / √(energy · Σy²)` of a `window` x and the window y `there`; both sums are those of
  /// `Rows.product` to the last bit.
  package static func correlation(
    of window: Span<Double>, energy: Double, with there: Span<Double>
  ) -> Double {
    precondition(window.count == there.count, "windows of one length")
    let whole = Lanes.whole(of: window.count)
    var (products, squares) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for index in stride(from: 0, to: whole, by: Lanes.count) {
      let values = there.eight(at: index)
      products += window.eight(at: index) * values
      squares += values * values
    }
    var (product, square) = (products.sum(), squares.sum())
    for index in whole..<window.count {
      product += window[index] * there[index]
      square += there[index] * there[index]
    }
    return product / (energy * square).squareRoot()
  }
}

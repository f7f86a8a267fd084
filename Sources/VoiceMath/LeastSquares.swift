/// Least-squares line through points, relative to their means.
package struct LeastSquaresLine: Sendable, Equatable {
  /// The mean of the abscissae.
  package let meanX: Double

  /// The mean of the ordinates, which is the value of the line at `meanX`.
  package let meanY: Double

  /// The rise per unit of x; zero if all abscissae are equal.
  package let slope: Double

  /// Fits the points (`x`, `y`) of two lists of equal length; nil for empty lists.
  package init?(x: [Double], y: [Double]) {
    precondition(x.count == y.count, "a point has two coordinates")
    guard let meanX = Statistics.mean(x), let meanY = Statistics.mean(y) else { return nil }
    var (products, squares) = (0.0, 0.0)
    for (x, y) in zip(x, y) {
      let deviation = x - meanX
      products += deviation * (y - meanY)
      squares += deviation * deviation
    }
    (self.meanX, self.meanY) = (meanX, meanY)
    slope = squares > 0 ? products / squares : 0
  }

  package func value(at x: Double) -> Double { meanY + slope * (x - meanX) }
}

// The straight line through points by least squares.

/// A line through points, written around their means, where it is least in doubt.
package struct LeastSquaresLine: Sendable, Equatable {
  /// The mean of the abscissae.
  package let meanX: Double

  /// The mean of the ordinates; the line passes there at `meanX`.
  package let meanY: Double

  /// The rise per unit of x; zero where all abscissae are the same.
  package let slope: Double

  /// The line through the points (`x`, `y`) of two lists of one length; nil without any.
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

  /// The line at `x`.
  package func value(at x: Double) -> Double { meanY + slope * (x - meanX) }
}

// The straight line through a contour by least squares, and what is left when it is taken away: a
// slow intended glide is not unsteadiness.

internal import VoiceMath

/// A contour split into a line and its residuals.
struct LinearTrend: Sendable, Equatable {
  /// A line through fewer points leaves nothing to measure.
  static let leastPoints = 3

  /// The mean of the values.
  let mean: Double

  /// The rise of the line per second.
  let slope: Double

  /// What the line leaves of each value; their sum is zero.
  let residuals: [Double]

  /// The line through a contour; nil for fewer points than `leastPoints`.
  init?(of contour: Contour) {
    guard contour.values.count >= Self.leastPoints,
      let line = LeastSquaresLine(x: contour.times, y: contour.values)
    else { return nil }
    mean = line.meanY
    slope = line.slope
    residuals = zip(contour.times, contour.values).map {
      $1 - line.meanY - line.slope * ($0 - line.meanX)
    }
  }

  /// The standard deviation (n − 1) of the residuals over the mean of the values; a ratio.
  var relativeDeviation: Double {
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    return (squares / Double(residuals.count - 1)).squareRoot() / mean
  }
}

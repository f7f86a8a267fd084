internal import VoiceMath

/// Least-squares line through a contour, with residuals: a slow intended glide is no instability.
struct LinearTrend: Sendable, Equatable {
  /// Minimum points, so that residuals exist.
  static let leastPoints = 3

  let mean: Double

  /// The slope of the line per second.
  let slope: Double

  /// The residuals of the line; their sum is zero.
  let residuals: [Double]

  /// Fits the line; nil for fewer points than `leastPoints`.
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

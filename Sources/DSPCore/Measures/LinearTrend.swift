// The straight line through a contour by least squares, and what is left when it is taken away: a
// slow intended glide is not unsteadiness.

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
      let meanTime = Statistics.mean(contour.times), let mean = Statistics.mean(contour.values)
    else { return nil }
    let offsets = contour.times.map { $0 - meanTime }
    let spread = offsets.reduce(0) { $0 + $1 * $1 }
    let product = zip(offsets, contour.values).reduce(0) { $0 + $1.0 * ($1.1 - mean) }
    let slope = product / spread
    self.mean = mean
    self.slope = slope
    residuals = zip(offsets, contour.values).map { $1 - mean - slope * $0 }
  }

  /// The standard deviation (n − 1) of the residuals over the mean of the values; a ratio.
  var relativeDeviation: Double {
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    return (squares / Double(residuals.count - 1)).squareRoot() / mean
  }
}

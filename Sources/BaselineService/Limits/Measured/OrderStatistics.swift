// Distribution-free confidence intervals of percentiles: the number of people below a percentile is
// binomial (David & Nagaraja, Order Statistics, 2003, 7.1).

internal import RealModule

enum OrderStatistics {
  /// Error probability at either end of the two-sided 90 % interval.
  private static let tail = 0.05

  /// Returns the interval of a percentile with at least 90 % confidence. An end is nil if the
  /// sample is too small.
  static func interval(
    ofPercentile percent: Double, in sorted: [Double]
  ) -> MeasuredDistribution.Percentile.Ends {
    var ends = MeasuredDistribution.Percentile.Ends()
    let probabilities = binomial(count: sorted.count, probability: percent / 100)
    var below = 0.0
    var above = 0.0
    for rank in sorted.indices {
      // The value of this rank exceeds the percentile if at most `rank` people lie below the
      // percentile.
      below += probabilities[rank]
      if below <= tail { ends.low = sorted[rank] }
      // By symmetry, the mirrored rank lies below the percentile if at least `count - rank` people
      // do.
      above += probabilities[sorted.count - rank]
      if above <= tail { ends.high = sorted[sorted.count - 1 - rank] }
    }
    return ends
  }

  /// Returns the binomial probabilities of 0 … `count` people below.
  private static func binomial(count: Int, probability: Double) -> [Double] {
    var logarithm = Double(count) * Double.log(1 - probability)
    let odds = Double.log(probability / (1 - probability))
    return (0...count).map { people in
      defer {
        logarithm += Double.log(Double(count - people) / Double(people + 1)) + odds
      }
      return Double.exp(logarithm)
    }
  }
}

// Where the percentile of a population lies, from the ranks of a sample alone: the number of people
// below it is binomial, whatever the distribution is (David & Nagaraja, Order Statistics, 2003, 7.1).

internal import RealModule

/// Intervals of percentiles from the values of a sample.
enum OrderStatistics {
  /// What may lie beyond either end: a two-sided 90 % interval.
  private static let tail = 0.05

  /// The values between which a percentile lies with 90 % confidence at least. An end is missing
  /// where the whole sample is too small to lie beyond the percentile often enough.
  static func interval(
    ofPercentile percent: Double, in sorted: [Double]
  ) -> MeasuredDistribution.Percentile.Ends {
    var ends = MeasuredDistribution.Percentile.Ends()
    let probabilities = binomial(count: sorted.count, probability: percent / 100)
    var below = 0.0
    var above = 0.0
    for rank in sorted.indices {
      // The value of this rank lies above the percentile when at most `rank` people lie below it.
      below += probabilities[rank]
      if below <= tail { ends.low = sorted[rank] }
      // Seen from the other end, it lies below the percentile when so many people do.
      above += probabilities[sorted.count - rank]
      if above <= tail { ends.high = sorted[sorted.count - 1 - rank] }
    }
    return ends
  }

  /// The probabilities of 0 … `count` people below.
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

// With a dozen measures, some exceed a percentile by chance alone.

/// Multivariate reference classification of a recording.
public struct MultivariateClassification: Sendable, Equatable {
  /// Number of measures with measured limits.
  public var compared: Int

  /// Number of measures beyond their typical limit.
  public var beyondTypical: Int

  /// Number expected by chance.
  public var expectedBeyondTypical: Double

  /// Number of measures beyond their outer limit.
  public var outside: Int

  /// Percentage of reference recordings with any measure beyond its outer limit, by leave-one-out.
  public var expectedOutsidePercent: Double

  /// Measure with the largest deviation towards its limit.
  public var farthest: Measure

  /// Its deviation in standard deviations; negative on the other side of the median.
  public var farthestDeviation: Double

  /// Percentage of reference recordings with a deviation at least as large. The ends of the range
  /// mean "or fewer" and "or more".
  public var sharePercent: Double

  /// Sentence for a person.
  public var sentence: String

  /// Creates a multivariate classification.
  public init(
    compared: Int, beyondTypical: Int, expectedBeyondTypical: Double, outside: Int,
    expectedOutsidePercent: Double, farthest: Measure, farthestDeviation: Double,
    sharePercent: Double, sentence: String
  ) {
    self.compared = compared
    self.beyondTypical = beyondTypical
    self.expectedBeyondTypical = expectedBeyondTypical
    self.outside = outside
    self.expectedOutsidePercent = expectedOutsidePercent
    self.farthest = farthest
    self.farthestDeviation = farthestDeviation
    self.sharePercent = sharePercent
    self.sentence = sentence
  }
}

extension MultivariateClassification: Shaped {
  package static let shape = Shape(MultivariateClassification.init) {
    Field("compared", \.compared, .positiveCount)
    Field("beyond_typical", \.beyondTypical, .count)
    Field("expected_beyond_typical", \.expectedBeyondTypical, .number.short)
    Field("outside", \.outside, .count)
    Field("expected_outside_percent", \.expectedOutsidePercent, .number.short)
    Field("farthest", \.farthest, .choice)
    Field("farthest_z", \.farthestDeviation, .number)
    Field("share_percent", \.sharePercent, .number.short)
    Field("sentence", \.sentence, .text)
  }
}

// One measure over people, one number from each: what can be said of its spread, and no more.

internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// The values of one measure in one group of people.
public struct MeasuredDistribution: Sendable, Equatable {
  /// Standard deviations from the mean to the edge of what is typical (the article
  /// MeasuredLimits, 6).
  static let deviationsToEdge = 2.0

  /// The 95 % point of the normal distribution: a two-sided 90 % interval.
  private static let ninetyPercent = 1.6448536269514722

  /// The percentiles that are stated where they can be.
  package static let percents = [2.5, 5, 10, 25, 50, 75, 90, 95, 97.5]

  /// A percentile.
  public struct Percentile: Sendable, Equatable {
    /// How many percent of the people lie below.
    public var percent: Double

    /// The value, in the unit of the measure.
    public var value: Double
  }

  /// The edge of what is typical, in the unit of the measure.
  public struct Edge: Sendable, Equatable {
    /// Mean plus or minus two standard deviations, on the scale of the measure.
    public var value: Double

    /// Where the edge of very many such people would lie, with 90 % confidence.
    public var interval: ConfidenceInterval
  }

  /// The measure.
  public var measure: Measure

  /// The ages of the people.
  public var band: AgeBand

  /// The group of the people; `combined` for both together.
  public var category: ReferenceCategory

  /// How many they are.
  public var speakers: Int

  /// The scale of mean and standard deviation.
  public var scale: PopulationScale

  /// The lowest and the highest value.
  public var range: ClosedRange<Double>

  /// Percentiles that so many people allow to estimate.
  public var percentiles: [Percentile]

  /// The mean on the scale, brought back to the unit of the measure.
  public var mean: Double

  /// The standard deviation on the scale; nil for one person.
  public var standardDeviation: Double?

  /// The distribution of values; nil without any.
  package init?(of values: [Double], _ measure: Measure, band: AgeBand, category: ReferenceCategory)
  {
    let scale = measure.facts.spread.scale
    let sorted = values.sorted()
    let transformed = sorted.compactMap { scale.transformed($0) }
    guard let first = sorted.first, let last = sorted.last, transformed.count == sorted.count
    else { return nil }
    self.measure = measure
    self.band = band
    self.category = category
    self.scale = scale
    speakers = sorted.count
    range = first...last
    percentiles = Self.percents.compactMap { percent in
      Statistics.percentile(percent, of: sorted).map { Percentile(percent: percent, value: $0) }
    }
    mean = Statistics.mean(transformed).map(scale.value) ?? first
    standardDeviation = Statistics.standardDeviation(transformed)
  }

  init(
    measure: Measure, band: AgeBand, category: ReferenceCategory, speakers: Int,
    scale: PopulationScale, range: ClosedRange<Double>, percentiles: [Percentile], mean: Double,
    standardDeviation: Double?
  ) {
    self.measure = measure
    self.band = band
    self.category = category
    self.speakers = speakers
    self.scale = scale
    self.range = range
    self.percentiles = percentiles
    self.mean = mean
    self.standardDeviation = standardDeviation
  }

  /// A percentile that is stated.
  public func percentile(_ percent: Double) -> Double? {
    percentiles.first { $0.percent == percent }?.value
  }

  /// The edge at one end; nil for one person. Its standard error is that of a normal distribution,
  /// s √(1/n + k²/(2(n − 1))).
  package func edge(at end: TypicalLimit.End) -> Edge? {
    guard let deviation = standardDeviation, let mean = scale.transformed(mean) else { return nil }
    let k = end == .upper ? Self.deviationsToEdge : -Self.deviationsToEdge
    let count = Double(speakers)
    let error = deviation * (1 / count + k * k / (2 * (count - 1))).squareRoot()
    let edge = mean + k * deviation
    return Edge(
      value: scale.value(edge),
      interval: ConfidenceInterval(
        low: scale.value(edge - Self.ninetyPercent * error),
        high: scale.value(edge + Self.ninetyPercent * error)))
  }
}

// One measure over people, one number from each: what can be said of its spread, and no more.

internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// The values of one measure in one group of people.
public struct MeasuredDistribution: Sendable, Equatable {
  /// The percentiles that are stated where they can be.
  package static let percents = [2.5, 5, 10, 25, 50, 75, 90, 95, 97.5]

  /// The percentiles that a typical limit stands at: beyond it lie 5 % of the people by chance.
  package static let typicalPercent = (lower: 5.0, upper: 95.0)

  /// The percentiles from which the spread on either side of the median is read, 80 % of the people
  /// between them: a few odd voices in the sample do not move it.
  private static let spreadPercent = (lower: 10.0, upper: 90.0)

  /// How far those lie from the median of a normal distribution, in standard deviations.
  private static let deviationsOfSpread = 1.2815515655446004

  /// A percentile.
  public struct Percentile: Sendable, Equatable {
    /// How many percent of the people lie below.
    public var percent: Double

    /// The value, in the unit of the measure.
    public var value: Double

    /// Where the percentile of very many such people lies, with 90 % confidence.
    public var interval = Ends()

    /// Two ends, of which either may lie beyond the people measured.
    public struct Ends: Sendable, Equatable {
      /// The lower end; nil where too few people were measured for one.
      public var low: Double?

      /// The upper end; nil where too few people were measured for one.
      public var high: Double?
    }
  }

  /// The measure.
  public var measure: Measure

  /// The ages of the people.
  public var bands: [AgeBand]

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
  package init?(
    of values: [Double], _ measure: Measure, bands: [AgeBand], category: ReferenceCategory
  ) {
    let scale = measure.facts.spread.scale
    let sorted = values.sorted()
    let transformed = sorted.compactMap { scale.transformed($0) }
    guard let first = sorted.first, let last = sorted.last, transformed.count == sorted.count
    else { return nil }
    self.measure = measure
    self.bands = bands
    self.category = category
    self.scale = scale
    speakers = sorted.count
    range = first...last
    percentiles = Self.percents.compactMap { percent in
      Statistics.percentile(percent, of: sorted).map {
        Percentile(
          percent: percent, value: $0,
          interval: OrderStatistics.interval(ofPercentile: percent, in: sorted))
      }
    }
    mean = Statistics.mean(transformed).map(scale.value) ?? first
    standardDeviation = Statistics.standardDeviation(transformed)
  }

  init(
    measure: Measure, bands: [AgeBand], category: ReferenceCategory, speakers: Int,
    scale: PopulationScale, range: ClosedRange<Double>, percentiles: [Percentile], mean: Double,
    standardDeviation: Double?
  ) {
    self.measure = measure
    self.bands = bands
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

  /// The percentile that a typical limit stands at.
  func typical(at end: TypicalLimit.End) -> Percentile? {
    let percent = end == .upper ? Self.typicalPercent.upper : Self.typicalPercent.lower
    return percentiles.first { $0.percent == percent }
  }

  /// How far a value lies from the median, in standard deviations of the people on its side of it;
  /// nil where there is no spread to tell.
  public func deviation(of value: Double) -> Double? {
    guard let middle = transformedPercentile(50), let place = scale.transformed(value),
      let unit = deviationUnit(on: place < middle ? .lower : .upper)
    else { return nil }
    return (place - middle) / unit
  }

  /// The value that lies so many standard deviations from the median at one end.
  func value(deviating deviations: Double, to end: TypicalLimit.End) -> Double? {
    guard let middle = transformedPercentile(50), let unit = deviationUnit(on: end) else {
      return nil
    }
    return scale.value(middle + (end == .upper ? deviations : -deviations) * unit)
  }

  /// How many percent of the people lie below a value, on the lines between the percentiles stated;
  /// the outermost of those for a value beyond them.
  public func percent(below value: Double) -> Double? {
    guard let first = percentiles.first, let last = percentiles.last else { return nil }
    if value <= first.value { return first.percent }
    for (left, right) in zip(percentiles, percentiles.dropFirst()) where value < right.value {
      return left.percent
        + (right.percent - left.percent) * (value - left.value) / (right.value - left.value)
    }
    return last.percent
  }

  /// One standard deviation of the people on one side of the median, on the scale.
  private func deviationUnit(on side: TypicalLimit.End) -> Double? {
    let percent = side == .upper ? Self.spreadPercent.upper : Self.spreadPercent.lower
    guard let middle = transformedPercentile(50), let far = transformedPercentile(percent),
      far != middle
    else { return nil }
    return (far - middle).magnitude / Self.deviationsOfSpread
  }

  private func transformedPercentile(_ percent: Double) -> Double? {
    percentile(percent).flatMap { scale.transformed($0) }
  }
}

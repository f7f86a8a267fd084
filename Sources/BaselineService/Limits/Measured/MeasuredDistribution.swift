internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// Distribution of one measure in a group of people, with one value per person.
public struct MeasuredDistribution: Sendable, Equatable {
  /// Percentiles that are computed if the sample size allows.
  package static let percents = [2.5, 5, 10, 25, 50, 75, 90, 95, 97.5]

  /// Percentiles of typical limits: 5 % of the people lie beyond by chance.
  package static let typicalPercent = (lower: 5.0, upper: 95.0)

  /// Percentiles that define the spread on either side of the median, 80 % of the people between
  /// them. Outliers do not affect them.
  private static let spreadPercent = (lower: 10.0, upper: 90.0)

  /// Distance of these percentiles from the median of a normal distribution, in standard
  /// deviations.
  private static let deviationsOfSpread = 1.2815515655446004

  /// Percentile with its confidence interval.
  public struct Percentile: Sendable, Equatable {
    /// Percentage of people below the value.
    public var percent: Double

    /// Value in the unit of the measure.
    public var value: Double

    /// 90 % confidence interval of the population percentile.
    public var interval = Ends()

    /// Interval whose ends may lie outside the sample.
    public struct Ends: Sendable, Equatable {
      /// Lower end; nil if the sample is too small.
      public var low: Double?

      /// Upper end; nil if the sample is too small.
      public var high: Double?
    }
  }

  /// Measure of the values.
  public var measure: Measure

  /// Age bands of the people.
  public var bands: [AgeBand]

  /// Reference group of the people; `combined` for both.
  public var category: ReferenceCategory

  /// Number of people.
  public var speakers: Int

  /// Scale of mean and standard deviation.
  public var scale: PopulationScale

  /// Minimum and maximum.
  public var range: ClosedRange<Double>

  /// Percentiles that the sample size supports, in ascending order.
  public var percentiles: [Percentile]

  /// Mean on the scale, transformed back to the unit of the measure.
  public var mean: Double

  /// Standard deviation on the scale; nil for one person.
  public var standardDeviation: Double?

  /// Computes the distribution of `values`; nil if empty or if a value has no transform.
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

  /// Returns a tabulated percentile; nil if the sample is too small.
  public func percentile(_ percent: Double) -> Double? {
    percentiles.first { $0.percent == percent }?.value
  }

  /// Returns the percentile of a typical limit at one end.
  func typical(at end: TypicalLimit.End) -> Percentile? {
    let percent = end == .upper ? Self.typicalPercent.upper : Self.typicalPercent.lower
    return percentiles.first { $0.percent == percent }
  }

  /// Returns the distance of a value from the median, in standard deviations of the people on its
  /// side; nil without spread.
  public func deviation(of value: Double) -> Double? {
    guard let middle = transformedPercentile(50), let place = scale.transformed(value),
      let unit = deviationUnit(on: place < middle ? .lower : .upper)
    else { return nil }
    return (place - middle) / unit
  }

  /// Returns the value at a distance from the median, in standard deviations towards one end.
  func value(deviating deviations: Double, to end: TypicalLimit.End) -> Double? {
    guard let middle = transformedPercentile(50), let unit = deviationUnit(on: end) else {
      return nil
    }
    return scale.value(middle + (end == .upper ? deviations : -deviations) * unit)
  }

  /// Returns the percentage of people below a value. Interpolates linearly between the tabulated
  /// percentiles; clamps to the outermost.
  public func percent(below value: Double) -> Double? {
    guard let first = percentiles.first, let last = percentiles.last else { return nil }
    if value <= first.value { return first.percent }
    for (left, right) in zip(percentiles, percentiles.dropFirst()) where value < right.value {
      return left.percent
        + (right.percent - left.percent) * (value - left.value) / (right.value - left.value)
    }
    return last.percent
  }

  /// Returns one standard deviation on one side of the median, on the scale.
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

// Which measures are followed over time, and how each is told to be one of a family (clinical
// notes, §4.3). DDP is 3 × RAP and DDA is 3 × APQ3: they add nothing, so a family counts once.

internal import RealModule
public import VoiceTypes

/// A measure that is compared with a person's own earlier values.
public struct ChangeMeasure: Sendable, Equatable {
  /// The measure.
  public let measure: Measure

  /// What it tells with others; nil for a measure that stands alone.
  public let family: MeasureFamily?

  /// Whether it speaks for its family. Declared before anything was compared.
  public let isPrimary: Bool

  /// The scale of means and differences.
  public let scale: ValueScale

  /// How far it varies from session to session; nil where no figure is known, and then it is
  /// reported without a class.
  public let variation: WithinPersonVariation?

  private init(
    _ measure: Measure, _ family: MeasureFamily?, primary isPrimary: Bool = false,
    _ scale: ValueScale, _ variation: WithinPersonVariation?
  ) {
    self.measure = measure
    self.family = family
    self.isPrimary = isPrimary
    self.scale = scale
    self.variation = variation
  }

  /// Every measure that is followed, in the order of the documents.
  public static let all: [ChangeMeasure] = [
    ChangeMeasure(.f0Mean, .f0, primary: true, .logarithmic, .f0),
    ChangeMeasure(.jitterLocal, .jitter, .logarithmic, .jitterLocal),
    ChangeMeasure(.jitterLocalAbsolute, .jitter, .logarithmic, .jitterLocalAbsolute),
    ChangeMeasure(.jitterRAP, .jitter, .logarithmic, .jitterRAP),
    ChangeMeasure(.jitterPPQ5, .jitter, primary: true, .logarithmic, .jitterPPQ5),
    ChangeMeasure(.jitterDDP, .jitter, .logarithmic, .jitterRAP),
    ChangeMeasure(.shimmerLocal, .shimmer, .logarithmic, .shimmerLocal),
    ChangeMeasure(.shimmerLocalDecibels, .shimmer, .logarithmic, .shimmerLocalDecibels),
    ChangeMeasure(.shimmerAPQ3, .shimmer, primary: true, .logarithmic, .shimmerAPQ3),
    ChangeMeasure(.shimmerAPQ5, .shimmer, .logarithmic, .shimmerAPQ5),
    ChangeMeasure(.shimmerAPQ11, .shimmer, .logarithmic, nil),
    ChangeMeasure(.shimmerDDA, .shimmer, .logarithmic, .shimmerAPQ3),
    ChangeMeasure(.hnrMean, .hnr, primary: true, .decibels, .hnr),
    ChangeMeasure(.cpps, nil, .decibels, nil),
  ]

  /// The measures that speak for their families.
  public static let primaries = all.filter(\.isPrimary)

  /// How a measure is followed; nil for one that is not.
  public static func of(_ measure: Measure) -> ChangeMeasure? {
    all.first { $0.measure == measure }
  }
}

extension ValueScale {
  /// A value on this scale; nil where it has none, as zero has no logarithm.
  public func transformed(_ value: Double) -> Double? {
    switch self {
    case .logarithmic: value > 0 ? Double.log(value) : nil
    case .decibels: value
    }
  }

  /// The value that is `transformed` on this scale.
  public func value(_ transformed: Double) -> Double {
    switch self {
    case .logarithmic: Double.exp(transformed)
    case .decibels: transformed
    }
  }
}

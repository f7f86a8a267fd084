// Measures tracked over time, each with its within-person variation. DDP is 3 × RAP and DDA is 3 ×
// APQ3: they are redundant, so a feature group counts once.

internal import RealModule
public import VoiceTypes

/// Measure that is compared with earlier values of the same person.
public struct ChangeMeasure: Sendable, Equatable {
  /// Measure that is tracked.
  public let measure: Measure

  /// Feature group of the measure; nil for a measure without a group.
  public let family: FeatureGroup?

  /// Whether the measure is the primary endpoint of its group. Declared before any comparison.
  public let isPrimary: Bool

  /// Scale of means and differences.
  public let scale: ValueScale

  /// Within-person variation; nil if unknown. The measure is then reported without a change class.
  public let variation: WithinPersonVariation?

  /// Returns nil for a measure that is not tracked.
  private init?(_ measure: Measure) {
    let facts = measure.facts
    guard let followed = facts.followed else { return nil }
    self.measure = measure
    family = followed.family
    isPrimary = followed.isPrimary
    // Measures with a logarithmic population scale are compared as ratios; all other tracked
    // measures are levels in decibels.
    scale =
      switch facts.scale {
      case .logarithmic: .logarithmic
      case .linear: .decibels
      }
    variation = WithinPersonVariation.of(measure)
  }

  /// Every tracked measure, in document order.
  public static let all = Measure.allCases.compactMap(ChangeMeasure.init)

  /// Primary endpoints of the feature groups.
  public static let primaryEndpoints = all.filter(\.isPrimary)

  /// Returns the tracking rules of a measure; nil if it is not tracked.
  public static func of(_ measure: Measure) -> ChangeMeasure? {
    ChangeMeasure(measure)
  }
}

extension ValueScale {
  /// Transforms a value to this scale; nil if the logarithm is undefined.
  public func transformed(_ value: Double) -> Double? {
    switch self {
    case .logarithmic: value > 0 ? Double.log(value) : nil
    case .decibels: value
    }
  }

  /// Transforms a value on this scale back to the unit of its measure.
  public func value(_ transformed: Double) -> Double {
    switch self {
    case .logarithmic: Double.exp(transformed)
    case .decibels: transformed
    }
  }
}

extension ChangeMeasure {
  /// Smallest change between two days, 1.96·√(2·(σ²_session + σ²_recording/k)) for k = 1 and 3
  /// vowels; nil if the within-person variation is unknown.
  public var smallestChange: SmallestChange? {
    variation.map { variation in
      let change = { (vowels: Int) in
        scale.value(1.96 * (2 * variation.varianceOfMean(of: vowels)).squareRoot())
      }
      return SmallestChange(
        scale: scale, recording: change(1), session: change(SessionValues.completeVowels))
    }
  }
}

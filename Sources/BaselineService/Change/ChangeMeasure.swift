// The measures that the table of measures says are followed, each with what is known of its variation.
// DDP is 3 × RAP and DDA is 3 × APQ3: they add nothing, so a family counts once.

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

  /// Nil for a measure that is not followed.
  private init?(_ measure: Measure) {
    let facts = measure.facts
    guard let followed = facts.followed else { return nil }
    self.measure = measure
    family = followed.family
    isPrimary = followed.isPrimary
    // What is spread by ratios is followed by ratios; everything else that is followed is a level.
    scale =
      switch facts.spread.scale {
      case .logarithmic: .logarithmic
      case .linear: .decibels
      }
    variation = WithinPersonVariation.of(measure)
  }

  /// Every measure that is followed, in the order of the documents.
  public static let all = Measure.allCases.compactMap(ChangeMeasure.init)

  /// The measures that speak for their families.
  public static let primaries = all.filter(\.isPrimary)

  /// How a measure is followed; nil for one that is not.
  public static func of(_ measure: Measure) -> ChangeMeasure? {
    ChangeMeasure(measure)
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

// Within-person standard deviation, shrunken towards a population value by degrees of freedom.
// Three sessions alone often lie close together by chance and give limits that are too narrow.

internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// Shrunken within-person standard deviation of one measure.
public struct ShrunkenVariation: Sendable, Equatable {
  /// Prior degrees of freedom of the population variation, ν₀; an engineering choice.
  public static let priorDegreesOfFreedom = 5

  /// Mean of the baseline sessions, on the scale of the measure.
  public let mean: Double

  /// Number of baseline sessions, n.
  public let sessions: Int

  /// Population standard deviation of a session, s₀, for the vowel counts of the baseline sessions.
  public let population: Double

  /// Standard deviation of the baseline sessions, s_b; nil for one session.
  public let own: Double?

  /// Shrunken standard deviation s, with s² = (ν₀·s₀² + (n − 1)·s_b²) / (ν₀ + n − 1).
  public let standardDeviation: Double

  /// Degrees of freedom, ν₀ + n − 1.
  public let degreesOfFreedom: Int

  private let variation: WithinPersonVariation

  /// Shrinks the standard deviation of the baseline sessions towards that of the population.
  public init(of usual: BaselineValue, among variation: WithinPersonVariation) {
    let ν0 = Double(Self.priorDegreesOfFreedom)
    let others = Double(usual.sessions.count - 1)
    let own = usual.standardDeviation
    let prior =
      usual.sessions.map { variation.varianceOfMean(of: $0.vowels) }.reduce(0, +)
      / Double(usual.sessions.count)
    mean = usual.mean
    sessions = usual.sessions.count
    population = prior.squareRoot()
    self.own = own
    standardDeviation =
      ((ν0 * prior + others * (own ?? 0) * (own ?? 0)) / (ν0 + others)).squareRoot()
    degreesOfFreedom = Self.priorDegreesOfFreedom + usual.sessions.count - 1
    self.variation = variation
  }

  /// Returns the standard deviation of the difference between a new session and the mean,
  /// s·√(1 + 1/n) (Jacobson & Truax 1991, J Consult Clin Psychol 59:12, for one new value).
  ///
  /// A new session of fewer vowels than the baseline sessions varies more. The 1 is then the ratio
  /// of the two population variances; equal vowel counts give 1.
  public func standardErrorOfDifference(toMeanOf vowels: Int) -> Double {
    let ratio = variation.varianceOfMean(of: vowels) / (population * population)
    return standardDeviation * (ratio + 1 / Double(sessions)).squareRoot()
  }

  /// Returns the minimal detectable change (MDC95, two-sided) for a session of `vowels` vowels, on
  /// the scale of the measure.
  public func minimalDetectableChange(ofMeanOf vowels: Int) -> Double {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    return t.quantile(1 - ReliableChange.largerLevel / 2)
      * standardErrorOfDifference(toMeanOf: vowels)
  }

  /// Returns the personal range of a session of `vowels` vowels, mean ± MDC95, in the unit of the
  /// measure.
  func personalRange(ofMeanOf vowels: Int, on scale: ValueScale) -> ConfidenceInterval {
    let reach = minimalDetectableChange(ofMeanOf: vowels)
    return ConfidenceInterval(low: scale.value(mean - reach), high: scale.value(mean + reach))
  }
}

extension VocalBaseline {
  /// Returns the personal range of a session of `vowels` vowels; nil without a baseline mean or a
  /// known within-person variation.
  package func personalRange(of measure: Measure, vowels: Int) -> ConfidenceInterval? {
    guard let followed = ChangeMeasure.of(measure), let known = followed.variation,
      let usual = baselineValues[measure]
    else { return nil }
    return ShrunkenVariation(of: usual, among: known)
      .personalRange(ofMeanOf: vowels, on: followed.scale)
  }
}

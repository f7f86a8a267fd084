// How far the sessions of one person usually lie apart: what is known of people, and what this
// person's own sessions show, by their degrees of freedom. Three sessions alone would often lie
// close together by chance and make limits that are far too narrow.

internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// A person's variation in one measure.
public struct UsualVariation: Sendable, Equatable {
  /// Degrees of freedom that the variation of people counts for, ν₀; an engineering choice.
  public static let priorDegreesOfFreedom = 5

  /// The mean of the sessions, on the scale of the measure.
  public let mean: Double

  /// How many sessions there are, n.
  public let sessions: Int

  /// The standard deviation of a session among people, s₀, for as many vowels as this person's
  /// sessions have.
  public let population: Double

  /// The standard deviation of this person's sessions, s_b; nil with one.
  public let own: Double?

  /// s with s² = (ν₀·s₀² + (n − 1)·s_b²) / (ν₀ + n − 1).
  public let standardDeviation: Double

  /// ν₀ + n − 1.
  public let degreesOfFreedom: Int

  private let variation: WithinPersonVariation

  /// The variation behind usual values.
  public init(of usual: UsualValue, among variation: WithinPersonVariation) {
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

  /// The standard deviation of the difference between a new session and the mean,
  /// s·√(1 + 1/n) (Jacobson & Truax 1991, J Consult Clin Psychol 59:12, for one new value).
  ///
  /// A new session of fewer vowels than those of the baseline varies more: the 1 becomes the ratio
  /// of the two variances among people, and is 1 when the sessions are alike.
  public func standardErrorOfDifference(toMeanOf vowels: Int) -> Double {
    let ratio = variation.varianceOfMean(of: vowels) / (population * population)
    return standardDeviation * (ratio + 1 / Double(sessions)).squareRoot()
  }

  /// The smallest difference, to either side, of a session of `vowels` vowels that is larger than
  /// usual variation.
  public func smallestDetectableChange(ofMeanOf vowels: Int) -> Double {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    return t.quantile(1 - ReliableChange.largerLevel / 2)
      * standardErrorOfDifference(toMeanOf: vowels)
  }
}

import RealModule
public import VoiceTypes

/// Stability score of a sustained vowel, defined by this project.
///
/// It is a weighted geometric mean of four parts, so that one steady part cannot hide an unsteady
/// one, times the fraction V that is voiced without a break. With the threshold T of each level x:
///
///     s = 1 / (1 + (x / T)²)
///     score = 100 · V · exp(Σ w · ln s)
public struct StabilityScore: Sendable, Equatable {
  /// The minimum duration of voice.
  public static let leastVoiced: Seconds = 1

  /// The score, 0 … 100 percent.
  public let scorePercent: Measured

  /// The score of each part, 0 … 1; one of the two amplitude quotients is present.
  public let components: [StabilityComponent: Measured]

  /// The level of each part except voicing, in percent.
  public let levelsPercent: [StabilityComponent: Measured]

  /// The slope of the removed F0 trend, in percent of the mean F0 per second.
  public let f0SlopePercentPerSecond: Measured

  /// Scores a segment; all values are unavailable below one second of voice.
  public init(periods: PeriodSequence, amplitudes: PulseAmplitudes, voicing: VoicingContinuity) {
    self.init(
      levels: StabilityLevels(
        periods: periods, amplitudes: amplitudes, ppq5: Jitter(of: periods).ppq5,
        shimmer: Shimmer(of: amplitudes)), voicing: voicing)
  }

  /// Scores known levels.
  init(levels: StabilityLevels, voicing: VoicingContinuity) {
    let reason = Self.reason(against: voicing)
    func unless(_ value: Measured) -> Measured { reason.map { .unavailable($0) } ?? value }

    levelsPercent = levels.percent.mapValues(unless)
    f0SlopePercentPerSecond = unless(levels.f0SlopePercentPerSecond)
    var components: [StabilityComponent: Measured] = [:]
    for (component, level) in levelsPercent {
      components[component] = level.number.map { Measured(component.score(ofLevel: $0)) } ?? level
    }
    components[.voicing] = unless(Measured(voicing.share))
    self.components = components
    scorePercent = Self.score(of: components)
  }

  private static func reason(against voicing: VoicingContinuity) -> Unavailability? {
    guard voicing.voiced > 0 else { return .noVoicing }
    guard voicing.voiced < leastVoiced else { return nil }
    return .tooShort(needed: leastVoiced, found: voicing.voiced, of: "voice")
  }

  /// The combined score, or the reason of the first unavailable part.
  private static func score(of components: [StabilityComponent: Measured]) -> Measured {
    var exponent = 0.0
    var share = 1.0
    // The order of the enumeration makes rounding and reasons independent of the dictionary order.
    for component in StabilityComponent.allCases {
      guard let part = components[component] else { continue }
      guard let score = part.number else { return part }
      if let weight = component.weight {
        exponent += weight * Double.log(score)
      } else {
        share = score
      }
    }
    return Measured(100 * share * Double.exp(exponent))
  }
}

/// Inputs of the score, in percent.
struct StabilityLevels {
  private static let percent = 100.0

  let percent: [StabilityComponent: Measured]
  let f0SlopePercentPerSecond: Measured

  init(periods: PeriodSequence, amplitudes: PulseAmplitudes, ppq5: Measured, shimmer: Shimmer) {
    let f0 = LinearTrend(of: Contour(frequenciesOf: periods))
    let amplitude = LinearTrend(of: Contour(of: amplitudes))
    // Without eleven consecutive comparable cycles the five-point quotient is used.
    let quotient: StabilityComponent = shimmer.apq11.number == nil ? .apq5 : .apq11
    percent = [
      .f0: Self.measured(f0?.relativeDeviation, of: periods.acceptedPeriods.count, "periods"),
      .amplitude: Self.measured(
        amplitude?.relativeDeviation, of: amplitudes.values.count, "amplitudes"),
      .ppq5: ppq5.scaled(by: Self.percent),
      quotient: (quotient == .apq5 ? shimmer.apq5 : shimmer.apq11).scaled(by: Self.percent),
    ]
    f0SlopePercentPerSecond = Self.measured(
      f0.map { $0.slope / $0.mean }, of: periods.acceptedPeriods.count, "periods")
  }

  private static func measured(
    _ ratio: Double?, of found: Int, _ things: String
  ) -> Measured {
    ratio.map { Measured($0 * percent) }
      ?? .unavailable(
        .tooFewPeriods(needed: LinearTrend.leastPoints, found: found, of: things))
  }
}

import VoiceTypes

/// Pulse times, periods and amplitudes of one voice.
///
/// Random deviations are scaled so that the sequence itself, not its expectation, has the target
/// jitter and shimmer. Alternation and chaos multiply the result and are not scaled.
struct CycleSequence {
  let pulseTimes: [Double]
  let periods: [Double]
  let amplitudes: [Double]

  init(_ voice: SyntheticVoice) {
    let grid = PulseGrid(voice)
    let factors = CycleFactors(voice, on: grid)
    // A factor of exactly 1 changes no bit.
    periods = zip(Self.periods(of: voice, on: grid), factors.periods).map { $0 * $1 }
    amplitudes = zip(Self.amplitudes(of: voice, on: grid), factors.amplitudes).map { $0 * $1 }
    var time = grid.firstPulseSeconds
    pulseTimes =
      [time]
      + periods.map { period in
        time += period
        return time
      }
  }

  private static func periods(of voice: SyntheticVoice, on grid: PulseGrid) -> [Double] {
    guard voice.jitterPercent > 0 else { return grid.periods }
    var draws = GaussianDraws(seed: voice.seed, stream: .jitter)
    // The weights make the deviations add no time: the last pulse keeps its place.
    let deviations = RelativeDeviations.drawn(
      from: &draws, weights: grid.periods, meanDifference: voice.jitterPercent / 100,
      correlation: voice.perturbationCorrelation)
    return zip(grid.periods, deviations).map { $0 * (1 + $1) }
  }

  private static func amplitudes(of voice: SyntheticVoice, on grid: PulseGrid) -> [Double] {
    let tremor = grid.pulseOffsets.map { voice.amplitudeTremor?.factor(at: $0) ?? 1 }
    guard voice.shimmerPercent > 0 else { return tremor }
    var draws = GaussianDraws(seed: voice.seed, stream: .shimmer)
    let deviations = RelativeDeviations.drawn(
      from: &draws, weights: Array(repeating: 1, count: grid.pulseCount),
      meanDifference: voice.shimmerPercent / 100, correlation: voice.perturbationCorrelation)
    return zip(tremor, deviations).map { $0 * (1 + $1) }
  }
}

/// Random deviations of mean 0 with an exact mean difference between neighbours.
package enum RelativeDeviations {
  // Two neighbours differ by a factor of at most (1 + 2.5·s)/(1 − 2.5·s): for independent draws
  // 1.27 at a jitter of 5 %, below Praat's 1.3, however long the recording.
  private static let largestDeviationInSigmas = 2.5

  /// Draws one deviation per weight; their weighted mean is 0 and their mean absolute neighbour
  /// difference is `meanDifference`.
  package static func drawn(
    from draws: inout GaussianDraws, weights: [Double], meanDifference: Double,
    correlation: Double = 0
  ) -> [Double] {
    let raw = draws.sequence(
      count: weights.count, within: largestDeviationInSigmas, correlation: correlation)
    let weightedSum = zip(raw, weights).reduce(0) { $0 + $1.0 * $1.1 }
    let mean = weightedSum / weights.reduce(0, +)
    guard let rawDifference = raw.meanAbsoluteDifference, rawDifference > 0 else {
      return weights.map { _ in 0 }
    }
    let scale = meanDifference / rawDifference
    return raw.map { ($0 - mean) * scale }
  }
}

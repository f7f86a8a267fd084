/// Deterministic pattern of the cycles of a voice, before jitter and shimmer.
public enum CyclePattern: Sendable, Equatable {
  /// Constant cycles.
  case regular

  /// Independent chaotic orbits for periods and amplitudes: a type 3 signal of Titze (1995).
  ///
  /// A period is T·(1 + c·extent/100), an amplitude 1 + c·extent/100, where c = 2x − 1 and x
  /// follows the logistic map x → 3.99·x·(1 − x) (May 1976, Nature 261:459). The mean of c is
  /// subtracted, so that chaos adds no time. Neighbours differ by about 0.87 of the extent on
  /// average.
  case chaos(extentPercent: Double)
}

/// Factors of the periods and amplitudes for the pattern and the alternation of a voice.
///
/// Alternation puts subharmonics at F0 / 2 between the harmonics: a type 2 signal of Titze (1995).
struct CycleFactors {
  let periods: [Double]
  let amplitudes: [Double]

  init(_ voice: SyntheticVoice, on grid: PulseGrid) {
    let evenWeights = Array(repeating: 1.0, count: grid.pulseCount)
    let (periodSwing, amplitudeSwing) = (
      voice.periodAlternationPercent, voice.amplitudeAlternationPercent
    )
    periods = zip(
      Self.alternation(percent: periodSwing, count: grid.periods.count),
      Self.pattern(of: voice, stream: .chaoticPeriods, weights: grid.periods)
    ).map { $0 * $1 }
    amplitudes = zip(
      Self.alternation(percent: amplitudeSwing, count: grid.pulseCount),
      Self.pattern(of: voice, stream: .chaoticAmplitudes, weights: evenWeights)
    ).map { $0 * $1 }
  }

  // The shorter cycle is first, so that an odd number of periods ends early, not late.
  private static func alternation(percent: Double, count: Int) -> [Double] {
    let half = percent / 200
    return (0..<count).map { $0.isMultiple(of: 2) ? 1 - half : 1 + half }
  }

  private static func pattern(
    of voice: SyntheticVoice, stream: RandomStream, weights: [Double]
  ) -> [Double] {
    guard case .chaos(let extentPercent) = voice.cyclePattern else { return weights.map { _ in 1 } }
    var orbit = LogisticOrbit(seed: voice.seed, stream: stream)
    let deviations = weights.map { _ in orbit.next() }
    let weightedSum = zip(deviations, weights).reduce(0) { $0 + $1.0 * $1.1 }
    let mean = weightedSum / weights.reduce(0, +)
    return deviations.map { 1 + extentPercent / 100 * ($0 - mean) }
  }
}

/// An orbit of the logistic map, scaled to −1 … 1.
private struct LogisticOrbit {
  // Just below 4, where the orbit is chaotic and cannot be rounded into the fixed point at 0.
  private static let growth = 3.99
  // The orbit starts inside the interval; the settling steps remove the effect of the start.
  private static let start = 0.2
  private static let startSpan = 0.5
  private static let settlingSteps = 100
  // A double holds 53 bits: the upper 53 of 64 give a uniform number in 0 ..< 1.
  private static let uniformStep = 0x1p-53
  private static let droppedBits: UInt64 = 11

  private var place: Double

  init(seed: UInt64, stream: RandomStream) {
    var bits = Xoshiro256StarStar(seed: seed, stream: stream)
    let uniform = Double(bits.next() >> Self.droppedBits) * Self.uniformStep
    place = Self.start + Self.startSpan * uniform
    for _ in 0..<Self.settlingSteps { _ = next() }
  }

  mutating func next() -> Double {
    place = Self.growth * place * (1 - place)
    return 2 * place - 1
  }
}

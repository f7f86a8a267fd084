import VoiceMath
import VoiceTypes

/// Period doubling: evidence that a repetition at the pitch contains two cycles.
///
/// 1. The odd multiples of the pitch are weak (`HarmonicContrast`).
/// 2. The two halves of a repetition are similar: the correlation at half a repetition. Low
///    multiples dominate it, as in hearing and in a pitch tracker. It is low for odd multiples that
///    are weak because of formants, or of a glottis that is open for half of a cycle.
/// 3. The glottis closes twice: the prediction residual has a second peak near the middle of a
///    repetition (`SecondaryExcitation`), as an electroglottogram would show two closures. Noise and
///    formants have such a peak too, so the halves must not be unlike.
/// 4. The fundamental component has twice the pitch (`OctaveVote`).
///
/// The first two together show alternating amplitudes, the third shows alternating periods. The
/// fourth is of another kind: it confirms the others.
public struct PeriodDoubling: Sendable, Equatable {
  /// Median level of even over odd multiples of the pitch, in decibels.
  public var evenOverOddDecibels: Double

  /// The autocorrelation at half a repetition, −1 … 1.
  public var halfPeriodCorrelation: Double

  /// The height of a second peak near the middle of a repetition over that of the first, 0 … 1; nil
  /// if not measured.
  public var secondExcitation: Double?

  /// The vote for the pitch or for twice the pitch; nil if nothing else indicates two cycles.
  var vote: OctaveVote?

  /// Creates the evidence from its values.
  public init(
    evenOverOddDecibels: Double, halfPeriodCorrelation: Double, secondExcitation: Double? = nil
  ) {
    self.evenOverOddDecibels = evenOverOddDecibels
    self.halfPeriodCorrelation = halfPeriodCorrelation
    self.secondExcitation = secondExcitation
  }

  /// Whether the halves of a repetition are two cycles of similar shape.
  var halvesAreAlike: Bool {
    evenOverOddDecibels >= SignalTypeLimits.evenOverOddDecibels
      && halfPeriodCorrelation >= SignalTypeLimits.halfPeriodCorrelation
  }

  /// Whether a repetition has two excitations in halves that are not unlike, or that are two cycles
  /// by the vote: cycles of unequal length correlate at no common lag.
  var hasTwoExcitations: Bool {
    hasHighSecondPeak
      && (halvesAreNotUnlike || vote.map { $0.high > $0.low } ?? false)
  }

  /// Whether the vote finds two cycles that the other evidence does not contradict.
  var votesForTwo: Bool { mayAlternate && vote?.isHigh ?? false }

  /// Whether the pitch is half the cycle rate.
  public var areEvident: Bool { halvesAreAlike || hasTwoExcitations || votesForTwo }

  /// Whether waveform or spectrum and the vote agree that the pitch is half the cycle rate.
  var isConfirmed: Bool { (halvesAreAlike || hasTwoExcitations) && vote?.isHigh ?? false }

  private var hasHighSecondPeak: Bool {
    secondExcitation.map { $0 >= SignalTypeLimits.secondExcitation } ?? false
  }

  private var halvesAreNotUnlike: Bool { halfPeriodCorrelation >= Self.leastCorrelation }

  private var mayAlternate: Bool {
    halvesAreNotUnlike && evenOverOddDecibels >= Self.leastEvenOverOdd
  }
}

extension PeriodDoubling {
  /// Minimum correlation at half a repetition of halves that may be two cycles [S]: 0.46 is the
  /// least of the vowels that double by their electroglottogram; false second excitations have 0.1
  /// at most.
  private static let leastCorrelation = 0.3

  /// Minimum level of even over odd multiples for a vote by itself, in decibels [E]: a strong second
  /// harmonic alone, as after a telephone's high-pass filter, raises one multiple only.
  private static let leastEvenOverOdd = 0.0

  /// Maximum length difference of the halves, as a fraction of a half.
  private static let unequalHalves = 0.04

  /// Maximum number of frames whose halves are compared.
  private static let comparedFrames = 24

  /// Measures at most `frames` frames of `pitch` near a frequency; nil for too few frames or
  /// multiples, or without evidence of two cycles. Values that cannot decide are not measured.
  init?(in signal: Signal, pitch: PitchTrack, near hertz: Double, frames: Int) {
    let near = pitch.frames(near: hertz)
    guard let first = near.first, let last = near.last,
      let correlation = Self.halfPeriodCorrelation(
        in: signal, pitch: pitch, frames: near.spread(over: Self.comparedFrames)),
      correlation >= Self.leastCorrelation
        || SecondaryExcitation.height(
          in: signal, pitch: pitch, near: hertz, frames: near,
          atLeast: SignalTypeLimits.secondExcitation) != nil,
      let contrasts = HarmonicContrast.contrasts(
        in: signal, pitch: pitch, near: hertz, frames: near.spread(over: frames)),
      let median = Statistics.quantile(0.5, of: contrasts)
    else { return nil }
    self.init(evenOverOddDecibels: median, halfPeriodCorrelation: correlation)
    if !halvesAreAlike {
      secondExcitation = SecondaryExcitation.height(
        in: signal, pitch: pitch, near: hertz, frames: near)
    }
    guard halvesAreAlike || hasHighSecondPeak || mayAlternate else { return nil }
    vote = OctaveVote(
      in: signal, during: pitch.time(ofFrame: first)...pitch.time(ofFrame: last), low: hertz,
      onlyIfHigh: !halvesAreAlike && !hasHighSecondPeak)
    guard areEvident else { return nil }
  }

  private static func halfPeriodCorrelation(
    in signal: Signal, pitch: PitchTrack, frames: [Int]
  ) -> Double? {
    let grid = SampleGrid(of: signal)
    let correlations = frames.compactMap { frame in
      correlation(
        in: signal, around: grid.nearestIndex(to: pitch.time(ofFrame: frame)),
        repetition: 1 / (pitch.frequencies[frame] * grid.period))
    }
    return Statistics.quantile(0.5, of: correlations)
  }

  /// The best correlation of two repetitions at a lag of about half a repetition; nil if they leave
  /// the signal.
  private static func correlation(
    in signal: Signal, around centre: Int, repetition: Double
  ) -> Double? {
    let length = Int(2 * repetition)
    let shortest = Int((0.5 * (1 - unequalHalves) * repetition).rounded())
    let longest = Int((0.5 * (1 + unequalHalves) * repetition).rounded())
    let start = centre - (length + longest) / 2
    guard shortest > 0, start >= 0, start + length + longest <= signal.samples.count else {
      return nil
    }
    let stretch = signal.samples[start..<(start + length + longest)]
    let mean = stretch.reduce(0, +) / Double(stretch.count)
    let row = stretch.map { $0 - mean }
    let window = row.span.extracting(0..<length)
    let energy = Rows.product(of: window, and: window)
    guard energy > 0 else { return nil }
    var best = -1.0
    for lag in shortest...longest {
      let there = row.span.extracting(lag..<(lag + length))
      best = max(best, PairedProducts.correlation(of: window, energy: energy, with: there))
    }
    return best
  }
}

extension PitchTrack {
  /// Maximum ratio of a frame's F0 to a pitch of the same track.
  private static let sameTrack = 1.2

  /// The voiced frames near a frequency.
  func frames(near hertz: Double) -> [Int] {
    frequencies.indices.filter {
      frequencies[$0] > 0 && PeriodSequence.ratio(frequencies[$0], hertz) <= Self.sameTrack
    }
  }
}

extension [Int] {
  /// At most `count` elements, evenly spread.
  func spread(over count: Int) -> [Int] {
    let step = Swift.max(1, (self.count + count - 1) / count)
    return stride(from: 0, to: self.count, by: step).map { self[$0] }
  }
}

extension PeriodDoubling {
  /// The values with their limits, for a document.
  var evidence: [OctaveEvidence] {
    [
      OctaveEvidence(
        .evenOverOdd, evenOverOddDecibels, limit: SignalTypeLimits.evenOverOddDecibels),
      OctaveEvidence(
        .halfPeriodCorrelation, halfPeriodCorrelation,
        limit: SignalTypeLimits.halfPeriodCorrelation),
      secondExcitation.map {
        OctaveEvidence(.secondExcitation, $0, limit: SignalTypeLimits.secondExcitation)
      },
      vote?.evidence,
    ].compactMap { $0 }
  }
}

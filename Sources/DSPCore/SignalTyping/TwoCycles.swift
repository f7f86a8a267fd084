// Whether what repeats at a pitch is two cycles. Three numbers tell, of frames near that pitch:
//
// 1. The odd multiples of the pitch are weak (HarmonicContrast).
// 2. The second half of a repetition is like the first: the correlation half a repetition on. It is
//    what the ear and a pitch tracker go by, and low multiples rule it. Odd multiples that are weak
//    because of formants, or of a glottis that is open for half of a cycle, leave it low.
// 3. The glottis closes twice: what linear prediction leaves of a repetition has a second peak about its
//    middle (SecondExcitation), as an electroglottogram would have two closures.
//
// One and two together show amplitudes that alternate, three shows periods that do.

import VoiceMath
import VoiceTypes

/// What tells that a pitch is half the rate of the cycles.
public struct TwoCycles: Sendable, Equatable {
  /// Even over odd multiples of the pitch, the median of them, in decibels.
  public var evenOverOddDecibels: Double

  /// The correlation of the voice with itself half a repetition on, −1 … 1.
  public var halfPeriodCorrelation: Double

  /// The height of a second peak about the middle of a repetition over that of the first, 0 … 1; nil
  /// where it was not looked for.
  public var secondExcitation: Double?

  /// Puts the numbers together.
  public init(
    evenOverOddDecibels: Double, halfPeriodCorrelation: Double, secondExcitation: Double? = nil
  ) {
    self.evenOverOddDecibels = evenOverOddDecibels
    self.halfPeriodCorrelation = halfPeriodCorrelation
    self.secondExcitation = secondExcitation
  }

  /// Whether the halves of a repetition are two cycles of alike shape.
  var halvesAreAlike: Bool {
    evenOverOddDecibels >= SignalTypeLimits.evenOverOddDecibels
      && halfPeriodCorrelation >= SignalTypeLimits.halfPeriodCorrelation
  }

  /// Whether a repetition has two excitations.
  var hasTwoExcitations: Bool {
    secondExcitation.map { $0 >= SignalTypeLimits.secondExcitation } ?? false
  }

  /// Whether the pitch is half the rate of the cycles.
  public var areEvident: Bool { halvesAreAlike || hasTwoExcitations }
}

extension TwoCycles {
  /// The halves of a repetition may differ in length by this share of a half.
  private static let unequalHalves = 0.04

  /// Frames whose halves are compared.
  private static let comparedFrames = 24

  /// Measures the frames of `pitch` near a frequency, of at most `frames` of them; nil without enough
  /// frames or multiples.
  init?(in signal: Signal, pitch: PitchTrack, near hertz: Double, frames: Int) {
    let near = pitch.frames(near: hertz)
    guard
      let contrasts = HarmonicContrast.contrasts(
        in: signal, pitch: pitch, near: hertz, frames: near.spread(over: frames)),
      let median = Statistics.quantile(0.5, of: contrasts),
      let correlation = Self.halfPeriodCorrelation(
        in: signal, pitch: pitch, frames: near.spread(over: Self.comparedFrames))
    else { return nil }
    self.init(evenOverOddDecibels: median, halfPeriodCorrelation: correlation)
    // The last look comes only where it can decide.
    if !halvesAreAlike {
      secondExcitation = SecondExcitation.height(
        in: signal, pitch: pitch, near: hertz, frames: near)
    }
  }

  /// The same where two cycles are evident, and nil where they are not: what cannot decide any more is
  /// not measured.
  static func evident(
    in signal: Signal, pitch: PitchTrack, near hertz: Double, frames: Int
  ) -> TwoCycles? {
    let near = pitch.frames(near: hertz)
    guard
      let correlation = halfPeriodCorrelation(
        in: signal, pitch: pitch, frames: near.spread(over: comparedFrames))
    else { return nil }
    if correlation < SignalTypeLimits.halfPeriodCorrelation {
      let second = SecondExcitation.height(
        in: signal, pitch: pitch, near: hertz, frames: near,
        atLeast: SignalTypeLimits.secondExcitation)
      guard second != nil else { return nil }
    }
    let all = TwoCycles(in: signal, pitch: pitch, near: hertz, frames: frames)
    return all.flatMap { $0.areEvident ? $0 : nil }
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

  /// The best correlation of two repetitions with what lies about half a repetition on; nil where they
  /// reach beyond the sound.
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
  /// Frames this far from a pitch, as a ratio, belong to another track.
  private static let sameTrack = 1.2

  /// The voiced frames near a frequency.
  func frames(near hertz: Double) -> [Int] {
    frequencies.indices.filter {
      frequencies[$0] > 0 && PeriodSequence.ratio(frequencies[$0], hertz) <= Self.sameTrack
    }
  }
}

extension [Int] {
  /// At most `count` of them, evenly spread.
  func spread(over count: Int) -> [Int] {
    let step = Swift.max(1, (self.count + count - 1) / count)
    return stride(from: 0, to: self.count, by: step).map { self[$0] }
  }
}

extension TwoCycles {
  /// The numbers beside their limits, for a document.
  var evidence: [OctaveEvidence] {
    [
      OctaveEvidence(
        .evenOverOdd, evenOverOddDecibels, limit: SignalTypeLimits.evenOverOddDecibels),
      OctaveEvidence(
        .halfPeriodCorrelation, halfPeriodCorrelation,
        limit: SignalTypeLimits.halfPeriodCorrelation),
    ]
      + (secondExcitation.map {
        [OctaveEvidence(.secondExcitation, $0, limit: SignalTypeLimits.secondExcitation)]
      } ?? [])
  }
}

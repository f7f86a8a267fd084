// Morise, Kawahara & Nishiura (2010), IEICE Trans. Inf. Syst. J93-D:109; the tracker DIO of WORLD.

internal import RealModule
internal import VoiceTypes

/// Vote of a zero-crossing tracker between two octaves of F0.
///
/// A low-passed signal with the fundamental alone is a sinusoid: the intervals between
/// its downward and upward zero crossings, its peaks and its dips are equal. Of several low-passed
/// signals, the one with the least deviation of the four intervals gives the F0 of a frame. Two
/// unequal cycles leave a weak component at the repetition rate and a strong one at the cycle rate,
/// so this tracker finds the cycle rate where an autocorrelation finds the repetition rate.
struct OctaveVote: Sendable, Equatable {
  /// Minimum fraction of the frames for a vote [S]. Of 570 vowels with a stated F0 none exceeds 0.3; of
  /// two that double by their electroglottogram none is below 0.85.
  static let leastShare = 0.75

  /// Fractions of the frames with an F0 near the lower and near the higher frequency.
  let low: Double
  let high: Double

  /// Whether the vote is for the higher frequency.
  var isHigh: Bool { high >= Self.leastShare }

  /// The vote for the higher frequency with its limit, for a document.
  var evidence: OctaveEvidence {
    OctaveEvidence(.zeroCrossingsAtHigh, high, limit: Self.leastShare)
  }
}

extension OctaveVote {
  /// Periods of the lower frequency for one period of the decimated signal: 24 samples each.
  private static let periods = 4.0

  /// Cut-off of the low-pass filters, relative to the lower frequency: half an octave apart.
  private static let bands = [0.8, 1.13, 1.6, 2.26, 3.2]

  /// Cut-off of the high-pass filter against rumble, relative to the lower frequency, and the
  /// number of its passes.
  private static let lowCut = 0.5
  private static let lowCutPasses = 2

  /// Distance of the frames, in seconds.
  private static let step = 0.005

  /// Maximum ratio of the F0 of a frame to a candidate.
  private static let nearCandidate = 1.2

  /// Tracks a voice between two times for the candidates `hertz` and twice `hertz`; nil for
  /// too short a signal and, if only a vote for the higher candidate matters, without one.
  init?(
    in signal: Signal, during times: ClosedRange<Double>, low hertz: Double,
    onlyIfHigh: Bool = false
  ) {
    guard let sound = DecimatedSignal(of: signal, in: times, period: Self.periods / hertz) else {
      return nil
    }
    let period = 1 / (hertz * sound.step)
    let mean = Rows.sum(of: sound.samples.span) / Double(sound.samples.count)
    var row = sound.samples.map { $0 - mean }
    let drift = Self.normalized(
      Window.hann(count: 2 * Int((period / Self.lowCut).rounded()) + 1))
    for _ in 0..<Self.lowCutPasses { row = zip(row, Self.filtered(row, by: drift)).map(-) }
    let places = Array(stride(from: 0, to: Double(row.count), by: Self.step / sound.step))
    // A band holds the octave below its cut-off.
    func frames(of band: Double) -> [FundamentalFrame] {
      let weights = Self.nuttall(half: Int((0.5 * period / band).rounded()))
      return FundamentalFrame.frames(of: Self.filtered(row, by: weights), at: places).map {
        (0.5 * band...band).contains($0.frequency * period) ? $0 : FundamentalFrame()
      }
    }
    func isNear(_ ratio: Double, _ frame: FundamentalFrame) -> Bool {
      frame.frequency > 0
        && PeriodSequence.ratio(frame.frequency * period, ratio) <= Self.nearCandidate
    }
    func share(_ isCounted: (Int) -> Bool) -> Double {
      Double(places.indices.count(where: isCounted)) / Double(places.count)
    }
    let high = Self.bands.filter { Self.nearCandidate * $0 >= 2 }.map(frames)
    guard
      !onlyIfHigh || share({ index in high.contains { isNear(2, $0[index]) } }) >= Self.leastShare
    else { return nil }
    let all = Self.bands.dropLast(high.count).map(frames) + high
    let best = places.indices.map { index in
      all.map { $0[index] }.min { $0.deviation < $1.deviation } ?? FundamentalFrame()
    }
    low = share { isNear(1, best[$0]) }
    self.high = share { isNear(2, best[$0]) }
  }

  /// A Nuttall window of four times `half` weights, of sum 1: as long as two periods of its cut-off.
  private static func nuttall(half: Int) -> [Double] {
    let count = max(4, 4 * half)
    return normalized(
      (0..<count).map { index in
        let angle = 2 * .pi * Double(index) / Double(count - 1)
        return 0.355768 - 0.487396 * Double.cos(angle) + 0.144232 * Double.cos(2 * angle)
          - 0.012604 * Double.cos(3 * angle)
      })
  }

  private static func normalized(_ weights: [Double]) -> [Double] {
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// The row under a symmetric filter, with zeros beyond its ends.
  private static func filtered(_ row: [Double], by weights: [Double]) -> [Double] {
    let before = [Double](repeating: 0, count: (weights.count - 1) / 2)
    let after = [Double](repeating: 0, count: weights.count / 2)
    let padded = before + row + after
    return row.indices.map {
      Rows.product(of: padded.span.extracting($0..<($0 + weights.count)), and: weights.span)
    }
  }
}

/// F0 of a low-passed signal at one time, in cycles per sample, by four kinds of intervals.
private struct FundamentalFrame {
  /// The mean of the four; zero without an interval of each kind.
  var frequency = 0.0

  /// The standard deviation of the four over their mean.
  var deviation = Double.infinity

  /// The frames at `places`, in samples.
  static func frames(of row: [Double], at places: [Double]) -> [FundamentalFrame] {
    let slope = zip(row.dropFirst(), row).map(-)
    let kinds = [row, row.map(-), slope, slope.map(-)].map { rates(of: $0, at: places) }
    return places.indices.map { index in
      let rates = kinds.map { $0[index] }
      let mean = rates.reduce(0, +) / Double(rates.count)
      guard rates.allSatisfy({ $0 > 0 }) else { return FundamentalFrame() }
      let squares = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return FundamentalFrame(
        frequency: mean, deviation: (squares / Double(rates.count - 1)).squareRoot() / mean)
    }
  }

  /// The inverse intervals between downward zero crossings, interpolated at `places`; zero beyond
  /// the first and the last interval.
  private static func rates(of row: [Double], at places: [Double]) -> [Double] {
    let crossings = row.indices.dropLast().filter { row[$0] > 0 && row[$0 + 1] <= 0 }
      .map { Double($0) + row[$0] / (row[$0] - row[$0 + 1]) }
    let intervals = zip(crossings, crossings.dropFirst())
      .map { (middle: 0.5 * ($0 + $1), rate: 1 / ($1 - $0)) }
    var next = 1
    return places.map { place in
      while next < intervals.count, intervals[next].middle < place { next += 1 }
      guard next < intervals.count, intervals[next - 1].middle <= place else { return 0 }
      let (before, after) = (intervals[next - 1], intervals[next])
      let weight = (place - before.middle) / (after.middle - before.middle)
      return before.rate + weight * (after.rate - before.rate)
    }
  }
}

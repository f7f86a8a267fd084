internal import RealModule
internal import VoiceMath
import VoiceTypes

/// Secondary excitation ratio: height of a second glottal closure in a repetition, relative to the
/// first.
///
/// A closure excites the vocal tract, and linear prediction models the response, so the residual is
/// high at a closure. The residual energy is folded over the repetitions. The height of a second
/// peak near the middle, above the trough between, is divided by that of the first. The prediction
/// removes the formants, which fill the middle of the signal's own energy. Source of the residual
/// as a sign of closures: Ananthapadmanabha & Yegnanarayana (1979), IEEE Trans. ASSP 27:309–319.
enum SecondaryExcitation {
  /// Decimation limit, in hertz: the signal is decimated by the largest integer that keeps this
  /// rate.
  private static let leastRate = 10_000.0

  /// Length of the anti-aliasing filter in samples of the lower rate, and its edge as a fraction of
  /// the lower band.
  private static let filterLength = 16
  private static let filterEdge = 0.9

  /// Coefficients of the prediction: four formants below 5.5 kHz, and the slopes of source and
  /// lips.
  private static let order = 14

  /// White-noise regularisation, as a fraction of the power, for pure tones.
  private static let noiseFloor = 1e-4

  /// Pre-emphasis coefficient, which flattens the spectral slope of the voice.
  private static let preEmphasis = 0.97

  /// Number of folded repetitions.
  private static let repetitions = 6.0

  /// Bins of a folded repetition, and the Gaussian width of its smoothing in bins.
  private static let parts = 40
  private static let smoothing = 1.0

  /// Search range of the second peak, in bins after the first: 0.275 … 0.725 of a repetition. The
  /// two cycles may differ in length by 45 % of their mean and more.
  private static let middle = 11..<30

  /// The maximum repetition rate, in hertz: higher rates have too few samples for 40 bins, and
  /// twice that rate is no pitch of a sustained vowel.
  private static let highestRate = 225.0

  /// Maximum number of frames.
  private static let mostFrames = 12

  /// Minimum number of frames for a median.
  private static let leastFrames = 5

  /// The median height over `frames` of a voice with a repetition rate of `hertz`; nil for too few
  /// samples or frames, or once it is certainly below `least`.
  static func height(
    in signal: Signal, pitch: PitchTrack, near hertz: Double, frames: [Int],
    atLeast least: Double = 0
  ) -> Double? {
    let grid = SampleGrid(of: signal)
    let step = Int(signal.sampleRate.value / leastRate)
    guard step > 0, hertz <= highestRate else { return nil }
    let filter = lowPass(before: step)
    let sampled = frames.spread(over: mostFrames)
    var heights: [Double] = []
    for frame in sampled {
      let samples = 1 / (pitch.frequencies[frame] * grid.period * Double(step))
      let residual = residual(
        of: signal, by: filter, step: step, repetition: samples,
        around: grid.nearestIndex(to: pitch.time(ofFrame: frame)))
      guard let residual else { continue }
      heights.append(height(of: folded(residual, repetition: samples)))
      // More than half of all possible frames.
      if 2 * heights.count(where: { $0 < least }) > sampled.count { return nil }
    }
    return heights.count >= leastFrames ? Statistics.quantile(0.5, of: heights) : nil
  }

  /// The anti-aliasing filter for decimation by `step`.
  private static func lowPass(before step: Int) -> [Double] {
    WindowedSinc.lowPass(
      half: step > 1 ? filterLength * step / 2 : 0, edge: 0.5 * filterEdge / Double(step))
  }

  /// The prediction residual of the repetitions around a sample, at the lower rate; nil if they
  /// leave the signal or are silent.
  private static func residual(
    of signal: Signal, by filter: [Double], step: Int, repetition: Double, around centre: Int
  ) -> [Double]? {
    // One more sample for the pre-emphasis, and `order` samples before the first prediction.
    let count = Int(repetitions * repetition) + order + 1
    let start = centre - (count * step + filter.count) / 2
    guard start >= 0, start + (count - 1) * step + filter.count <= signal.samples.count else {
      return nil
    }
    let low = (0..<count).map { sample in
      let first = start + sample * step
      return Rows.product(
        of: signal.samples.span.extracting(first..<(first + filter.count)), and: filter.span)
    }
    let flat = zip(low.dropFirst(), low).map { $0 - preEmphasis * $1 }
    let rest = LinearPrediction.residual(of: flat, order: order, noiseFloor: noiseFloor)
    return rest.isEmpty ? nil : rest
  }

  /// The folded amplitude of the residual in the bins of a repetition of `repetition` samples.
  private static func folded(_ residual: [Double], repetition: Double) -> [Double] {
    var sums = [Double](repeating: 0, count: parts)
    var counts = sums
    for (sample, value) in residual.enumerated() {
      let phase = Double(sample) / repetition
      let part = min(parts - 1, Int(Double(parts) * (phase - Double(Int(phase)))))
      sums[part] += value * value
      counts[part] += 1
    }
    return smoothed(zip(sums, counts).map { $0 / max(1, $1) }).map { $0.squareRoot() }
  }

  private static func smoothed(_ values: [Double]) -> [Double] {
    let reach = Int(4 * smoothing)
    let weights = (-reach...reach).map {
      Double.exp(-0.5 * Double($0 * $0) / (smoothing * smoothing))
    }
    let total = weights.reduce(0, +)
    return values.indices.map { index in
      weights.indices.reduce(0) {
        $0 + weights[$1] * values[(index + $1 - reach + values.count) % values.count]
      } / total
    }
  }

  /// The height of the second peak of a folded repetition over that of the first; 0 without one.
  static func height(of folded: [Double]) -> Double {
    guard let first = folded.indices.max(by: { folded[$0] < folded[$1] }) else { return 0 }
    let turned = folded.indices.map { folded[(first + $0) % folded.count] }
    guard let second = middle.max(by: { turned[$0] < turned[$1] }),
      let before = turned[2..<second].min(), let after = turned[(second + 1)..<39].min(),
      let lowest = turned.min(), turned[0] > lowest
    else { return 0 }
    return max(0, turned[second] - max(before, after)) / (turned[0] - lowest)
  }
}

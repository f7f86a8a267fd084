// Whether a repetition of a voice holds one closure of the glottis or two. A closure excites the
// formants anew, so where it comes there is energy between 1.5 and 4.5 kHz. The energy of a few
// repetitions is laid over each other; beside the highest burst of the folded repetition a second one
// is looked for near the middle, and its height over the trough between is put in relation to the first.

internal import RealModule
internal import VoiceMath
import VoiceTypes

/// The second burst of a repetition.
enum SecondExcitation {
  /// Where formants ring and the voice has little else, in hertz.
  private static let band = (low: 1_500.0, high: 4_500.0)

  /// Length of the filter that takes the band, in seconds.
  private static let filterLength = 0.003

  /// Repetitions that are laid over each other.
  private static let repetitions = 4.0

  /// Parts of a folded repetition, and the Gauss width of its smoothing in parts.
  private static let parts = 40
  private static let smoothing = 2.0

  /// Where the second burst may be, in parts after the first: 0.35 … 0.65 of a repetition.
  private static let middle = 14..<27

  /// Frames that are looked at.
  private static let mostFrames = 24

  /// Fewer frames than this do not make a median.
  private static let leastFrames = 5

  /// The median height over `frames`; nil where the recording has no such band or too few frames.
  static func height(in signal: Signal, pitch: PitchTrack, frames: [Int]) -> Double? {
    let grid = SampleGrid(of: signal)
    let high = min(band.high, 0.45 / grid.period)
    guard high >= 2 * band.low else { return nil }
    let filter = bandPass(from: band.low * grid.period, to: high * grid.period, grid.period)
    let heights = frames.spread(over: mostFrames).compactMap { frame in
      folded(
        signal, by: filter, around: grid.nearestIndex(to: pitch.time(ofFrame: frame)),
        cyclesPerSample: pitch.frequencies[frame] * grid.period
      ).map { height(of: $0) }
    }
    return heights.count >= leastFrames ? Statistics.quantile(0.5, of: heights) : nil
  }

  /// A windowed-sinc filter between two frequencies in cycles per sample.
  private static func bandPass(from low: Double, to high: Double, _ period: Double) -> [Double] {
    let half = Int(0.5 * filterLength / period)
    return (-half...half).map { place in
      let x = Double(place)
      let window = 0.5 + 0.5 * Double.cos(.pi * x / Double(half + 1))
      guard place != 0 else { return 2 * (high - low) }
      let sines = Double.sin(2 * .pi * high * x) - Double.sin(2 * .pi * low * x)
      return window * sines / (.pi * x)
    }
  }

  /// The amplitude of the band in the parts of a repetition; nil where it reaches beyond the sound.
  private static func folded(
    _ signal: Signal, by filter: [Double], around centre: Int, cyclesPerSample: Double
  ) -> [Double]? {
    let half = Int(0.5 * repetitions / cyclesPerSample)
    let start = centre - half - filter.count / 2
    guard start >= 0, start + 2 * half + filter.count <= signal.samples.count else { return nil }
    var sums = [Double](repeating: 0, count: parts)
    var counts = sums
    for sample in 0..<(2 * half) {
      let window = signal.samples.span.extracting(
        (start + sample)..<(start + sample + filter.count))
      let value = Rows.product(of: window, and: filter.span)
      let phase = Double(sample) * cyclesPerSample
      let part = min(parts - 1, Int(Double(parts) * (phase - phase.rounded(.down))))
      sums[part] += value * value
      counts[part] += 1
    }
    return smoothed(zip(sums, counts).map { ($0 / max(1, $1)).squareRoot() })
  }

  private static func smoothed(_ values: [Double]) -> [Double] {
    let reach = Int(5 * smoothing)
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

  /// The height of the second burst of a folded repetition over that of the first; 0 without one.
  static func height(of folded: [Double]) -> Double {
    guard let first = folded.indices.max(by: { folded[$0] < folded[$1] }) else { return 0 }
    let turned = folded.indices.map { folded[(first + $0) % folded.count] }
    let bursts = middle.filter {
      turned[$0] >= turned[$0 - 1] && turned[$0] >= turned[$0 + 1]
    }
    guard let second = bursts.max(by: { turned[$0] < turned[$1] }),
      let before = turned[3..<second].min(), let after = turned[(second + 1)..<38].min(),
      let lowest = turned.min(), turned[0] > lowest
    else { return 0 }
    return max(0, turned[second] - max(before, after)) / (turned[0] - lowest)
  }
}

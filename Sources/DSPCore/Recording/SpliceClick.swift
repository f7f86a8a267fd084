internal import VoiceMath
package import VoiceTypes

/// Click of a splice: energy at high frequencies at a point of a voice, over that of the adjacent
/// cycles.
///
/// A cut of a digital recording is a step of the waveform, with energy up to half of the sample
/// rate. A voice that jumps by itself excites its tract as in other cycles.
package enum SpliceClick {
  /// Lowest frequency of a click, in hertz: above the formants.
  private static let edge = 6_000.0

  /// Half length of the high-pass filter, in seconds.
  private static let filter = 0.0007

  /// Length of the energy windows, in seconds.
  private static let window = 0.0004

  /// Search radius around the point, and phase tolerance of the adjacent cycles, in periods.
  private static let reach = 0.3
  private static let tolerance = 0.1

  /// The cycles on either side that are compared: the closest one may contain the splice.
  private static let neighbours = 2...8

  /// The energy at `time` over that at the same phase of the adjacent cycles, in decibels, the
  /// larger of both sides; nil if the sample rate is too low or the signal ends nearby.
  package static func decibels(in signal: Signal, at time: Double, period: Double) -> Double? {
    let rate = signal.sampleRate.value
    guard edge < 0.5 * rate else { return nil }
    let half = max(1, Int((filter * rate).rounded()))
    let width = max(1, Int((window * rate).rounded()))
    let cycle = period * rate
    let (reach, slack) = (Int(Self.reach * cycle), Int(tolerance * cycle))
    let margin = Int(Double(neighbours.upperBound) * cycle) + reach + slack + width + 1
    let centre = SampleGrid(of: signal).nearestIndex(to: time)
    guard centre - margin - half >= 0, centre + margin + half < signal.samples.count else {
      return nil
    }
    let weights = WindowedSinc.lowPass(half: half, edge: edge / rate)
    let squares = (-margin...margin).map { offset -> Double in
      let place = centre + offset
      let low = Rows.product(
        of: signal.samples.span.extracting((place - half)..<(place + half + 1)),
        and: weights.span)
      return (signal.samples[place] - low) * (signal.samples[place] - low)
    }
    let energies = squares.indices.dropLast(width).map { squares[$0..<($0 + width)].reduce(0, +) }
    func usual(at index: Int, _ side: Double) -> Double {
      let cycles = neighbours.map { number -> Double in
        let middle = index + Int((side * Double(number) * cycle).rounded())
        return energies[(middle - slack)...(middle + slack)].max() ?? 0
      }
      return Statistics.quantile(0.5, of: cycles) ?? 0
    }
    let start = margin - width / 2
    let ratios = ((start - reach)...(start + reach)).compactMap { index -> Double? in
      let most = max(usual(at: index, -1), usual(at: index, 1))
      return most > 0 ? energies[index] / most : nil
    }
    return ratios.max().map { Level.decibels(ofPowerRatio: $0) }
  }
}

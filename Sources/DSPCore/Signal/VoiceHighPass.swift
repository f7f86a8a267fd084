package import VoiceTypes

/// Zero-phase high-pass filter below a voice.
///
/// The lowest line of a voice is at F0, or at half of F0 for alternating cycles. Lower energy is
/// rumble, breath on the microphone, mains hum or an offset. It changes the amplitudes of cycles
/// and counts as noise, but hardly moves the boundaries of cycles. Amplitude modulation of a voice
/// remains: its sidebands are around the harmonics.
///
/// The filter subtracts the low band, which it finds in the decimated signal: a transform of the
/// whole segment would be larger by the decimation step.
package struct VoiceHighPass: Sendable {
  /// Centre of the raised-cosine flank and half of its width, as fractions of F0: half of F0
  /// passes.
  private static let cutoff = 0.45
  private static let flank = 0.05

  /// The minimum rate of the decimated signal, as a multiple of F0.
  private static let leastRate = 4.0

  /// Duration of the signal that is read on either side of a segment, in periods: there the filter
  /// rings by less than −80 dB.
  private static let margin = 20.0

  private let f0: Double
  private let stop: HannStopBand

  /// Creates the filter of a voice with the median `f0`.
  package init(f0: Hertz) {
    self.f0 = f0.value
    stop = HannStopBand(
      low: 0, high: Hertz(Self.cutoff * f0.value), smoothing: Hertz(Self.flank * f0.value))
  }

  /// The gain at a frequency, 0 … 1.
  package func gain(at frequency: Hertz) -> Double {
    stop.gain(at: frequency, nyquist: Hertz(.infinity))
  }

  /// The names of the parameters for a measure; none if the filter does not apply to it.
  package static func choiceNames(of measure: Measure) -> [String] {
    switch measure.group {
    case .shimmer: choices(of: "amplitude").map(\.name)
    case .hnr: choices(of: "harmonicity").map(\.name)
    default: []
    }
  }

  /// The parameters, with the name of the group of measures.
  static func choices(of group: String) -> [NamedParameter] {
    [
      NamedParameter("\(group)_high_pass_f0_ratio", cutoff),
      NamedParameter("\(group)_high_pass_flank_f0_ratio", flank),
    ]
  }

  /// Removes the low band and the mean from the samples `range` of a signal.
  package func apply(
    to signal: Signal, in range: Range<Int>, workspace: inout AnalysisWorkspace
  ) -> Signal {
    let rate = signal.sampleRate.value
    let step = max(1, Int(rate / (Self.leastRate * f0)))
    let margin = Int((Self.margin * rate / f0).rounded(.up))
    let filter = workspace.decimationFilter(step: step)
    let (decimated, mean) = signal.decimated(
      from: range.lowerBound - margin, to: range.upperBound + margin, by: filter)
    let low = Signal(samples: decimated, sampleRate: Hertz(rate / Double(step))).filtered(
      workspace: &workspace
    ) { 1 - stop.gain(at: $0, nyquist: $1) }
    var rest = signal.samples[range].map { $0 - mean }
    filter.subtract(low.samples, from: margin, of: &rest)
    return Signal(samples: rest, sampleRate: signal.sampleRate)
  }
}

extension Signal {
  /// The decimated samples `first ..< end`, less their mean. Beyond its ends the signal continues as
  /// its mirror image, because zeros would be a step.
  fileprivate func decimated(
    from first: Int, to end: Int, by filter: DecimationFilter
  ) -> (samples: [Double], mean: Double) {
    var row = [Double](repeating: 0, count: end - first + 2 * filter.reach)
    let (offset, period) = (filter.reach - first, max(1, 2 * (samples.count - 1)))
    let inside = max(0, first)..<min(samples.count, end)
    row.replaceSubrange(
      (inside.lowerBound + offset)..<(inside.upperBound + offset), with: samples[inside])
    for index in [first..<inside.lowerBound, inside.upperBound..<end].joined() {
      let place = abs(index) % period
      row[index + offset] = samples[min(place, period - place)]
    }
    let filled = (first + offset)..<(end + offset)
    let mean = Rows.sum(of: row.span.extracting(filled)) / Double(filled.count)
    for index in filled { row[index] -= mean }
    return (filter.decimated(padded: row.span), mean)
  }
}

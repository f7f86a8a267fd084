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
    let around = signal.mirrored(from: range.lowerBound - margin, to: range.upperBound + margin)
    let mean = Rows.sum(of: around.span) / Double(around.count)
    let filter = workspace.decimationFilter(step: step)
    let low = Signal(
      samples: filter.decimated(around.span, minus: mean),
      sampleRate: Hertz(rate / Double(step))
    ).filtered(workspace: &workspace) { 1 - stop.gain(at: $0, nyquist: $1) }
    let band = filter.interpolated(low.samples, count: around.count)
    return Signal(
      samples: range.indices.map {
        signal.samples[$0] - mean - band[$0 - range.lowerBound + margin]
      },
      sampleRate: signal.sampleRate)
  }
}

extension Signal {
  /// The samples `first ..< end`. Beyond its ends the signal continues as its mirror image, because
  /// zeros would be a step.
  fileprivate func mirrored(from first: Int, to end: Int) -> [Double] {
    let last = samples.count - 1
    guard last > 0 else { return Array(repeating: samples.first ?? 0, count: end - first) }
    func mirrored(_ index: Int) -> Double {
      let place = abs(index) % (2 * last)
      return samples[min(place, 2 * last - place)]
    }
    let inside = max(0, first)..<min(samples.count, end)
    return (first..<inside.lowerBound).map(mirrored) + samples[inside]
      + (inside.upperBound..<end).map(mirrored)
  }
}

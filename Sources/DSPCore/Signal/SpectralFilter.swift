// The filters are circular over a power of two; the padding is cut off.

import VoiceTypes

extension Signal {
  /// Multiplies every frequency by a gain; the length is unchanged.
  func filtered(
    workspace: inout AnalysisWorkspace,
    gain: @escaping (_ frequency: Hertz, _ nyquist: Hertz) -> Double
  ) -> Signal {
    let transform = workspace.transform(ofExactly: PowerOfTwo.smallest(holding: samples.count))
    let gains = gains(by: gain, size: transform.size)
    return Signal(samples: transform.filter(samples, gain: gains), sampleRate: sampleRate)
  }

  /// The gain of every bin of a transform of `size` samples.
  func gains(
    by gain: @escaping (_ frequency: Hertz, _ nyquist: Hertz) -> Double, size: Int
  ) -> (_ bin: Int) -> Double {
    let binWidth = sampleRate.value / Double(size)
    let nyquist = Hertz(0.5 * sampleRate.value)
    return { bin in gain(Hertz(Double(bin) * binWidth), nyquist) }
  }
}

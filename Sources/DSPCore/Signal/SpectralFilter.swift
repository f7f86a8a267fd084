// A gain for every frequency of a sound. The sound is zero-padded to a power of two, so the filter is
// circular over that length; what it moves into the padding is cut off.

import VoiceTypes

extension Signal {
  /// The sound with every frequency multiplied by a gain, as long as it was.
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

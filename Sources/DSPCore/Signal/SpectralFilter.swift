// A gain for every frequency of a sound. The sound is zero-padded to a power of two, so the filter is
// circular over that length; what it moves into the padding is cut off.

import VoiceTypes

extension Signal {
  /// The sound with every frequency multiplied by a gain, as long as it was.
  func filtered(
    workspace: inout AnalysisWorkspace, gain: (_ frequency: Hertz, _ nyquist: Hertz) -> Double
  ) -> Signal {
    let transform = workspace.transform(ofExactly: PowerOfTwo.smallest(holding: samples.count))
    let binWidth = sampleRate.value / Double(transform.size)
    let nyquist = Hertz(0.5 * sampleRate.value)
    let filtered = transform.filter(samples) { bin in
      gain(Hertz(Double(bin) * binWidth), nyquist)
    }
    return Signal(samples: filtered, sampleRate: sampleRate)
  }
}

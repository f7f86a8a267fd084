// The level against which every frame is called loud or silent.

package import VoiceTypes

/// The largest deviation of a whole sound from its mean.
package enum GlobalPeak {
  /// Zero for a constant sound, however its mean is rounded.
  package static func magnitude(in signal: Signal) -> Double {
    let samples = signal.samples.span
    guard !samples.isEmpty else { return 0 }
    let (lowest, highest, sum) = Rows.extremesAndSum(of: samples)
    guard lowest < highest else { return 0 }
    let mean = sum / Double(samples.count)
    return max(highest - mean, mean - lowest)
  }
}

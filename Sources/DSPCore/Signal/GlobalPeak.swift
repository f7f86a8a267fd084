// The level against which every frame is called loud or silent.

package import VoiceTypes

/// The largest deviation of a whole sound from its mean.
package enum GlobalPeak {
  /// Zero for a constant sound, however its mean is rounded.
  package static func magnitude(in signal: Signal) -> Double {
    guard let lowest = signal.samples.min(), let highest = signal.samples.max(),
      lowest < highest
    else { return 0 }
    var sum = 0.0
    for sample in signal.samples { sum += sample }
    let mean = sum / Double(signal.samples.count)
    return max(highest - mean, mean - lowest)
  }
}

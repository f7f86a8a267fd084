package import VoiceTypes

/// Largest deviation of a whole signal from its mean: the reference of the silence threshold.
package enum GlobalPeak {
  /// The global peak; zero for an empty signal, and for a constant one at any rounding of the mean.
  package static func magnitude(in signal: Signal) -> Double {
    guard !signal.samples.isEmpty else { return 0 }
    let (lowest, highest, sum) = Rows.extremes(of: signal.samples.span)
    guard lowest < highest else { return 0 }
    let mean = sum / Double(signal.samples.count)
    return max(highest - mean, mean - lowest)
  }
}

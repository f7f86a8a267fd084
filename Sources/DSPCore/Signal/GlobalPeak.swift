// The level against which every frame is called loud or silent.

package import VoiceTypes

/// The largest deviation of a whole sound from its mean.
package struct GlobalPeak {
  private var extremes: RowExtremes

  /// Nothing seen yet of a sound with samples.
  init(of signal: Signal) { extremes = RowExtremes(of: signal.samples.span) }

  /// Looks at the samples up to about `end`, which are being looked at anyway.
  mutating func advance(in signal: Signal, to end: Int) {
    extremes.advance(in: signal.samples.span, to: end)
  }

  /// Zero for a constant sound, however its mean is rounded.
  mutating func magnitude(in signal: Signal) -> Double {
    let (lowest, highest, sum) = extremes.finish(in: signal.samples.span)
    guard lowest < highest else { return 0 }
    let mean = sum / Double(signal.samples.count)
    return max(highest - mean, mean - lowest)
  }

  /// The same of a sound that is not looked at for other reasons; zero for an empty one.
  package static func magnitude(in signal: Signal) -> Double {
    guard !signal.samples.isEmpty else { return 0 }
    var peak = GlobalPeak(of: signal)
    return peak.magnitude(in: signal)
  }

  /// Whether all samples are equal.
  static func isConstant(_ signal: Signal) -> Bool {
    guard let first = signal.samples.first else { return true }
    return !signal.samples.contains { $0 != first }
  }
}

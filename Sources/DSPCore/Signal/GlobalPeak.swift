package import VoiceTypes

/// Largest deviation of a whole signal from its mean: the reference of the silence threshold.
package struct GlobalPeak {
  private var extremes: RowExtremes

  /// Starts with a nonempty signal.
  init(of signal: Signal) { extremes = RowExtremes(of: signal.samples.span) }

  /// Processes the samples up to about `end`, while another loop has them in cache.
  mutating func advance(in signal: Signal, to end: Int) {
    extremes.advance(in: signal.samples.span, to: end)
  }

  /// The global peak; zero for a constant signal at any rounding of the mean.
  mutating func magnitude(in signal: Signal) -> Double {
    let (lowest, highest, sum) = extremes.finish(in: signal.samples.span)
    guard lowest < highest else { return 0 }
    let mean = sum / Double(signal.samples.count)
    return max(highest - mean, mean - lowest)
  }

  /// The global peak in one pass; zero for an empty signal.
  package static func magnitude(in signal: Signal) -> Double {
    guard !signal.samples.isEmpty else { return 0 }
    var peak = GlobalPeak(of: signal)
    return peak.magnitude(in: signal)
  }

  static func isConstant(_ signal: Signal) -> Bool {
    guard let first = signal.samples.first else { return true }
    return !signal.samples.contains { $0 != first }
  }
}

import DSPCore
import VoiceTypes
import WAVIngest

extension ReadBand {
  /// Fraction of the analysed band that suffices for a measure [E].
  private static let tolerableFraction = 0.95

  /// Minimum bandwidth of a measure, for a recording with the given Nyquist frequency.
  fileprivate func leastBandwidth(formantCeiling: Hertz, nyquist: Hertz) -> Hertz {
    let end =
      switch self {
      case .upTo(let frequency): frequency
      case .upToFormantCeiling: formantCeiling
      }
    // Content above Nyquist depends on the sample rate, which has its own check.
    return Hertz(Self.tolerableFraction * min(end, nyquist).value)
  }
}

extension Measure {
  /// Required bandwidth that the recording lacks; nil if it suffices.
  func bandNeeded(in bandwidth: EffectiveBandwidth, formantCeiling: Hertz) -> Hertz? {
    let needed = facts.band?.leastBandwidth(
      formantCeiling: formantCeiling, nyquist: bandwidth.nyquist)
    return needed.flatMap { bandwidth.end < $0 ? $0 : nil }
  }
}

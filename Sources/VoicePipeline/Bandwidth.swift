// The upper end of a recording's spectrum: the check of it, and what cannot be measured without the
// part that is missing.

import DSPCore
import VoiceTypes
import WAVIngest

extension ReadBand {
  /// A cut-off this close to the end of what a measure reads leaves the measure as it is [E].
  private static let tolerableShare = 0.95

  /// The least bandwidth that a measure needs in a recording that could carry up to `nyquist`.
  fileprivate func leastBandwidth(formantCeiling: Hertz, nyquist: Hertz) -> Hertz {
    let end =
      switch self {
      case .upTo(let frequency): frequency
      case .upToFormantCeiling: formantCeiling
      }
    // What lies beyond Nyquist is not read at all; that is the sample rate's matter.
    return Hertz(Self.tolerableShare * min(end, nyquist).value)
  }
}

extension Measure {
  /// The bandwidth that this measure needs and that a recording does not have; nil where it has it.
  func bandNeeded(in bandwidth: EffectiveBandwidth, formantCeiling: Hertz) -> Hertz? {
    let needed = facts.band?.leastBandwidth(
      formantCeiling: formantCeiling, nyquist: bandwidth.nyquist)
    return needed.flatMap { bandwidth.end < $0 ? $0 : nil }
  }
}

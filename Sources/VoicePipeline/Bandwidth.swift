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

extension Biomarkers {
  /// Takes back what reads a part of the spectrum that the recording does not hold.
  mutating func withhold(beyond bandwidth: EffectiveBandwidth, formantCeiling: Hertz) {
    for measure in Measure.allCases where self[measure].number != nil {
      let needed = measure.facts.band?.leastBandwidth(
        formantCeiling: formantCeiling, nyquist: bandwidth.nyquist)
      guard let needed, bandwidth.end < needed else { continue }
      self[measure] = .unavailable(.bandLimited(needed: needed, found: bandwidth.end))
    }
  }
}

extension Unavailability {
  fileprivate static func bandLimited(needed: Hertz, found: Hertz) -> Unavailability {
    Unavailability(
      .bandwidthLimited,
      "needs frequencies up to \(needed), the recording holds nothing above \(found); record "
        + "without a call, a wireless headset and compression",
      needed: needed.value, found: found.value)
  }
}

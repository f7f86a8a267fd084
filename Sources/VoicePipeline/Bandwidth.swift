// The upper end of a recording's spectrum: the check of it, and what cannot be measured without the
// part that is missing.

import DSPCore
import VoiceTypes
import WAVIngest

/// Up to which frequency a measure reads the spectrum.
enum ReadBand {
  /// A cut-off this close to the end of what a measure reads leaves the measure as it is [E].
  private static let tolerableShare = 0.95

  /// How far up a measure reads, or nil for one that an empty upper band leaves as it is.
  ///
  /// A mean of powers hardly notices an empty band in which a vowel has hardly any power: from 5 kHz
  /// on slope and alpha ratio stand. A mean of levels does: the line behind the tilt follows every
  /// empty decibel up to 10 kHz. CPPS and formants are taken from the sound brought to twice 5 kHz
  /// and to twice the formant ceiling, and model all of that band. Jitter, shimmer and harmonicity
  /// rest on the harmonics below; the check of the recording warns of them.
  private static func end(of measure: Measure, formantCeiling: Hertz) -> Hertz? {
    switch measure {
    case .ltasTilt: 10_000
    case .ltasSlope, .alphaRatio, .cpps: 5000
    case .f1, .f2, .f3, .b1, .b2, .b3: formantCeiling
    default: nil
    }
  }

  /// The least bandwidth that a measure needs in a recording that could carry up to `nyquist`.
  static func needed(
    by measure: Measure, formantCeiling: Hertz, nyquist: Hertz
  ) -> Hertz? {
    // What lies beyond Nyquist is not read at all; that is the sample rate's matter.
    end(of: measure, formantCeiling: formantCeiling).map {
      Hertz(tolerableShare * min($0, nyquist).value)
    }
  }
}

extension Biomarkers {
  /// Takes back what reads a part of the spectrum that the recording does not hold.
  mutating func withhold(beyond bandwidth: EffectiveBandwidth, formantCeiling: Hertz) {
    for measure in Measure.allCases where self[measure].number != nil {
      let needed = ReadBand.needed(
        by: measure, formantCeiling: formantCeiling, nyquist: bandwidth.nyquist)
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

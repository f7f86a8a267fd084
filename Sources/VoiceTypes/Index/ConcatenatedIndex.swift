/// Weighted sum of measures of one sound that is made of speech and of a sustained vowel:
/// `factor · (constant + Σ weight · part) + offset`. A new index is one value of this file, with its
/// cut-offs in `cut-offs.json`. The defaults are those of the AVQI script of Maryn & Corthals.
package struct ConcatenatedIndex: Sendable {
  /// Identifier in documents.
  package let rawValue: String
  /// Name for people, such as `AVQI 03.01`.
  package let name: String
  /// Name on the command line.
  package let argument: String
  /// Sample rate of the sound; nil keeps the rate of both recordings.
  package var rate: Hertz?
  /// Recordings that are high-passed at 34 Hz.
  package var highPassed: Set<IndexRole> = [.speech, .vowel]
  /// The analysed three seconds of a long vowel.
  package var vowelPart = VowelPart.last
  /// Pitch range of the pulses of jitter and shimmer.
  package var pulseRange = PitchRange.avqiShimmer
  /// Limits of the periods between these pulses.
  package var periodLimits = Limits.standard
  package let factor: Double
  package let constant: Double
  package var offset = 0.0
  package let weights: [IndexPart: Double]

  package enum VowelPart: String, Sendable { case last, middle }

  /// Limits of periods in Praat.
  package enum Limits: String, Sendable {
    /// 0.1 … 20 ms.
    case standard
    /// 0.8 periods of the ceiling to 1.25 periods of the floor.
    case voiceReport = "voice_report"
  }

  /// The parts in document order.
  package var parts: [IndexPart] { IndexPart.allCases.filter { weights[$0] != nil } }

  /// The index of its parts; unavailable for the reason of the first unavailable part.
  package func value(of parts: [IndexPart: Measured]) -> Measured {
    var sum = constant
    for part in self.parts {
      switch parts[part] {
      case .value(let number): sum += (weights[part] ?? 0) * number
      case .unavailable(let reason): return .unavailable(reason)
      case nil: preconditionFailure("an index has all its parts")
      }
    }
    return Measured(factor * sum + offset)
  }
}

extension ConcatenatedIndex: CaseIterable, RawRepresentable {
  package static let allCases = [avqi03_01, avqi02_02, abi]

  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// Acoustic Voice Quality Index 03.01. Barsties & Maryn (2015); published script of Maryn &
  /// Corthals.
  package static let avqi03_01 = ConcatenatedIndex(
    rawValue: "avqi_03.01", name: "AVQI 03.01", argument: "avqi", factor: 2.8902, constant: 4.152,
    weights: [
      .cpps: -0.177, .harmonicity: -0.006, .shimmer: -0.037, .shimmerDecibels: 0.941,
      .slope: 0.01, .tilt: 0.093,
    ])

  /// Acoustic Voice Quality Index 02.02. Maryn & Weenink (2015), J Voice 29:35; script of Maryn &
  /// Corthals.
  package static let avqi02_02 = ConcatenatedIndex(
    rawValue: "avqi_02.02", name: "AVQI 02.02", argument: "avqi-02.02", factor: 2.208,
    constant: 3.295, offset: 1.797,
    weights: [
      .cpps: -0.111, .harmonicity: -0.073, .shimmer: -0.213, .shimmerDecibels: 2.789,
      .slope: -0.032, .tilt: 0.077,
    ])

  /// Acoustic Breathiness Index. Barsties v. Latoszek et al. (2017), J Voice 31:511.e11–27; script
  /// of Kitayama & Hosokawa (2025), npj Digit Med 8:295.
  package static let abi = ConcatenatedIndex(
    rawValue: "abi", name: "ABI", argument: "abi", rate: 44_100, highPassed: [.speech],
    vowelPart: .middle, pulseRange: .abi, periodLimits: .voiceReport,
    factor: 2.925_740_039_4, constant: 5.044_774_091_5,
    weights: [
      .cpps: -0.172, .jitter: -0.193, .gne: -1.283, .highFrequencyNoise: -0.396,
      .dejonckere: 0.010, .firstHarmonics: 0.017, .shimmerDecibels: 1.473, .shimmer: -0.088,
      .periodDeviation: -68.295,
    ])
}

/// Part of an index. The raw value is the document key with its unit.
package enum IndexPart: String, CaseIterable, Sendable {
  case cpps = "cpps_db"
  /// Harmonics-to-noise ratio of the voice report.
  case harmonicity = "hnr_db"
  case jitter = "jitter_local_percent"
  /// Glottal-to-noise excitation ratio, bands up to 4500 Hz.
  case gne = "gne"
  /// Ratio of the levels of 0–6 and 6–10 kHz.
  case highFrequencyNoise = "hfno_6000"
  /// Harmonics-to-noise ratio of Dejonckere, 0.5–1.5 kHz.
  case dejonckere = "hnr_d_db"
  /// Level difference of the first two harmonics.
  case firstHarmonics = "h1_h2_db"
  case shimmer = "shimmer_local_percent"
  case shimmerDecibels = "shimmer_local_db"
  /// Standard deviation of the period.
  case periodDeviation = "period_sd_s"
  /// Slopes of the long-term average spectrum and of its trend line.
  case slope = "ltas_slope_db"
  case tilt = "ltas_tilt_db"
}

/// Role of a recording in an index.
package enum IndexRole: String, CaseIterable, Sendable { case vowel, speech }

// Keys of the results document in order. A document has every key, with a number or with null and a
// reason.

/// Measure of the results document. The raw value is `group.key`; the key ends in its unit.
public enum Measure: String, CaseIterable, Sendable {
  case f0Mean = "f0.mean_hz"
  case f0Median = "f0.median_hz"
  case f0StandardDeviation = "f0.sd_hz"
  case f0Minimum = "f0.min_hz"
  case f0Maximum = "f0.max_hz"
  case f0StandardDeviationSemitones = "f0.sd_semitones"
  case f0ModulationSlow = "f0.modulation_slow_cents"
  case f0ModulationFast = "f0.modulation_fast_cents"
  case f0Confidence = "f0.confidence_percent"
  case f0VoicedFraction = "f0.voiced_fraction"

  case jitterLocal = "jitter.local_percent"
  case jitterLocalAbsolute = "jitter.local_absolute_us"
  case jitterRAP = "jitter.rap_percent"
  case jitterPPQ5 = "jitter.ppq5_percent"
  case jitterDDP = "jitter.ddp_percent"

  case shimmerLocal = "shimmer.local_percent"
  case shimmerLocalDecibels = "shimmer.local_db"
  case shimmerAPQ3 = "shimmer.apq3_percent"
  case shimmerAPQ5 = "shimmer.apq5_percent"
  case shimmerAPQ11 = "shimmer.apq11_percent"
  case shimmerDDA = "shimmer.dda_percent"

  case hnrMean = "hnr.mean_db"
  case hnrStandardDeviation = "hnr.sd_db"
  case hnrAutocorrelationMean = "hnr.ac_mean_db"

  case stabilityScore = "stability.score_percent"

  case cpps = "voice_quality.cpps_db"
  case intensityMean = "voice_quality.intensity_mean_db"
  case soundPressureLevel = "voice_quality.sound_pressure_level_db"
  case ltasSlope = "voice_quality.ltas_slope_db"
  case ltasTilt = "voice_quality.ltas_tilt_db"
  case alphaRatio = "voice_quality.alpha_ratio_db"
  case h1H2 = "voice_quality.h1_h2_db"
  case subharmonicRatio = "voice_quality.subharmonic_ratio"
  case meanAutocorrelation = "voice_quality.mean_autocorrelation"
  case nhr = "voice_quality.nhr"
  case unvoicedFraction = "voice_quality.unvoiced_fraction"
  case voiceBreaks = "voice_quality.voice_breaks"
  case degreeOfVoiceBreaks = "voice_quality.degree_of_voice_breaks_percent"
  case pulses = "voice_quality.pulses"
  case periods = "voice_quality.periods"
  case meanPeriod = "voice_quality.mean_period_s"
  case gne = "voice_quality.gne"

  case f1 = "formants.f1_hz"
  case f2 = "formants.f2_hz"
  case f3 = "formants.f3_hz"
  case b1 = "formants.b1_hz"
  case b2 = "formants.b2_hz"
  case b3 = "formants.b3_hz"

  case tremorF0Frequency = "tremor.f0_frequency_hz"
  case tremorF0Intensity = "tremor.f0_intensity_percent"
  case tremorAmplitudeFrequency = "tremor.amplitude_frequency_hz"
  case tremorAmplitudeIntensity = "tremor.amplitude_intensity_percent"

  case phonationDuration = "phonation.duration_s"
  case phonationVoiceBreaks = "phonation.voice_breaks"
  case phonationDegreeOfVoiceBreaks = "phonation.degree_of_voice_breaks_percent"
  case phonationUnvoicedFraction = "phonation.unvoiced_fraction"
  case phonationOnset = "phonation.onset_to_steady_s"
  case maximumPhonationTime = "phonation.maximum_phonation_time_s"

  /// Group and key of a measure in the document.
  private struct Place {
    let group: MeasureGroup
    let key: String

    init(_ measure: Measure) {
      let parts = measure.rawValue.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let group = MeasureGroup(rawValue: String(parts[0])) else {
        preconditionFailure("\(measure.rawValue) has no group")
      }
      self.group = group
      key = String(parts[1])
    }
  }

  /// Cached parts of the raw values; each document needs all of them.
  private static let places = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Place($0)) })

  private var place: Place {
    guard let place = Self.places[self] else { preconditionFailure("every measure has an index") }
    return place
  }

  /// Document object of this measure.
  public var group: MeasureGroup { place.group }

  /// Key within its group.
  public var key: String { place.key }

  /// Whether the value is a count.
  public var isCount: Bool { facts.unit == .count }

  /// Whether the quick tier includes this measure.
  public var isQuick: Bool { facts.tier == .quick }

  /// Unit symbol; empty for ratios and counts.
  public var unit: String { facts.unit.symbol }

  /// Part of the recording that this measure uses with a steady segment.
  public var part: MeasuredPart { facts.part }
}

/// Document object that contains measures. Cases are in document order.
public enum MeasureGroup: String, CaseIterable, Sendable {
  /// Fundamental frequency and its confidence.
  case f0
  /// Differences between durations of neighbouring periods.
  case jitter
  /// Differences between amplitudes of neighbouring periods.
  case shimmer
  /// Harmonics-to-noise ratio.
  case hnr
  /// Stability score of this project and its components.
  case stability
  /// Level, spectrum and additional measures of Praat's voice report.
  case voiceQuality = "voice_quality"
  /// Resonances of the vocal tract.
  case formants
  /// Slow modulation of F0 and amplitude.
  case tremor
  /// Phonation over the whole recording.
  case phonation

  private static let members = Dictionary(grouping: Measure.allCases, by: \.group)

  /// Measures of the group in document order.
  public var measures: [Measure] { Self.members[self] ?? [] }
}

// The keys of the results document, in its order. A document carries every one of them, as a
// number or as null with a reason. What is known of each stands in the table of `Measure.facts`.

/// A measure of the results document; the raw value is `group.key`, the key ends in its unit.
public enum Measure: String, CaseIterable, Sendable {
  case f0Mean = "f0.mean_hz"
  case f0Median = "f0.median_hz"
  case f0StandardDeviation = "f0.sd_hz"
  case f0Minimum = "f0.min_hz"
  case f0Maximum = "f0.max_hz"
  case f0StandardDeviationSemitones = "f0.sd_semitones"
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

  /// Where a measure stands in a document.
  private struct Place {
    let group: MeasureGroup
    let key: String

    init(_ measure: Measure) {
      let parts = measure.rawValue.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let group = MeasureGroup(rawValue: String(parts[0])) else {
        preconditionFailure("\(measure.rawValue) is of no group")
      }
      self.group = group
      key = String(parts[1])
    }
  }

  /// Names are taken apart once: a document asks for all of them again and again.
  private static let places = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Place($0)) })

  private var place: Place {
    guard let place = Self.places[self] else { preconditionFailure("every measure has a place") }
    return place
  }

  /// The object of the document that holds this measure.
  public var group: MeasureGroup { place.group }

  /// The member of its group.
  public var key: String { place.key }

  /// Whether the value is a whole number of things.
  public var isCount: Bool { facts.unit == .count }

  /// Whether the quick tier carries this measure.
  public var isQuick: Bool { facts.tier == .quick }

  /// The unit as a person reads it; empty for a bare number and a count.
  public var unit: String { facts.unit.symbol }

  /// The part of the recording that this measure is taken from.
  public var part: MeasuredPart { facts.part }
}

/// An object of the document that holds measures, in the order of the document.
public enum MeasureGroup: String, CaseIterable, Sendable {
  /// Fundamental frequency, and how sure it is.
  case f0
  /// How the lengths of neighbouring periods differ.
  case jitter
  /// How the amplitudes of neighbouring periods differ.
  case shimmer
  /// Harmonics-to-noise ratio.
  case hnr
  /// The score of this project, with its parts.
  case stability
  /// Level, spectrum, and what Praat's voice report adds.
  case voiceQuality = "voice_quality"
  /// Resonances of the vocal tract.
  case formants
  /// Slow modulation of F0 and amplitude.
  case tremor
  /// The voice of the whole recording, where all others are about the segment.
  case phonation

  private static let members = Dictionary(grouping: Measure.allCases, by: \.group)

  /// The measures of the group, in the order of the document.
  public var measures: [Measure] { Self.members[self] ?? [] }
}

import Testing
import VoiceTypes

@Suite struct MeasureTests {
  /// The keys of the contract, written out: a renamed measure must fail here.
  private static let contract = [
    "f0.mean_hz", "f0.median_hz", "f0.sd_hz", "f0.min_hz", "f0.max_hz", "f0.sd_semitones",
    "f0.confidence_percent", "f0.voiced_fraction",
    "jitter.local_percent", "jitter.local_absolute_us", "jitter.rap_percent",
    "jitter.ppq5_percent", "jitter.ddp_percent",
    "shimmer.local_percent", "shimmer.local_db", "shimmer.apq3_percent", "shimmer.apq5_percent",
    "shimmer.apq11_percent", "shimmer.dda_percent",
    "hnr.mean_db", "hnr.sd_db", "hnr.ac_mean_db",
    "stability.score_percent",
    "voice_quality.cpps_db", "voice_quality.intensity_mean_db", "voice_quality.ltas_slope_db",
    "voice_quality.ltas_tilt_db", "voice_quality.alpha_ratio_db", "voice_quality.h1_h2_db",
    "voice_quality.subharmonic_ratio", "voice_quality.mean_autocorrelation", "voice_quality.nhr",
    "voice_quality.unvoiced_fraction", "voice_quality.voice_breaks",
    "voice_quality.degree_of_voice_breaks_percent", "voice_quality.pulses",
    "voice_quality.periods", "voice_quality.mean_period_s", "voice_quality.gne",
    "formants.f1_hz", "formants.f2_hz", "formants.f3_hz", "formants.b1_hz", "formants.b2_hz",
    "formants.b3_hz",
    "tremor.f0_frequency_hz", "tremor.f0_intensity_percent", "tremor.amplitude_frequency_hz",
    "tremor.amplitude_intensity_percent",
  ]

  @Test func `the measures are those of the contract, in its order`() {
    #expect(Measure.allCases.map(\.rawValue) == Self.contract)
  }

  @Test func `every name is a group and a key`() {
    for measure in Measure.allCases {
      #expect(measure.rawValue == "\(measure.group.rawValue).\(measure.key)")
      #expect(!measure.key.isEmpty)
      #expect(!measure.key.contains("."))
    }
  }

  @Test func `the groups are those of the contract`() {
    #expect(
      MeasureGroup.allCases.map(\.rawValue) == [
        "f0", "jitter", "shimmer", "hnr", "stability", "voice_quality", "formants", "tremor",
      ])
  }

  @Test func `the groups hold every measure, in the order of the document`() {
    #expect(MeasureGroup.allCases.flatMap(\.measures) == Measure.allCases)
  }

  @Test func `the quick tier has four measures of F0`() {
    #expect(
      Measure.allCases.filter(\.isQuick).map(\.rawValue) == [
        "f0.mean_hz", "f0.median_hz", "f0.confidence_percent", "f0.voiced_fraction",
      ])
  }

  @Test func `the counts are counts`() {
    #expect(Measure.allCases.filter(\.isCount) == [.voiceBreaks, .pulses, .periods])
  }

  @Test(arguments: [
    (Measure.f0Mean, "Hz"), (.f0StandardDeviationSemitones, "semitones"), (.f0Confidence, "%"),
    (.f0VoicedFraction, ""), (.jitterLocalAbsolute, "µs"), (.shimmerLocalDecibels, "dB"),
    (.hnrMean, "dB"), (.voiceBreaks, ""), (.pulses, ""), (.periods, ""), (.nhr, ""),
    (.meanPeriod, "s"), (.subharmonicRatio, ""), (.h1H2, "dB"), (.b3, "Hz"),
    (.tremorAmplitudeIntensity, "%"), (.degreeOfVoiceBreaks, "%"),
  ])
  func `the unit follows from the key`(measure: Measure, unit: String) {
    #expect(measure.unit == unit)
  }
}

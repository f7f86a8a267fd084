import TestSupport
import Testing
import VoiceTypes

@Suite struct MeasureTests {
  /// A renamed measure fails here, and one that moved to another tier.
  @Test func `the measures are those of the contract, in its order`() throws {
    let contract = try MeasureContract.all()

    #expect(Measure.allCases.map(\.rawValue) == contract.map(\.key))
    #expect(
      Measure.allCases.filter(\.isQuick).map(\.rawValue)
        == contract.filter(\.isQuick).map(\.key))
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
        "phonation",
      ])
  }

  @Test func `the groups hold every measure, in the order of the document`() {
    #expect(MeasureGroup.allCases.flatMap(\.measures) == Measure.allCases)
  }

  @Test func `the quick tier has four measures of F0`() {
    #expect(Measure.allCases.filter(\.isQuick).map(\.group) == Array(repeating: .f0, count: 4))
  }

  @Test func `the counts are counts`() {
    #expect(
      Measure.allCases.filter(\.isCount) == [
        .voiceBreaks, .pulses, .periods, .phonationVoiceBreaks,
      ])
  }

  @Test(arguments: [
    (Measure.f0Mean, "Hz"), (.f0StandardDeviationSemitones, "semitones"), (.f0Confidence, "%"),
    (.f0VoicedFraction, ""), (.jitterLocalAbsolute, "µs"), (.shimmerLocalDecibels, "dB"),
    (.hnrMean, "dB"), (.voiceBreaks, ""), (.pulses, ""), (.periods, ""), (.nhr, ""),
    (.meanPeriod, "s"), (.subharmonicRatio, ""), (.h1H2, "dB"), (.b3, "Hz"),
    (.tremorAmplitudeIntensity, "%"), (.degreeOfVoiceBreaks, "%"),
    (.phonationDuration, "s"), (.phonationVoiceBreaks, ""), (.phonationOnset, "s"),
    (.maximumPhonationTime, "s"), (.soundPressureLevel, "dB"),
  ])
  func `the unit follows from the key`(measure: Measure, unit: String) {
    #expect(measure.unit == unit)
  }
}

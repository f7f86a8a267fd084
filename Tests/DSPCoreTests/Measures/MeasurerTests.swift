// Every measure has one extractor, and measures that were not requested are not computed.

import DSPCore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct MeasurerTests {
  private static let voice = SyntheticVoice(f0: 140, vowel: .a, duration: 1.5, seed: 9).with {
    $0.jitterPercent = 0.5
    $0.hnr = 25
  }.synthesize().signal

  private func analysis(_ measures: Set<Measure>?, preset: Preset = .praat) -> VoiceAnalysis {
    var settings = AnalysisSettings(preset: preset)
    // The task with all measures.
    settings.task = .maximumPhonation
    settings.givenMeasures = measures
    return analyze(Self.voice, settings)
  }

  @Test(arguments: Measure.allCases)
  func `each measure has one feature group`(measure: Measure) {
    let families = FeatureExtractors.all.filter { $0.measures.contains(measure) }

    #expect(families.count == 1)
  }

  @Test func `each measure belongs to one feature group`() {
    let named = FeatureExtractors.all.flatMap { $0.measures }

    #expect(named.map(\.rawValue).sorted() == Measure.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: FeatureExtractors.all.indices)
  func `a feature group alone gives the same values as among all`(index: Int) {
    let family = FeatureExtractors.all[index]

    let (alone, all) = (analysis(Set(family.measures)), analysis(Set(Measure.allCases)))

    for measure in family.measures {
      #expect(alone.value(of: measure) == all.value(of: measure), "\(measure)")
    }
    #expect(alone.families.count == 1)
  }

  @Test func `F0 alone computes no pulses, harmonicity or cepstrum`() {
    let voice = analysis([.f0Mean]).voice

    #expect(!voice.hasCycles && !voice.hasHarmonicity && voice.prominence == nil)
  }

  @Test func `F0 includes the inputs of its octave check`() {
    let analysis = analysis([.f0Mean], preset: .clinical)

    #expect(analysis.voice.hasCycles && analysis.voice.prominence != nil)
    #expect(!analysis.voice.hasHarmonicity)
    #expect(analysis.signalType != nil)
    #expect(analysis.stress?.tested.medianF0 != nil)
  }

  @Test(arguments: Preset.allCases, Tier.allCases)
  func `each setting has one name`(preset: Preset, tier: Tier) {
    let names = VoiceAnalyzer.choices(in: AnalysisSettings(preset: preset, tier: tier)).map(\.name)

    #expect(Set(names).count == names.count)
  }

  @Test func `every feature group lists its settings`() {
    for family in FeatureExtractors.all {
      let choices = RecordingTask.allCases.flatMap { task in
        var settings = AnalysisSettings()
        settings.task = task
        return family.choices(in: settings)
      }
      #expect(!choices.isEmpty, "\(family)")
    }
  }
}

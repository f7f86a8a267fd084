// An analysis that reuses the first pass of another analysis of the same samples.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct FirstLookTests {
  private static func voice(f0: Hertz, seed: UInt64, duration: Seconds = 2) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: duration, seed: seed).with {
      $0.sampleRate = 16_000
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (1, 4, 15)
    }.synthesize().signal
  }

  private func analyze(
    _ signal: Signal, _ settings: AnalysisSettings, after look: FirstPass?
  ) -> VoiceAnalysis {
    var workspace = AnalysisWorkspace()
    return VoiceAnalyzer.analyze(signal, settings: settings, after: look, workspace: &workspace)
  }

  @Test(arguments: Preset.allCases, Tier.allCases)
  func `a reused first pass changes no bit`(preset: Preset, tier: Tier) {
    // An octave low in the wide range, where the voice is followed once more.
    let alternating = SyntheticVoice(f0: 210, vowel: .a, duration: 2, seed: 3).with {
      $0.sampleRate = 16_000
      ($0.jitterPercent, $0.hnr) = (4, 15)
    }.synthesize().signal
    // Long enough for a selection of the segment.
    let long = Self.voice(f0: 240, seed: 2, duration: 4)
    for signal in [Self.voice(f0: 110, seed: 1), long, alternating] {
      let settings = AnalysisSettings(preset: preset, tier: tier)
      let alone = analyze(signal, settings, after: nil)
      for other in Tier.allCases {
        let look = analyze(signal, AnalysisSettings(preset: preset, tier: other), after: nil)
          .firstPass

        let after = analyze(signal, settings, after: look)

        #expect(after.numbers.count > 100)
        #expect(after.numbers.bits == alone.numbers.bits)
        #expect(after.segment == alone.segment)
        #expect(after.overview.frequencies == alone.overview.frequencies)
      }
    }
  }

  @Test func `a first pass is reused with equal settings only`() {
    let settings = AnalysisSettings(tier: .quick)
    let signal = Self.voice(f0: 110, seed: 1)
    // Of another voice, so that it shows where it comes from.
    let look = analyze(Self.voice(f0: 240, seed: 2), settings, after: nil).firstPass

    let taken = analyze(signal, settings, after: look)
    var other = settings
    other.givenPitchRange = PitchRange(floor: 61, ceiling: 600)
    let left = analyze(signal, other, after: look)

    #expect(taken.overview.frequencies.contains { abs($0 - 240) < 12 })
    #expect(left.numbers.bits == analyze(signal, other, after: nil).numbers.bits)
    #expect(!left.overview.frequencies.contains { abs($0 - 240) < 12 })
  }
}

// F0 of voices whose F0 is known.

import DSPCore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

// Issue, "Against truth": the median F0 of jitter-free vowels lies within 0.02 %.
private let medianTolerance = 2e-4

@Suite struct F0TruthTests {
  private static let frequencies: [Hertz] = [
    80, 97.3, 120, 151.7, 180, 220, 263.9, 311.1, 350, 400,
  ]

  private static func medianF0(
    of voice: SyntheticVoice, method: PitchMethod = .autocorrelation
  ) -> Double {
    let signal = voice.synthesize().signal
    let analysis = analyze(signal, praatSettings(method: method, tier: .quick))
    return analysis.fundamentalFrequency.median.number ?? 0
  }

  @Test(arguments: [Vowel.a, .i, .u], PitchMethod.allCases)
  func `the median F0 of a jitter-free vowel is its F0`(vowel: Vowel, method: PitchMethod) {
    var worst = WorstDeviation()

    for f0 in Self.frequencies {
      let found = Self.medianF0(of: SyntheticVoice(f0: f0, vowel: vowel), method: method)
      worst.noteRelative(found, to: f0.value, at: "\(f0)")
    }

    print("median F0 of /\(vowel)/, \(method): worst \(worst.value) at \(worst.place)")
    #expect(worst.value < medianTolerance)
  }

  @Test(arguments: [8_000, 16_000, 22_050, 48_000])
  func `the sample rate does not move the F0 of a vowel`(rate: Hertz) {
    var worst = WorstDeviation()

    for f0 in Self.frequencies {
      let voice = SyntheticVoice(f0: f0, vowel: .a, duration: 1).with { $0.sampleRate = rate }
      worst.noteRelative(Self.medianF0(of: voice), to: f0.value, at: "\(f0)")
    }

    print("median F0 of /a/ at \(rate): worst \(worst.value) at \(worst.place)")
    #expect(worst.value < medianTolerance)
  }
}

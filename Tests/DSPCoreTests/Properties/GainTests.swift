// No measure depends on how loud a recording is, nor on which way round the microphone was wired.

import DSPCore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

// A factor that is no power of two changes the last bit of every sample. Where the search for a
// maximum stops moves with it, by no more than its tolerance: 1e−7 of F0 at most.
private let roundedGainTolerance = 1e-7

@Suite struct GainTests {
  /// A rough voice with silence around it, 1.2 s at 16 kHz.
  private static let voice = SyntheticVoice(f0: 131, vowel: .a, duration: 1.2, seed: 21).with {
    $0.sampleRate = 16_000
    $0.jitterPercent = 1
    $0.shimmerPercent = 4
    $0.hnr = 18
    $0.onsetSilence = 0.1
    $0.offsetSilence = 0.1
  }.synthesize().signal

  // The last gain is near the largest measurable level, the first one far below the resolution of a
  // file.
  @Test(arguments: [0x1p-200, 0x1p-10, 0.5, 2, 0x1p199], PitchMethod.allCases)
  func `a power of two as gain changes no bit`(gain: Double, method: PitchMethod) {
    let settings = praatSettings(method: method)

    let amplified = analyze(Self.voice.amplified(by: gain), settings)

    #expect(amplified.numbers.bits == analyze(Self.voice, settings).numbers.bits)
  }

  @Test(arguments: [0.1, 10, 1.0 / 3], PitchMethod.allCases)
  func `gain changes no measure`(gain: Double, method: PitchMethod) {
    let settings = praatSettings(method: method)

    let amplified = analyze(Self.voice.amplified(by: gain), settings)

    let worst = worstDeviation(amplified, from: analyze(Self.voice, settings))
    print("gain \(gain), \(method): worst \(worst.value) of \(worst.place)")
    #expect(worst.value < roundedGainTolerance)
  }

  @Test(arguments: PitchMethod.allCases)
  func `polarity changes no bit`(method: PitchMethod) {
    let settings = praatSettings(method: method)

    let inverted = analyze(Self.voice.amplified(by: -1), settings)

    #expect(inverted.numbers.bits == analyze(Self.voice, settings).numbers.bits)
  }

  @Test func `samples up to 1e60 can be measured and larger ones cannot`() {
    let largest = Signal(samples: [0, -1e60], sampleRate: 8_000)
    let larger = Signal(samples: [0, -1.1e60], sampleRate: 8_000)

    #expect(VoiceAnalyzer.canMeasure(largest))
    #expect(!VoiceAnalyzer.canMeasure(larger))
  }
}

// Odd multiples of a pitch that is half the F0 are weak; a formant alone does not make them so.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct HarmonicContrastTests {
  private func contrast(_ voice: SyntheticVoice, pitch: Double) throws -> Double {
    let track = PitchTrack(
      frequencies: Array(repeating: pitch, count: 50), strengths: Array(repeating: 1, count: 50),
      firstFrameTime: 0.25, timeStep: 0.01)
    return try #require(HarmonicContrast.evenOverOdd(in: voice.synthesize().signal, pitch: track))
  }

  @Test func `the contrast is that of a multiple over the mean of its neighbours`() {
    #expect(HarmonicContrast.contrasts(of: [0, 10, 2, 10, 0]) == [9, 8, 9])
  }

  @Test(arguments: [10.0, 20, 40])
  func `alternating pulses show the level of their subharmonics`(percent: Double) throws {
    let voice = SyntheticVoice(f0: 200, duration: 1).with {
      $0.amplitudeAlternationPercent = percent
    }

    let found = try contrast(voice, pitch: 100)

    // A train of 1 ± p/200 is a train of 1 at F0 and one of p/200 at F0 / 2.
    let expected = -20 * Double.log10(percent / 200)
    #expect(abs(found - expected) < 0.1)
  }

  @Test(arguments: [Vowel.a, .i, .u], [120.0, 175, 240])
  func `a vowel tracked at F0 stays below the contrast limit`(vowel: Vowel, f0: Double) throws {
    let voice = SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: 1)

    #expect(try contrast(voice, pitch: f0) < 6)
  }

  @Test(arguments: [Vowel.a, .i, .u], [120.0, 175, 240])
  func `a vowel tracked an octave low exceeds the contrast limit`(vowel: Vowel, f0: Double) throws {
    let voice = SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: 1).with {
      $0.hnr = 25
      $0.amplitudeAlternationPercent = 20
    }

    #expect(try contrast(voice, pitch: f0 / 2) > 6)
  }

  @Test func `silence and a pitch with few multiples have no contrast`() {
    let silence = Signal(samples: Array(repeating: 0, count: 44_100), sampleRate: 44_100)
    let low = PitchTrack(
      frequencies: [100, 100], strengths: [1, 1], firstFrameTime: 0.5, timeStep: 0.01)
    let high = PitchTrack(
      frequencies: [900, 900], strengths: [1, 1], firstFrameTime: 0.5, timeStep: 0.01)

    #expect(HarmonicContrast.evenOverOdd(in: silence, pitch: low) == nil)
    #expect(HarmonicContrast.evenOverOdd(in: silence, pitch: high) == nil)
  }
}

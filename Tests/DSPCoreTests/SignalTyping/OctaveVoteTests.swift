// The fundamental component shows the cycle rate, not the rate of a repetition of two cycles.

import Testing
import VoiceSynthesis
import VoiceTypes

@testable import DSPCore

@Suite struct OctaveVoteTests {
  private func vote(_ voice: SyntheticVoice, low: Double) throws -> OctaveVote {
    let signal = voice.synthesize().signal
    return try #require(OctaveVote(in: signal, during: 0.1...0.9, low: low))
  }

  @Test(arguments: [Vowel.a, .i, .u], [100.0, 120, 175, 240])
  func `a regular vowel has the F0 of its cycles`(vowel: Vowel, f0: Double) throws {
    let voice = SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: 1).with { $0.hnr = 25 }

    #expect(try vote(voice, low: f0).low > 0.9)
    #expect(try vote(voice, low: 0.5 * f0).isHigh)
  }

  @Test(arguments: [Vowel.a, .i, .u], [5.0, 10])
  func `alternating amplitudes do not change the cycle rate`(vowel: Vowel, percent: Double) throws {
    let voice = SyntheticVoice(f0: 200, vowel: vowel, duration: 1, seed: 3).with {
      $0.amplitudeAlternationPercent = percent
      $0.hnr = 25
    }

    #expect(try vote(voice, low: 100).isHigh)
  }

  @Test func `silence gives no octave vote`() throws {
    let silence = Signal(samples: Array(repeating: 0, count: 44_100), sampleRate: 44_100)

    let vote = try #require(OctaveVote(in: silence, during: 0...1, low: 100))

    #expect(vote.low == 0 && vote.high == 0)
  }
}

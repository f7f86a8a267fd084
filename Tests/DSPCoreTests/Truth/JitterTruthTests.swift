// Jitter of voices whose jitter is known.

import DSPCore
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

// Issue, "Against truth": jitter of a smooth pulse train lies within 0.1 % of itself.
private let jitterTolerance = 1e-3

@Suite struct JitterTruthTests {
  private static let seeds: [UInt64] = [1, 2, 3]

  private static func jitter(of recording: SyntheticRecording) -> Double {
    analyze(recording.signal).cycles?.jitter.local.number ?? 0
  }

  private static func voice(
    f0: Hertz = 120, vowel: Vowel = .none, percent: Double, seed: UInt64
  ) -> SyntheticRecording {
    SyntheticVoice(f0: f0, vowel: vowel, seed: seed).with { $0.jitterPercent = percent }
      .synthesize()
  }

  @Test(arguments: [0.2, 0.5, 1, 2])
  func `the jitter of a smooth pulse train is its jitter`(percent: Double) throws {
    var worst = WorstDeviation()

    for seed in Self.seeds {
      let recording = Self.voice(percent: percent, seed: seed)
      let truth = try #require(recording.truth.jitter.local)
      worst.noteRelative(Self.jitter(of: recording), to: truth, at: "seed \(seed)")
    }

    print("jitter of pulses, \(percent) %: worst \(worst.value) at \(worst.place)")
    #expect(worst.value < jitterTolerance)
  }

  @Test func `a jitter-free pulse train has hardly any jitter`() {
    let jitter = Self.jitter(of: Self.voice(percent: 0, seed: 1))

    // A thousandth of the smallest jitter of a healthy voice, 0.2 %.
    #expect(jitter < 2e-6)
  }
}

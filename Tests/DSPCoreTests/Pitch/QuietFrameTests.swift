// Frames that are too quiet for a voice are skipped without a change of the track.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct QuietFrameTests {
  /// A voice, a pause with noise and fading copies of the voice, and the voice again.
  private static func signal(f0: Hertz) -> Signal {
    let voice = SyntheticVoice(f0: f0, vowel: .a, duration: 0.6, seed: 4).with { $0.hnr = 15 }
      .synthesize().signal
    let noise = TestSignal.gaussianNoise(count: voice.samples.count, seed: 9).map { 1e-3 * $0 }
    let copies = [1, 0.05, 0.03, 0.02, 0.01, 0.003, 0, 1].flatMap { gain in
      zip(voice.samples, noise).map { gain * $0 + $1 }
    }
    return Signal(samples: copies, sampleRate: voice.sampleRate)
  }

  @Test(arguments: PitchMethod.allCases, [Hertz(90), 220, 450])
  func `the track is that of a search in all frames`(method: PitchMethod, f0: Hertz) {
    var workspace = AnalysisWorkspace()
    var settings = PitchSettings(method: method, range: .wide)
    settings.silenceReference = .peak
    let all = PitchTracker.track(Self.signal(f0: f0), settings: settings, workspace: &workspace)
    settings.silenceReference = .peakWithoutEvent
    let loud = PitchTracker.track(Self.signal(f0: f0), settings: settings, workspace: &workspace)

    #expect(loud.frequencies.bits == all.frequencies.bits)
    #expect(loud.strengths.bits == all.strengths.bits)
    #expect(loud.locallyVoicedCount == all.locallyVoicedCount)
    #expect(all.frequencies.contains(0) && all.frequencies.contains { $0 > 0 })
  }
}

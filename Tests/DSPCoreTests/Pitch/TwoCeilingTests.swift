// Tracks that share their correlations are the tracks that each ceiling has by itself.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct TwoCeilingTests {
  private static let range = PitchRange.wide

  private func expectSame(_ signal: Signal, method: PitchMethod, ceilings: [Hertz]) throws {
    var workspace = AnalysisWorkspace()
    let settings = PitchSettings(method: method, range: Self.range)
    let together = PitchTracker.tracks(
      signal, settings: settings, ceilings: ceilings, workspace: &workspace)

    #expect(together.count == ceilings.count)
    for (track, ceiling) in zip(together, ceilings) {
      var alone = settings
      alone.range = try #require(PitchRange(floor: Self.range.floor, ceiling: ceiling))
      let expected = PitchTracker.track(signal, settings: alone, workspace: &workspace)
      #expect(track.frequencies.bits == expected.frequencies.bits)
      #expect(track.strengths.bits == expected.strengths.bits)
      #expect(track.locallyVoicedCount == expected.locallyVoicedCount)
    }
  }

  @Test(arguments: PitchMethod.allCases, [Hertz(110), 220, 500])
  func `two ceilings give the same tracks of a voice as separate searches`(
    method: PitchMethod, f0: Hertz
  ) throws {
    let voice = SyntheticVoice(f0: f0, vowel: .a, duration: 0.5, seed: 2).with {
      $0.jitterPercent = 2
      $0.hnr = 8
    }

    try expectSame(voice.synthesize().signal, method: method, ceilings: [150, 300, 600, 1_200])
  }

  @Test(arguments: PitchMethod.allCases)
  func `two ceilings give the same tracks of noise as separate searches`(method: PitchMethod) throws
  {
    let noise = Signal(
      samples: TestSignal.gaussianNoise(count: 8_000, seed: 7), sampleRate: 16_000)

    try expectSame(noise, method: method, ceilings: [400, 800])
  }

  @Test func `without a ceiling there is no track`() {
    var workspace = AnalysisWorkspace()
    let noise = Signal(samples: TestSignal.gaussianNoise(count: 4_000, seed: 8), sampleRate: 8_000)

    let none = PitchTracker.tracks(
      noise, settings: PitchSettings(range: Self.range), ceilings: [], workspace: &workspace)

    #expect(none.isEmpty)
  }
}

// The same signal and settings give the same bits after and during any other analysis.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct DeterminismTests {
  private static func voice(seed: UInt64, rate: Hertz = 16_000) -> Signal {
    SyntheticVoice(f0: 140, vowel: .a, duration: 0.6, seed: seed).with {
      $0.sampleRate = rate
      $0.jitterPercent = 1
      $0.hnr = 15
    }.synthesize().signal
  }

  @Test(arguments: PitchMethod.allCases)
  func `two analyses of one signal agree in every bit`(method: PitchMethod) {
    let settings = praatSettings(method: method)

    let first = analyze(Self.voice(seed: 1), settings)
    let second = analyze(Self.voice(seed: 1), settings)

    #expect(first.numbers.count > 100)
    #expect(first.numbers.bits == second.numbers.bits)
  }

  @Test(arguments: PitchMethod.allCases)
  func `a used workspace changes no bit`(method: PitchMethod) {
    let settings = praatSettings(method: method)
    var workspace = AnalysisWorkspace()

    for other in [Self.voice(seed: 2), Self.voice(seed: 3, rate: 22_050), secondOfSilence] {
      _ = VoiceAnalyzer.analyze(other, settings: settings, workspace: &workspace)
    }
    let used = VoiceAnalyzer.analyze(Self.voice(seed: 1), settings: settings, workspace: &workspace)

    #expect(used.numbers.bits == analyze(Self.voice(seed: 1), settings).numbers.bits)
  }

  @Test func `parallel analyses equal a single one`() async {
    let alone = analyze(Self.voice(seed: 1)).numbers.bits

    let together = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<6 { group.addTask { analyze(Self.voice(seed: 1)).numbers.bits } }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(together.allSatisfy { $0 == alone })
  }

  @Test(arguments: PitchMethod.allCases, [2, 3, 7])
  func `the number of cores changes no bit`(method: PitchMethod, cores: Int) {
    let settings = praatSettings(method: method)
    var workspace = AnalysisWorkspace(cores: cores)

    let spread = VoiceAnalyzer.analyze(
      Self.voice(seed: 1), settings: settings, workspace: &workspace)

    #expect(spread.numbers.bits == analyze(Self.voice(seed: 1), settings).numbers.bits)
  }

  @Test(arguments: [2, 3, 7]) func `the number of cores changes no bit of a clinical analysis`(
    cores: Int
  ) {
    let voice = Self.voice(seed: 4, rate: 44_100)
    var workspace = AnalysisWorkspace(cores: cores)

    let spread = VoiceAnalyzer.analyze(voice, settings: AnalysisSettings(), workspace: &workspace)

    #expect(spread.numbers.bits == analyze(voice, AnalysisSettings()).numbers.bits)
  }

  @Test func `the quick tier has the F0 of the comprehensive tier only`() {
    let quick = analyze(Self.voice(seed: 1), praatSettings(tier: .quick))
    let full = analyze(Self.voice(seed: 1))

    #expect(quick.cycles == nil && quick.harmonicity == nil)
    #expect(quick.pitch.frequencies.bits == full.pitch.frequencies.bits)
    #expect(quick.fundamentalFrequency == full.fundamentalFrequency)
  }
}

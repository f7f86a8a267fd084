// The evidence of tracks and pulses made by hand.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

private let roundingTolerance = 1e-9

@Suite struct SignalTypeEvidenceTests {
  private let tone = SyntheticVoice(f0: 100, duration: 1).synthesize().signal

  private func evidence(
    frequencies: [Double] = [], strength: Double = 1, pulses: [Double] = []
  ) -> SignalTypeEvidence {
    let track = PitchTrack(
      frequencies: frequencies, strengths: frequencies.map { $0 > 0 ? strength : 0 },
      firstFrameTime: 0.2, timeStep: 0.01)
    let source = SignalTypeSource(
      signal: tone, pitch: track, pulses: pulses, settings: PitchSettings(range: .praatStandard))
    var workspace = AnalysisWorkspace()
    return SignalTypeEvidence.measure(source, workspace: &workspace)
  }

  @Test func `voiced ratio and mean strength are those of the frames`() {
    let found = evidence(frequencies: [0, 100, 100, 0], strength: 0.9)

    #expect(found.voicedRatio == 0.5)
    #expect(abs(found.meanStrength - 0.9) < roundingTolerance)
  }

  @Test func `only jumps between voiced frames count`() {
    let found = evidence(frequencies: [100, 130, 100, 0, 200, 200, 100, 150])

    // 200 to 100 and 100 to 150; 130 lies within 1.4.
    #expect(found.octaveJumps == 2)
  }

  @Test func `adjacent gaps are one break and the last interval is none`() {
    let found = evidence(pulses: [0.1, 0.11, 0.13, 0.15, 0.16, 0.18])

    #expect(found.voiceBreaks == 1)
  }

  @Test func `a gap of more than a period and a quarter of the floor is a break`() {
    // The floor is 75 Hz: 16.7 ms.
    let found = evidence(pulses: [0.1, 0.11, 0.1266, 0.1436, 0.1536])

    #expect(found.voiceBreaks == 1)
  }

  @Test func `alternating periods have jitter between neighbours only`() throws {
    let periods = (0..<60).map { $0.isMultiple(of: 2) ? 0.0098 : 0.0102 }
    let pulses = periods.reduce(into: [0.1]) { $0.append($0[$0.count - 1] + $1) }

    let found = evidence(pulses: pulses)

    #expect(abs(try #require(found.jitterLocalPercent) - 4) < roundingTolerance)
    #expect(abs(try #require(found.jitterOverTwoPercent)) < roundingTolerance)
    #expect(abs(try #require(found.periodAlternation).percent - 4) < roundingTolerance)
  }

  @Test func `irregular period pairs lower the ratio`() {
    // Five intervals, four pairs; the one of 14 ms is out of step with both neighbours.
    let found = evidence(pulses: [0.1, 0.11, 0.12, 0.134, 0.144, 0.154])

    // Amplitudes exist at the second and the fifth pulse only, which are no neighbours.
    #expect(found.comparablePairRatio == 0)
    #expect(evidence(pulses: [0.1, 0.11, 0.12, 0.13, 0.14]).comparablePairRatio == 1)
  }

  @Test func `without pulses there is no period evidence`() {
    let found = evidence()

    #expect(found.jitterLocalPercent == nil)
    #expect(found.jitterOverTwoPercent == nil)
    #expect(found.periodAlternation == nil)
    #expect(found.amplitudeAlternation == nil)
    #expect(found.twoCycles == nil)
    #expect(found.voiceBreaks == 0)
    #expect(found.comparablePairRatio == 0)
  }

  @Test func `alternation below the pitch range is found`() throws {
    let voice = SyntheticVoice(f0: 100, vowel: .a, duration: 2).with {
      $0.periodAlternationPercent = 5
      $0.hnr = 20
    }
    var workspace = AnalysisWorkspace()

    let slow = try #require(
      signalEvidence(of: voice.synthesize().signal, workspace: &workspace).slowRepetition)

    #expect(abs(slow.frequencyHz - 50) < 0.1)
    #expect(slow.voicedRatio > 0.95)
    #expect(slow.evenOverOddDecibels > 10)
  }
}

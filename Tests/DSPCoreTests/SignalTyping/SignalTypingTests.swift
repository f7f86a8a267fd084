// Evidence becomes a type, and voices of a known type get it.

import DSPCore
import Testing
import VoiceTypes

@Suite struct SignalTypingTests {
  /// Evidence of a regular voice, with one thing changed.
  private func evidence(
    _ change: (inout SignalTypeEvidence) -> Void = { _ in }
  ) -> SignalTypeEvidence {
    var evidence = SignalTypeEvidence()
    evidence.voicedRatio = 1
    evidence.meanStrength = 0.98
    evidence.comparablePairRatio = 1
    evidence.jitterLocalPercent = 0.4
    evidence.jitterOverTwoPercent = 0.5
    evidence.twoCycles = PeriodDoubling(
      evenOverOddDecibels: 1, halfPeriodCorrelation: 0.1)
    change(&evidence)
    return evidence
  }

  private func type(_ change: (inout SignalTypeEvidence) -> Void = { _ in }) -> Int? {
    SignalTyping.classify(evidence(change)).type
  }

  private func alternation(
    cyclesOf percent: Double, limit: Double = 0.6
  ) -> Alternation? {
    let values = (0..<80).map { 1 + ($0.isMultiple(of: 2) ? 1 : -1) * percent / 200 }
    let length = Alternation.windowLength
    return Alternation(
      in: (0...(80 - length)).map { values[$0..<($0 + length)] }, outOf: 80,
      limitPercent: limit)
  }

  private func amplitudes(cyclesOf percent: Double) -> Alternation? {
    alternation(cyclesOf: percent, limit: 4)
  }

  @Test func `a regular voice is type 1 and lists the checks`() {
    let result = SignalTyping.classify(evidence())

    #expect(result.type == 1)
    #expect(result.reasons.first == "F0 found in 100 % of frames (required: at least 85 %)")
    #expect(result.reasons.last == "jitter (local) 0.4 % (type 1: below 5 %)")
  }

  @Test func `alternation is type 2, whatever its jitter`() {
    #expect(type { $0.periodAlternation = alternation(cyclesOf: 1) } == 2)
    #expect(type { $0.amplitudeAlternation = amplitudes(cyclesOf: 10) } == 2)
    #expect(
      type {
        $0.periodAlternation = alternation(cyclesOf: 8)
        $0.jitterLocalPercent = 8
      } == 2)
  }

  @Test func `alternation below its limit is type 1`() {
    #expect(type { $0.periodAlternation = alternation(cyclesOf: 0.5) } == 1)
    #expect(type { $0.amplitudeAlternation = amplitudes(cyclesOf: 3) } == 1)
  }

  @Test func `a pitch of half the F0 is type 2`() {
    let result = SignalTyping.classify(
      evidence {
        $0.twoCycles = PeriodDoubling(
          evenOverOddDecibels: 14.04, halfPeriodCorrelation: 0.9)
      })

    #expect(result.type == 2)
    #expect(
      result.reasons == [
        "period doubling: odd harmonics 14 dB below "
          + "even ones (evidence if at least 7 dB), half-period correlation 0.9 "
          + "(evidence if at least 0.5)"
      ])
  }

  @Test func `F0 jumps, breaks or irregular cycles give type 2`() {
    #expect(type { $0.octaveJumps = 1 } == 2)
    #expect(type { ($0.voiceBreaks, $0.brokenRatio) = (1, 0.16) } == 2)
    #expect(type { ($0.voiceBreaks, $0.brokenRatio) = (2, 0.14) } == 1)
    #expect(type { $0.comparablePairRatio = 0.94 } == 2)
    #expect(type { $0.voicedRatio = 0.84 } == 2)
  }

  @Test func `irregular periods are type 3, also if they alternate by chance`() {
    #expect(type { ($0.jitterLocalPercent, $0.jitterOverTwoPercent) = (6, 5) } == 3)
    #expect(
      type {
        ($0.jitterLocalPercent, $0.jitterOverTwoPercent) = (9, 6)
        $0.amplitudeAlternation = amplitudes(cyclesOf: 20)
      } == 3)
    #expect(type { $0.comparablePairRatio = 0.6 } == 3)
    #expect(type { $0.voicedRatio = 0.7 } == 3)
  }

  @Test func `slow change alone is not irregular`() {
    #expect(type { $0.jitterOverTwoPercent = 6 } == 1)
  }

  @Test func `a hardly periodic signal is type 4`() {
    #expect(type { $0.meanStrength = 0.55 } == 4)
    #expect(type { $0.voicedRatio = 0.3 } == 4)
    let silent = SignalTyping.classify(SignalTypeEvidence())
    #expect(silent.type == 4)
    #expect(silent.reasons == ["no F0 detected in the analysed segment"])
  }

  @Test func `a flat cepstrum counts against a pitch, a missing one does not`() {
    #expect(type { $0.cpps = 5.9 } == 3)
    #expect(type { $0.cpps = 6 } == 1)
    #expect(type { $0.cpps = nil } == 1)
  }

  @Test func `weak periodicity is type 1 with a caution`() {
    let result = SignalTyping.classify(evidence { $0.meanStrength = 0.7 })

    #expect(result.type == 1)
    #expect(
      result.reasons.last
        == "weak periodicity (mean autocorrelation below 0.8): interpret jitter and shimmer with caution"
    )
  }

  @Test func `at least 95 % of the voices of each class get the right type`() {
    // The limits were set on seeds 1 … 80.
    let table = ConfusionTable(seeds: 1_001...1_040)

    print(table.description)
    for voiceClass in VoiceClass.allCases {
      #expect(table.accuracy(of: voiceClass) >= 0.95, "\(voiceClass)")
    }
  }
}

// Variation of F0 over the whole vowel: closed forms of the modulation, and the measured sound.

import RealModule
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@testable import DSPCore

@Suite struct F0VariationTests {
  private static let centsPerPercent = 12 / Double.log(2)

  /// The modulation of pulses at 150 Hz with a sinusoidal F0.
  private func variation(
    rate: Double, extentPercent: Double, seconds: Double = 4
  ) -> F0Variation {
    var times = [0.0]
    while let last = times.last, last < seconds {
      let phase = 2 * .pi * rate * last
      times.append(last + 1 / (150 * (1 + 0.01 * extentPercent * Double.sin(phase))))
    }
    return F0Variation(
      pitch: PitchTrack(
        frequencies: [150, 150], strengths: [1, 1], firstFrameTime: 0, timeStep: 0.01),
      periods: PeriodSequence(pulses: times))
  }

  @Test(arguments: [(5.0, true), (10, false), (13, false)])
  func `a sinusoid has its extent over the square root of two in its band`(
    rate: Double, isSlow: Bool
  ) throws {
    let found = variation(rate: rate, extentPercent: 1)
    let (slow, fast) = (
      try #require(found.slowModulation.number), try #require(found.fastModulation.number)
    )

    // A window of 0.8 s has side lobes in the other band, and the band lacks those outside.
    let expected = Self.centsPerPercent / 2.0.squareRoot()
    #expect(abs((isSlow ? slow : fast) - expected) < 0.08 * expected)
    #expect((isSlow ? fast : slow) < 0.25 * expected)
  }

  @Test func `a constant F0 has no modulation`() throws {
    let found = variation(rate: 5, extentPercent: 0)

    #expect(try #require(found.slowModulation.number) < 1e-6)
    #expect(try #require(found.fastModulation.number) < 1e-6)
  }

  @Test func `less than a window has no modulation, and the reason says so`() {
    let found = variation(rate: 5, extentPercent: 1, seconds: 0.7)

    #expect(found.slowModulation.unavailability?.code == .tooShort)
    #expect(found.fastModulation.unavailability?.code == .tooShort)
  }

  @Test func `without a period the reason is the missing voice`() {
    let found = F0Variation(
      pitch: PitchTrack(frequencies: [], strengths: [], firstFrameTime: 0, timeStep: 0.01),
      periods: PeriodSequence(pulses: []))

    #expect(found.slowModulation.unavailability?.code == .noVoicing)
    #expect(found.fastModulation.unavailability?.code == .noVoicing)
  }

  @Test func `the variation is that of the whole vowel, the perturbation that of the segment`()
    throws
  {
    // The tremor of the second half is not in the steady segment of the first.
    let still = SyntheticVoice(f0: 150, vowel: .a, duration: 4, seed: 1)
    let moved = still.with { $0.f0Tremor = Modulation(rate: 5, extentPercent: 2) }
    let signal = Signal(
      samples: still.synthesize().signal.samples + moved.synthesize().signal.samples,
      sampleRate: still.synthesize().signal.sampleRate)

    let analysis = analyze(signal, AnalysisSettings(preset: .clinical))

    #expect(analysis.segment.end.value < 4.2)
    let times = try #require(analysis.voice.vowelTimes)
    #expect(times.upperBound - times.lowerBound > 6.5)
    let semitones = try #require(analysis.value(of: .f0StandardDeviationSemitones)?.number)
    #expect(semitones > 0.1)
    let segment = FundamentalFrequency(of: analysis.pitch).standardDeviationSemitones
    #expect(try #require(segment.number) < 0.05)
  }

  @Test func `a vowel of three seconds is the segment`() throws {
    let signal = SyntheticVoice(f0: 150, vowel: .a, duration: 3, seed: 1).synthesize().signal

    let analysis = analyze(signal, AnalysisSettings(preset: .clinical))

    #expect(analysis.voice.vowelTimes == nil)
    #expect(analysis.voice.vowel.cycles.pulses == analysis.voice.pulses)
  }
}

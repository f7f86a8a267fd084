// Two cycles in a repetition are distinguished from one cycle with weak odd multiples.

import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@testable import DSPCore

@Suite struct TwoCyclesTests {
  private func track(at pitch: Double) -> PitchTrack {
    PitchTrack(
      frequencies: Array(repeating: pitch, count: 50), strengths: Array(repeating: 1, count: 50),
      firstFrameTime: 0.25, timeStep: 0.01)
  }

  private func cycles(of signal: Signal, pitch: Double) -> PeriodDoubling? {
    PeriodDoubling(in: signal, pitch: track(at: pitch), near: pitch, frames: 24)
  }

  private func tone(_ levels: [Double], f0: Double) -> Signal {
    let samples = (0..<44_100).map { sample in
      levels.enumerated().reduce(0.0) { sum, level in
        let angle = 2 * .pi * f0 * Double((level.offset + 1) * sample) / 44_100
        return sum + level.element * Double.cos(angle)
      }
    }
    return Signal(samples: samples, sampleRate: 44_100)
  }

  @Test(arguments: [10.0, 20, 60])
  func `the half-period correlation is that of the even and the odd multiples`(
    percent: Double
  ) throws {
    let voice = SyntheticVoice(f0: 200, duration: 1).with {
      $0.amplitudeAlternationPercent = percent
    }

    let found = try #require(cycles(of: voice.synthesize().signal, pitch: 100))

    // A train of 1 ± p/200: the power of the odd multiples over that of the even ones is (p/200)².
    let odd = (percent / 200) * (percent / 200)
    #expect(abs(found.halfPeriodCorrelation - (1 - odd) / (1 + odd)) < 0.02)
  }

  @Test func `weak odd multiples next to a strong first are one cycle`() throws {
    // Half a cycle open: the first multiple is strong, the third, fifth … are weak.
    let levels = [1.0, 0.5, 0.05, 0.3, 0.04, 0.2, 0.03, 0.15, 0.02, 0.1]

    let tone = tone(levels, f0: 120)

    let contrast = try #require(HarmonicContrast.evenOverOdd(in: tone, pitch: track(at: 120)))
    #expect(contrast > SignalTypeLimits.evenOverOddDecibels)
    #expect(cycles(of: tone, pitch: 120) == nil)
  }

  // Periods that alternate by 10 % were read as a voice an octave lower.
  @Test(arguments: [Vowel.a, .i, .u])
  func `periods that alternate by a tenth have two excitations in a repetition`(
    vowel: Vowel
  ) {
    let voice = SyntheticVoice(f0: 200, vowel: vowel, duration: 1, seed: 7).with {
      $0.periodAlternationPercent = 10
      $0.jitterPercent = 0.5
      $0.hnr = 15
    }

    #expect(cycles(of: voice.synthesize().signal, pitch: 100) != nil)
  }

  @Test(arguments: [Vowel.a, .i, .u], [100.0, 120, 175, 240])
  func `a regular vowel has one cycle in a repetition`(vowel: Vowel, f0: Double) {
    let voice = SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: 1).with { $0.hnr = 25 }

    #expect(cycles(of: voice.synthesize().signal, pitch: f0) == nil)
  }

  @Test func `a second excitation in unlike halves is one cycle`() {
    let unlike = PeriodDoubling(
      evenOverOddDecibels: 1, halfPeriodCorrelation: 0.1, secondExcitation: 0.9)
    let alike = PeriodDoubling(
      evenOverOddDecibels: 1, halfPeriodCorrelation: 0.46, secondExcitation: 0.9)

    #expect(!unlike.areEvident)
    #expect(alike.areEvident)
  }

  @Test func `the secondary excitation height is relative to the first`() {
    var folded = [Double](repeating: 0, count: 40)
    (folded[3], folded[23]) = (1, 0.5)

    #expect(SecondaryExcitation.height(of: folded) == 0.5)
    #expect(SecondaryExcitation.height(of: Array(repeating: 1, count: 40)) == 0)
  }
}

@Suite struct RangeStressTestTests {
  private let range = PitchRange.wide

  private func test(
    _ tested: Double?, _ others: [Double?], isGiven: Bool = false
  ) -> PitchRangeSensitivity {
    PitchRangeSensitivity(
      RangeReading(range: range, medianF0: tested),
      against: others.map { RangeReading(range: range, medianF0: $0) }, isGiven: isGiven)
  }

  @Test func `a reading an octave away is the same, a twelfth away another`() {
    #expect(test(110, [55, 220]).other == nil)
    #expect(test(110, [36.7, 110]).other?.medianF0 == 36.7)
    #expect(test(110, [111, 150]).other == nil)
    #expect(test(110, [111, 160]).other?.medianF0 == 160)
  }

  @Test func `a voice in one pitch range only is a disagreement`() {
    #expect(test(nil, [80, nil]).other?.medianF0 == 80)
    #expect(test(nil, [nil, nil]).other == nil)
  }

  @Test func `with a given range an octave is a disagreement`() {
    #expect(test(160, [80, 160], isGiven: true).other?.medianF0 == 80)
  }

  @Test func `half of F0 in the lower range is kept for the alternation test`() {
    #expect(test(110, [55, 110]).octaveBelow == 55)
    #expect(test(110, [110, 220]).octaveBelow == nil)
    #expect(test(110, [37, 110]).octaveBelow == nil)
  }
}

// For any input the analysis ends without a trap, and no number is NaN.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct RobustnessTests {
  @Test(arguments: OddSignal.allCases, PitchMethod.allCases)
  func `a non-voice signal is measured or refused`(kind: OddSignal, method: PitchMethod) {
    let settings = praatSettings(method: method)
    let signal = Signal(samples: kind.samples(count: 8_000, seed: 7), sampleRate: 8_000)

    let analysis = analyze(signal, settings)

    expectSound(analysis, of: signal, settings, "\(kind) \(method)")
  }

  @Test(arguments: [OddSignal.zeros, .constant])
  func `silence and constants have no voice`(kind: OddSignal) {
    let signal = Signal(samples: kind.samples(count: 8_000, seed: 7), sampleRate: 8_000)

    let analysis = analyze(signal)

    #expect(analysis.fundamentalFrequency.voicedFraction == .value(0))
    #expect(analysis.cycles?.pulses.isEmpty == true)
    #expect(analysis.harmonicity?.mean == .unavailable(.noVoicing))
    #expect(analysis.cycles?.jitter.local.unavailability?.found == 0)
    #expect(analysis.cycles?.shimmer.local.unavailability?.found == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 10, 100, 319, 320, 321, 322, 400], PitchMethod.allCases)
  func `a very short signal is measured or refused`(count: Int, method: PitchMethod) {
    let settings = praatSettings(method: method)
    let signal = Signal(samples: OddSignal.noise.samples(count: count, seed: 9), sampleRate: 8_000)

    let analysis = analyze(signal, settings)

    expectSound(analysis, of: signal, settings, "\(count) samples \(method)")
  }

  @Test(arguments: [1, 100, 151, 1_000, 1_201], [100, 5_000])
  func `a very low sample rate is measured or refused`(rate: Hertz, count: Int) {
    let signal = Signal(samples: OddSignal.square.samples(count: count, seed: 3), sampleRate: rate)

    let analysis = analyze(signal)

    expectSound(analysis, of: signal, praatSettings(), "\(rate), \(count) samples")
  }

  @Test(
    arguments: [
      (10, 600), (10, 100_000), (75, 4_000), (75, 76), (3_900, 4_100), (3_999, 4_001),
      (1_000, 9_000), (1e-9, 1), (1e-300, 1e300), (1e200, 1e300),
    ], PitchMethod.allCases)
  func `an extreme pitch range is searched or refused`(
    limits: (floor: Double, ceiling: Double), method: PitchMethod
  ) throws {
    let range = try #require(
      PitchRange(floor: Hertz(limits.floor), ceiling: Hertz(limits.ceiling)))
    let settings = praatSettings(range: range, method: method)
    let signal = Signal(samples: OddSignal.noise.samples(count: 4_000, seed: 5), sampleRate: 8_000)

    let analysis = analyze(signal, settings)

    expectSound(analysis, of: signal, settings, "\(limits) \(method)")
  }

  // Squares of the first leave the range of a double, products of squares that of the second.
  @Test(arguments: [1e-300, 1e-100, 1e-45, 1e60], OddSignal.allCases)
  func `an extreme level is measured or refused`(level: Double, kind: OddSignal) {
    let samples = kind.samples(count: 4_000, seed: 7).map { level * $0 }
    let signal = Signal(samples: samples, sampleRate: 8_000)

    let analysis = analyze(signal)

    expectSound(analysis, of: signal, praatSettings(), "\(kind) at \(level)")
  }
}

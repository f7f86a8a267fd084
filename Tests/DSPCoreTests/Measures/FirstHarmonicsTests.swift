// H1–H2 of sounds with known harmonics.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// Roundings of a sum over one period, in decibels.
private let roundingTolerance = 1e-10

@Suite struct FirstHarmonicsTests {
  private static let limits = PeriodLimits.voiceReport(for: .praatStandard)

  /// 100 Hz at 16 kHz: a period is 160 samples.
  private static func voice(second: Double, third: Double = 0) -> Signal {
    HarmonicSound.partials(
      [
        Partial(frequency: 100, amplitude: 0.3), Partial(frequency: 200, amplitude: second),
        Partial(frequency: 300, amplitude: third),
      ], sampleRate: 16_000, count: 16_000)
  }

  /// A pulse every 10 ms, between samples.
  private static let pulses = (1...90).map { 0.01 * Double($0) }

  @Test(arguments: [0.3, 0.15, 0.6, 0.003])
  func `H1-H2 is the level difference of the first two harmonics`(second: Double) throws {
    let harmonics = FirstHarmonics(
      of: Self.voice(second: second, third: 0.2), pulses: Self.pulses, limits: Self.limits)

    let mean = try #require(harmonics.mean.number)
    #expect(harmonics.differences.count == 89)
    #expect(abs(mean - 20 * Double.log10(0.3 / second)) < roundingTolerance)
  }

  @Test func `gain and offset do not change it`() throws {
    let voice = Self.voice(second: 0.1)
    let other = Signal(samples: voice.samples.map { 0.2 + 3 * $0 }, sampleRate: 16_000)

    let difference = try #require(
      FirstHarmonics(of: voice, pulses: Self.pulses, limits: Self.limits).mean.number)
    let otherDifference = try #require(
      FirstHarmonics(of: other, pulses: Self.pulses, limits: Self.limits).mean.number)

    #expect(abs(difference - otherDifference) < roundingTolerance)
  }

  @Test func `a fractional period changes H1-H2 little`() throws {
    // 147.3 Hz: 108.6 samples. The period is cut to 108 or 109, by half a percent of its length.
    let voice = HarmonicSound.partials(
      [Partial(frequency: 147.3, amplitude: 0.3), Partial(frequency: 294.6, amplitude: 0.3)],
      sampleRate: 16_000, count: 16_000)

    let mean = try #require(
      FirstHarmonics(
        of: voice, pulses: (1...130).map { Double($0) / 147.3 }, limits: Self.limits
      ).mean.number)

    #expect(abs(mean) < 0.05)
  }

  @Test func `intervals that are not periods are excluded`() {
    let harmonics = FirstHarmonics(
      of: Self.voice(second: 0.3), pulses: [0.1, 0.11, 0.12, 0.3, 0.3005, 0.31],
      limits: Self.limits)

    #expect(harmonics.differences.count == 3)
  }

  @Test func `without a period there is no difference`() {
    let harmonics = FirstHarmonics(
      of: Self.voice(second: 0.3), pulses: [0.1], limits: Self.limits)

    #expect(harmonics.mean.unavailability?.code == .tooFewPeriods)
    #expect(harmonics.mean.unavailability?.needed == 1)
  }

  @Test func `pulses outside the sound and silence have no difference`() {
    let silence = HarmonicSound.silence(sampleRate: 16_000, count: 16_000)

    let silent = FirstHarmonics(of: silence, pulses: Self.pulses, limits: Self.limits)
    let outside = FirstHarmonics(
      of: Self.voice(second: 0.3), pulses: [-0.02, -0.01, 1.5, 1.51], limits: Self.limits)

    #expect(silent.differences.isEmpty)
    #expect(outside.differences.isEmpty)
  }
}

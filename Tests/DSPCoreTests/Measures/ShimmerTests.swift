// Shimmer of hand-made amplitudes. A section of constant samples has that constant as amplitude for
// any weights, so a staircase gives any row of amplitudes.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// Weighted sums of some thirty products, and differences of amplitudes of 5 %.
private let roundingTolerance = 1e-12

@Suite struct ShimmerTests {
  /// 1, 0.9, 1.1, 1, 0.95 and 1.05: all but the last have the mean 4.95/5 = 0.99.
  private let shimmer = ShimmerTests.shimmer([1, 0.9, 1.1, 1, 0.95, 1.05])

  /// Pulses every 10 ms, at the middle of steps of 80 samples; the outer two steps have no amplitude.
  private static func shimmer(_ amplitudes: [Double]) -> Shimmer {
    let steps = [1] + amplitudes + [1]
    let samples = steps.flatMap { Array(repeating: $0, count: 80) }
    let pulses = steps.indices.map { 0.005 + 0.01 * Double($0) }
    return Shimmer(
      of: PulseAmplitudes(of: Signal(samples: samples, sampleRate: 8_000), pulses: pulses))
  }

  private func expect(_ measure: Measured, _ expected: Double) {
    #expect(abs((measure.number ?? 0) / expected - 1) < roundingTolerance)
  }

  @Test func `local shimmer divides by the mean of all amplitudes but the last`() {
    // Steps 0.1, 0.2, 0.1, 0.05 and 0.1.
    expect(shimmer.local, (0.55 / 5) / 0.99)
  }

  @Test func `shimmer in decibels is the mean level difference`() {
    let ratios = [1 / 0.9, 1.1 / 0.9, 1.1, 1 / 0.95, 1.05 / 0.95]

    let levels = ratios.map { 20 * Double.log10($0) }

    expect(shimmer.localDecibels, levels.reduce(0, +) / 5)
  }

  @Test func `APQ3 is the distance from the mean of three`() {
    // 3/3 − 0.9, 1.1 − 3/3, 3.05/3 − 1 and 3/3 − 0.95.
    expect(shimmer.apq3, ((0.25 + 0.05 / 3) / 4) / 0.99)
  }

  @Test func `APQ5 is the distance from the mean of five`() {
    // 1.1 − 4.95/5 = 0.11 and 5/5 − 1 = 0.
    expect(shimmer.apq5, (0.11 / 2) / 0.99)
  }

  @Test func `APQ11 is the distance from the mean of eleven`() {
    var amplitudes = [Double](repeating: 1, count: 11)
    amplitudes[5] = 1.11

    // 1.11 − 11.11/11 = 0.1, over the mean of the first ten.
    expect(Self.shimmer(amplitudes).apq11, 0.1 / 1.011)
  }

  @Test func `DDA is the mean difference of steps, three times APQ3`() throws {
    // Steps −0.1, 0.2, −0.1, −0.05 and 0.1 differ by 0.3, 0.3, 0.05 and 0.15.
    expect(shimmer.dda, (0.8 / 4) / 0.99)
    #expect(shimmer.dda.number == 3 * (try #require(shimmer.apq3.number)))
  }

  @Test func `amplitudes that differ by more than 1.6 times are not compared`() {
    // 1 → 1.1 counts, 1.1 → 1.8 does not, 1.8 → 1.8 counts; the mean has 1, 1.1 and 1.8.
    let shimmer = Self.shimmer([1, 1.1, 1.8, 1.8])

    expect(shimmer.local, (0.1 / 2) / (3.9 / 3))
  }

  @Test func `amplitudes further apart than a period are not compared`() {
    // Pulses 10 ms apart but for a gap of 30 ms: amplitudes on both sides of it are no pair.
    let samples = (0..<1_600).map { $0 < 600 ? 1.0 : 1.2 }
    let pulses = pulseTimes(milliseconds: [10, 10, 30, 10, 10])

    let amplitudes = PulseAmplitudes(
      of: Signal(samples: samples, sampleRate: 8_000), pulses: pulses)

    #expect(amplitudes.values.count == 2)
    #expect(Shimmer(of: amplitudes).local.unavailability?.found == 1)
  }

  @Test func `too few amplitudes name the required and found counts`() {
    #expect(
      shimmer.apq11.unavailability
        == .tooFewPeriods(needed: 11, found: 6, of: "consecutive amplitudes"))
    #expect(Self.shimmer([1]).local.unavailability?.needed == 2)
    #expect(Self.shimmer([1]).local.unavailability?.found == 1)
    #expect(Self.shimmer([]).localDecibels.unavailability?.found == 0)
  }
}

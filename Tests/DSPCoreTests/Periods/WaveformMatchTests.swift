// Waveform matches at known delays, and the result without a match in the search range. At 8 kHz a
// period of 80 samples around sample 500.25 makes the window of samples 460 … 540.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The parabola through three samples of a correlation that is no parabola, in samples.
private let subSampleTolerance = 2e-3

// Times of some tenths of a second, and correlations of order one.
private let roundingTolerance = 1e-12

private let samplePeriod = 1.0 / 8_000
private let period = 80 * samplePeriod
private let time = (500.25 + 0.5) * samplePeriod
private let after = (time + 0.8 * period)...(time + 1.25 * period)
private let before = (time - 1.25 * period)...(time - 0.8 * period)

@Suite struct WaveformMatchTests {
  private static func match(
    _ samples: [Double], within range: ClosedRange<Double>, fallback: PulseFallback
  ) -> WaveformMatch {
    let signal = Signal(samples: samples, sampleRate: 8_000)
    var matcher = WaveformMatcher(
      signal: signal, fallback: fallback, transforms: TransformPool())
    return matcher.bestMatch(around: time, period: period, within: range)
  }

  /// Twice as long as the period looked for: opposite to itself one such period on.
  private static let slowTone = (0..<1_000).map { Double.sin(.pi * Double($0) / 80 + 0.3) }

  /// The correlation of samples 460 … 540 with as many from `start` on.
  private static func correlation(_ samples: [Double], from start: Int) -> Double {
    let (first, second) = (Array(samples[460...540]), Array(samples[start...(start + 80)]))
    let energies = plainSum(first, lag: 0) * plainSum(second, lag: 0)
    return zip(first, second).reduce(0) { $0 + $1.0 * $1.1 } / energies.squareRoot()
  }

  @Test(arguments: PulseFallback.allCases, [0.83, 0.9, 1, 1.0123, 1.1871, 1.22])
  func `a repetition after a fractional period is found`(
    fallback: PulseFallback, delayPeriods: Double
  ) {
    let centres = [-1, 0, 1].map { time + $0 * delayPeriods * period }
    let signal = TestSignal.pulses(
      at: centres, sigma: 6 * samplePeriod, sampleRate: 8_000, count: 1_000)

    let next = Self.match(signal.samples, within: after, fallback: fallback)
    let previous = Self.match(signal.samples, within: before, fallback: fallback)

    #expect(abs(next.time - centres[2]) < subSampleTolerance * samplePeriod)
    #expect(abs(previous.time - centres[0]) < subSampleTolerance * samplePeriod)
    #expect(abs(next.correlation - 1) < subSampleTolerance)
  }

  @Test func `until Praat 6.4.06 a match outside the range is kept`() {
    // All correlations are negative; the zeros before the first of them make a maximum there, half
    // a sample before the last zero. The range begins at samples 524 and 360.
    let next = Self.match(Self.slowTone, within: after, fallback: .keepOutsideMatch)
    let previous = Self.match(Self.slowTone, within: before, fallback: .keepOutsideMatch)

    let gain = Self.correlation(Self.slowTone, from: 524).magnitude / 8
    #expect(abs(next.time - (time + (522.5 - 460) * samplePeriod)) < roundingTolerance)
    #expect(abs(previous.time - (time + (358.5 - 460) * samplePeriod)) < roundingTolerance)
    #expect(abs(next.correlation - gain) < roundingTolerance)
  }

  @Test func `since Praat 6.4.07 a match outside the range is replaced by one period`() {
    let next = Self.match(Self.slowTone, within: after, fallback: .stepOnePeriod)
    let previous = Self.match(Self.slowTone, within: before, fallback: .stepOnePeriod)

    #expect(abs(next.time - (time + period)) < roundingTolerance)
    #expect(abs(previous.time - (time - period)) < roundingTolerance)
    #expect(next.correlation == 0)
  }

  @Test func `the last correlation replaces a smaller maximum`() {
    // Opposite to the window at first, similar to it at the very end of the range: no maximum.
    let samples = (0..<1_000).map { Double.sin(2 * .pi * Double($0) / 120 + 0.3) }

    let next = Self.match(samples, within: after, fallback: .stepOnePeriod)

    // The last window starts at the first sample after 560.25.
    #expect(abs(next.time - (time + period)) < roundingTolerance)
    #expect(next.correlation > 0.4)
    #expect(abs(next.correlation - Self.correlation(samples, from: 561)) < roundingTolerance)
  }

  @Test(arguments: PulseFallback.allCases)
  func `correlations that rise to the end of the range have no maximum`(fallback: PulseFallback) {
    // A ramp is the more like its window the nearer it is.
    let ramp = (0..<1_000).map { Double($0 + 1) }

    let match = Self.match(ramp, within: before, fallback: fallback)

    #expect(match.correlation == -1)
    #expect(match.time == time)
  }

  @Test func `the peak is that of the window one sample after the match`() {
    var samples = TestSignal.uniformNoise(count: 1_000, seed: 12)
    for index in 460...540 { samples[index + 80] = samples[index] }
    samples[460] = 5
    samples[540] = 5
    samples[621] = 3

    let match = Self.match(samples, within: after, fallback: .stepOnePeriod)

    // The match is samples 540 … 620; its peak is looked for in 541 … 621.
    #expect(abs(match.time - (time + 80 * samplePeriod)) < samplePeriod)
    #expect(match.peak == 3)
  }
}

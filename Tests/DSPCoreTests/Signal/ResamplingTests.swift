// Other sample rates: sounds whose values at any time are known by formula.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// A windowed sinc of depth 50 lets a tone at a twentieth of the rate through to this.
private let interpolationTolerance = 1e-4

// A tone above the new Nyquist frequency; the remainder comes from its start and end.
private let stopTolerance = 1e-3

// Sums of a hundred products.
private let roundingTolerance = 1e-13

@Suite struct ResamplingTests {
  private static func resampled(
    _ signal: Signal, to rate: Hertz, window: SincWindow = .fixedHalfWidth
  ) -> ResampledSound {
    var workspace = AnalysisWorkspace()
    return Resampling.resample(signal, to: rate, sincWindow: window, workspace: &workspace)
  }

  private static func tone(_ frequency: Double, rate: Hertz, count: Int) -> Signal {
    let silence = Signal(samples: Array(repeating: 0, count: count), sampleRate: rate)
    let samples = (0..<count).map { index in
      Double.sin(2 * .pi * frequency * silence.time(ofSample: index))
    }
    return Signal(samples: samples, sampleRate: rate)
  }

  /// All but a tenth at either end.
  private static func inner(_ sound: ResampledSound) -> Range<Int> {
    let edge = sound.samples.count / 10
    return edge..<(sound.samples.count - edge)
  }

  @Test(arguments: SincWindow.allCases, [Hertz(44_100), 48_000, 16_000, 8_000])
  func `a tone has its own values at the new times`(window: SincWindow, rate: Hertz) {
    let tone = Self.tone(400, rate: rate, count: Int(rate.value))

    let sound = Self.resampled(tone, to: 10_000, window: window)

    let worst = Self.inner(sound).map { index in
      (sound.samples[index] - Double.sin(2 * .pi * 400 * sound.grid.time(of: index))).magnitude
    }.max()
    print("resampling from \(rate), \(window): \(worst ?? 0)")
    #expect(worst ?? 1 < interpolationTolerance)
  }

  @Test func `frequencies above the new Nyquist frequency are removed`() {
    let sound = Self.resampled(Self.tone(7_000, rate: 44_100, count: 44_100), to: 10_000)

    let worst = Self.inner(sound).map { sound.samples[$0].magnitude }.max()

    print("a tone of 7 kHz at 10 kHz: \(worst ?? 0)")
    #expect(worst ?? 1 < stopTolerance)
  }

  @Test func `resampling to the same rate changes no sample`() {
    let noise = TestSignal.uniformNoise(count: 500, seed: 1)

    let sound = Self.resampled(Signal(samples: noise, sampleRate: 10_000), to: 10_000)

    #expect(sound.samples.bits == noise.bits)
  }

  @Test func `at twice the rate every other sample is an old one`() {
    let tone = Self.tone(400, rate: 5_000, count: 5_000)

    let sound = Self.resampled(tone, to: 10_000)

    #expect(sound.samples.count == 10_000)
    let worst = (500..<4_500).map { (sound.samples[2 * $0] - tone.samples[$0]).magnitude }.max()
    print("doubling of the rate: \(worst ?? 0)")
    #expect(worst ?? 1 < interpolationTolerance)
  }

  @Test(arguments: [1_000, 1_001, 4_410, 12_345])
  func `new samples are centred in the sound`(count: Int) {
    let sound = Self.resampled(Self.tone(400, rate: 44_100, count: count), to: 10_000)

    let (first, last) = (sound.grid.time(of: 0), sound.grid.time(of: sound.samples.count - 1))
    #expect(abs(first - (Double(count) / 44_100 - last)) < roundingTolerance)
  }

  // Upwards there is no low-pass; 8000.5 Hz has no whole ratio to 10 kHz.
  @Test(arguments: SincWindow.allCases, [Hertz(8_000), 9_999, 8_000.5])
  func `every sample is the interpolated one`(window: SincWindow, rate: Hertz) {
    let noise = Signal(
      samples: TestSignal.uniformNoise(count: 2_000, seed: 2), sampleRate: rate)

    let sound = Self.resampled(noise, to: 10_000, window: window)

    let interpolator = SincInterpolator(window: window)
    let plain = sound.samples.indices.map { index in
      let position = (sound.grid.time(of: index) - noise.firstSampleTime) / noise.samplePeriod
      return interpolator.value(of: noise.samples.span, at: position, depth: 50)
    }
    #expect(largestDifference(sound.samples, plain) < 1e-11)
  }

  @Test(arguments: [1, 4, 7, 100])
  func `the sum of products equals the plain one`(count: Int) {
    let weights = TestSignal.uniformNoise(count: 2 * count, seed: 3)
    let values = TestSignal.uniformNoise(count: count + 5, seed: 4)

    let sum = DotProduct.sum(of: weights, share: 0.3, with: values.span, from: 5)

    let plain = (0..<count).reduce(0) {
      $0 + (weights[$1] + 0.3 * weights[count + $1]) * values[$1 + 5]
    }
    #expect(abs(sum - plain) < roundingTolerance)
  }

  @Test func `pre-emphasis removes a decay at its corner frequency`() {
    let decay = Double.exp(-2 * .pi * 50 / 10_000)
    let samples = (0..<100).map { Double.pow(decay, Double($0)) }
    let sound = PreEmphasis.applied(
      from: 50, to: Self.resampled(Signal(samples: samples, sampleRate: 10_000), to: 10_000))

    #expect(sound.samples[0] == 1)
    #expect(sound.samples.dropFirst().allSatisfy { $0.magnitude < roundingTolerance })
  }
}

// Interpolation at real positions: exact cases, and the tolerances of the others.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// 2 · 700 terms below one, each rounded a few times.
private let roundingTolerance = 1e-13

/// A depth, a tone, and its error with a raised cosine over that many samples. The error falls with
/// the cube of the distance to the Nyquist frequency, in units of 1 / depth.
struct InterpolatedTone: CustomTestStringConvertible {
  let depth: Int
  let cyclesPerSample: Double
  let tolerance: Double

  var testDescription: String { "depth \(depth), \(cyclesPerSample) cycles per sample" }

  static let all = [
    InterpolatedTone(depth: 70, cyclesPerSample: 0.01, tolerance: 1e-6),
    InterpolatedTone(depth: 70, cyclesPerSample: 0.1, tolerance: 1e-6),
    InterpolatedTone(depth: 70, cyclesPerSample: 0.4, tolerance: 1e-4),
    InterpolatedTone(depth: 700, cyclesPerSample: 0.1, tolerance: 1e-9),
    InterpolatedTone(depth: 700, cyclesPerSample: 0.47, tolerance: 4e-6),
  ]
}

@Suite struct SincInterpolationTests {
  private let noise = TestSignal.uniformNoise(count: 2_000, seed: 1)

  @Test(arguments: SincWindow.allCases)
  func `a whole position returns the sample itself`(window: SincWindow) {
    let interpolator = SincInterpolator(window: window)

    let values = noise.indices.map {
      interpolator.value(of: noise.span, at: Double($0), depth: 70)
    }

    #expect(values == noise)
  }

  @Test(arguments: SincWindow.allCases)
  func `a position outside the sequence returns the sample at its end`(window: SincWindow) {
    let interpolator = SincInterpolator(window: window)

    #expect(interpolator.value(of: noise.span, at: -0.5, depth: 70) == noise[0])
    #expect(interpolator.value(of: noise.span, at: 1_999.5, depth: 70) == noise[1_999])
  }

  @Test(arguments: SincWindow.allCases, InterpolatedTone.all)
  func `a tone between its samples is the tone`(window: SincWindow, tone: InterpolatedTone) {
    let samples = TestSignal.sinusoid(cyclesPerSample: tone.cyclesPerSample, count: 2_000)
    let interpolator = SincInterpolator(window: window)
    let positions = Array(stride(from: 900.05, to: 910, by: 0.1))

    let between = positions.map {
      interpolator.value(of: samples.span, at: $0, depth: tone.depth)
    }
    let truth = positions.map { Double.sin(2 * .pi * tone.cyclesPerSample * $0) }

    let worst = largestDifference(between, truth)
    print("sinc interpolation, \(window), \(tone.testDescription): worst \(worst)")
    #expect(worst < tone.tolerance)
  }

  @Test(arguments: SincWindow.allCases, [3, 4, 30, 69, 70, 700])
  func `the kernel equals the formula summed term by term`(window: SincWindow, depth: Int) {
    let interpolator = SincInterpolator(window: window)
    let positions = [1e-9, 0.1, 0.382, 0.5, 0.75, 0.9, 0.999].map { 1_000 + $0 }

    let fast = positions.map { interpolator.value(of: noise.span, at: $0, depth: depth) }
    let plain = positions.map { plainSinc(noise, at: $0, depth: depth, window: window) }

    #expect(largestDifference(fast, plain) < roundingTolerance)
  }

  @Test(arguments: SincWindow.allCases, [1e-5, 1e-7, 1e-9])
  func `just before a sample the kernel is as exact as just after one`(
    window: SincWindow, gap: Double
  ) {
    let interpolator = SincInterpolator(window: window)

    let fast = interpolator.value(of: noise.span, at: 1_000 - gap, depth: 70)
    let plain = plainSinc(noise, at: 1_000 - gap, depth: 70, window: window)

    #expect(abs(fast - plain) < roundingTolerance)
  }

  @Test(arguments: SincWindow.allCases, [0.2, 0.5, 0.9])
  func `near an end only as many samples are used as there are`(
    window: SincWindow, fraction: Double
  ) {
    let interpolator = SincInterpolator(window: window)
    let short = Array(noise.prefix(20))
    let lowIndices = [2, 5, 9, 13, 16]
    let depths = [3, 6, 10, 6, 3]

    let fast = lowIndices.map {
      interpolator.value(of: short.span, at: Double($0) + fraction, depth: 70)
    }
    let plain = zip(lowIndices, depths).map {
      plainSinc(short, at: Double($0) + fraction, depth: $1, window: window)
    }

    #expect(largestDifference(fast, plain) < roundingTolerance)
  }
}

// Depths below three have their own rules: nearest, linear, cubic.

import DSPCore
import Testing
import VoiceTypes

// A handful of operations on numbers of order one.
private let roundingTolerance = 1e-14

@Suite struct ShallowInterpolationTests {
  private let interpolator = SincInterpolator(window: .fixedHalfWidth)
  private let values = [2.0, -1, 3, 0.5, 4, -2]

  private func value(at position: Double, depth: Int = 70) -> Double {
    interpolator.value(of: values.span, at: position, depth: depth)
  }

  @Test func `depth zero takes the nearest sample and the later one of two`() {
    #expect(value(at: 2.4, depth: 0) == 3)
    #expect(value(at: 2.5, depth: 0) == 0.5)
    #expect(value(at: 2.6, depth: 0) == 0.5)
  }

  @Test func `depth one is linear`() {
    // 3 + 0.25 · (0.5 − 3).
    #expect(abs(value(at: 2.25, depth: 1) - 2.375) < roundingTolerance)
  }

  @Test func `between the first two and the last two samples interpolation is linear`() {
    #expect(abs(value(at: 0.25) - 1.25) < roundingTolerance)
    #expect(abs(value(at: 4.75) - -0.5) < roundingTolerance)
  }

  @Test(arguments: [0.1, 0.5, 0.7])
  func `depth two is the cubic of Hermite with central differences as slopes`(fraction: Double) {
    // Between samples 1 and 2: slopes (3 − 2) / 2 and (0.5 + 1) / 2.
    let left = hermite(left: -1, leftSlope: 0.5, right: 3, rightSlope: 0.75, at: fraction)
    // Between samples 3 and 4: slopes (4 − 3) / 2 and (−2 − 0.5) / 2.
    let right = hermite(left: 0.5, leftSlope: 0.5, right: 4, rightSlope: -1.25, at: fraction)

    #expect(abs(value(at: 1 + fraction) - left) < roundingTolerance)
    #expect(abs(value(at: 3 + fraction) - right) < roundingTolerance)
  }

  @Test func `depth two gives back a square`() {
    let squares = [0.0, 1, 4, 9]

    let between = interpolator.value(of: squares.span, at: 1.3, depth: 2)

    #expect(abs(between - 1.69) < roundingTolerance)
  }

  @Test func `one sample is its own interpolation`() {
    let single = [0.7]

    #expect(interpolator.value(of: single.span, at: 0, depth: 70) == 0.7)
    #expect(interpolator.value(of: single.span, at: 0.4, depth: 70) == 0.7)
  }
}

// The inner loop of the pulse search, against a plain sum over pairs inside the sound.

import DSPCore
import Testing

// Normalised sums of some forty products.
private let roundingTolerance = 1e-14

@Suite struct WindowCorrelatorTests {
  /// Σxy / √(Σx² Σy²) over the pairs that lie inside the sound; 0 if an energy is zero.
  private static func plainCorrelations(
    _ samples: [Double], template: ClosedRange<Int>, starts: Range<Int>
  ) -> [Double] {
    starts.map { start in
      let pairs = template.compactMap { first -> (Double, Double)? in
        let second = start + first - template.lowerBound
        guard samples.indices.contains(first), samples.indices.contains(second) else { return nil }
        return (samples[first], samples[second])
      }
      let energies =
        pairs.reduce(0) { $0 + $1.0 * $1.0 } * pairs.reduce(0) { $0 + $1.1 * $1.1 }
      return energies > 0
        ? pairs.reduce(0) { $0 + $1.0 * $1.1 } / energies.squareRoot() : 0
    }
  }

  private static func slidingCorrelations(
    _ samples: [Double], template: ClosedRange<Int>, starts: Range<Int>
  ) -> [Double] {
    var correlator = WindowCorrelator(
      samples: samples, template: template, firstStart: starts.lowerBound)
    return starts.map { _ in correlator.next() }
  }

  // 40 samples are whole groups of four, 41 … 43 have a rest; the last two reach outside.
  @Test(arguments: [100...139, 100...140, 100...141, 100...142, -7...30, 180...215])
  func `every correlation equals the plain sum`(template: ClosedRange<Int>) {
    let noise = TestSignal.uniformNoise(count: 200, seed: 8)

    let sliding = Self.slidingCorrelations(noise, template: template, starts: -50..<210)
    let plain = Self.plainCorrelations(noise, template: template, starts: -50..<210)

    #expect(largestDifference(sliding, plain) < roundingTolerance)
  }

  @Test func `quiet windows after loud ones are correlated as exactly`() {
    let noise = TestSignal.uniformNoise(count: 400, seed: 9)
    let samples = noise.enumerated().map { $0 < 200 ? $1 : 1e-6 * $1 }

    let sliding = Self.slidingCorrelations(samples, template: 0...39, starts: 100..<360)
    let plain = Self.plainCorrelations(samples, template: 0...39, starts: 100..<360)

    #expect(largestDifference(sliding, plain) < roundingTolerance)
  }

  @Test func `a silent window correlates with nothing`() {
    let samples = TestSignal.uniformNoise(count: 50, seed: 3) + [Double](repeating: 0, count: 50)

    let sliding = Self.slidingCorrelations(samples, template: 0...19, starts: 50..<80)

    #expect(sliding.allSatisfy { $0 == 0 })
  }
}

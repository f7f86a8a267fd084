// Brent's search, on functions whose maximum is known.

import DSPCore
import RealModule
import Testing

// A smooth function of order one is flat to a double within 1.5e−8 of its maximum.
private let positionTolerance = 1e-7

// At a distance of 1e−7 a parabola has fallen by 1e−14.
private let valueTolerance = 1e-13

@Suite struct BrentMaximumTests {
  @Test func `the vertex of a parabola is found`() {
    let maximum = BrentMaximum(from: 0, to: 3) { 5 - ($0 - 1.3) * ($0 - 1.3) }

    #expect(abs(maximum.position - 1.3) < positionTolerance)
    #expect(abs(maximum.value - 5) < valueTolerance)
  }

  @Test(arguments: [0.1, 0.5, 1.0, 1.7, 1.95])
  func `the crest of a cosine is found wherever it lies`(crest: Double) {
    let maximum = BrentMaximum(from: 0, to: 2) { Double.cos(2 * ($0 - crest)) }

    #expect(abs(maximum.position - crest) < positionTolerance)
    #expect(abs(maximum.value - 1) < valueTolerance)
  }

  @Test func `a maximum far from the origin is found with a relative tolerance`() {
    // The tolerance of the search is 1.5e−8 of the position, applied on either side.
    let tolerance = 1_000 * 1.5e-8 * 2

    let maximum = BrentMaximum(from: 999, to: 1_001) { Double.cos($0 - 1_000.4) }

    #expect(abs(maximum.position - 1_000.4) < tolerance)
  }

  @Test func `a rising function has its maximum at the upper end`() {
    let maximum = BrentMaximum(from: 1, to: 2) { $0 }

    #expect(abs(maximum.position - 2) < positionTolerance)
  }

  @Test func `a falling function has its maximum at the lower end`() {
    let maximum = BrentMaximum(from: 1, to: 2) { -$0 }

    #expect(abs(maximum.position - 1) < positionTolerance)
  }

  @Test func `a smooth maximum takes few evaluations`() {
    var evaluations = 0

    _ = BrentMaximum(from: 0, to: 2) { position in
      evaluations += 1
      return Double.cos(position - 0.7)
    }

    // Golden section alone would need 38 for a tolerance of 2e−8.
    #expect(evaluations < 25)
  }

  @Test func `a function without any order ends after sixty rounds`() {
    let noise = TestSignal.uniformNoise(count: 1_000, seed: 4)
    var evaluations = 0

    let maximum = BrentMaximum(from: 0, to: 1) { _ in
      evaluations += 1
      return noise[evaluations % 1_000]
    }

    #expect(evaluations <= 61)
    #expect(maximum.position >= 0 && maximum.position <= 1)
  }

  @Test func `a function that is not a number ends too`() {
    let maximum = BrentMaximum(from: 0, to: 1) { _ in .nan }

    #expect(maximum.position >= 0 && maximum.position <= 1)
    #expect(maximum.value.isNaN)
  }
}

// Integrals and means of a density that is constant in bands.

import DSPCore
import Testing

// A few roundings of numbers of order one.
private let roundingTolerance = 1e-14

@Suite struct BandedDensityTests {
  /// Bins at 0, 2, 4 and 6 Hz; the first and the last one count half.
  private static let density = BandedDensity(
    values: [1, 2, 3, 4], firstEdge: -1, width: 2, end: 6)

  @Test func `the integral ends at the spectrum limits`() {
    // One hertz of the outer bins, two of the inner ones.
    let expected = 1.0 + 4 + 6 + 4

    #expect(Self.density.integral(from: -10, to: 100) == expected)
  }

  @Test func `a bin counts by its overlap`() {
    // From 0.5 to 1 of the first bin, 1 to 3 of the second, 3 to 3.5 of the third.
    #expect(abs(Self.density.integral(from: 0.5, to: 3.5) - 6) < roundingTolerance)
    #expect(abs((Self.density.mean(from: 0.5, to: 3.5) ?? 0) - 2) < roundingTolerance)
  }

  @Test func `neighbouring bands add up`() {
    let whole = Self.density.integral(from: 0.3, to: 5.7)
    let edges = [0.3, 1.1, 2.9, 3, 4.4, 5.7]

    let parts = zip(edges, edges.dropFirst()).map { Self.density.integral(from: $0, to: $1) }
    let sum = parts.reduce(0, +)

    #expect(abs(sum - whole) < roundingTolerance)
  }

  @Test func `a band without bins has no mean`() {
    #expect(Self.density.mean(from: 7, to: 9) == nil)
    #expect(Self.density.mean(from: 3, to: 3) == nil)
  }
}

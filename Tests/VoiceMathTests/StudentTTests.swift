import RealModule
import Testing
import VoiceMath

// A rounding of the last digits of atan, sin and cos, and the slope of the quantile.
private let closedFormTolerance = 1e-13
// The tables have three decimals.
private let tableTolerance = 0.0005

@Suite struct StudentTTests {
  static let levels = [0.001, 0.05, 0.3, 0.5, 0.9, 0.95, 0.975, 0.995, 0.9999]

  @Test(arguments: levels)
  func `one degree of freedom is the Cauchy distribution`(p: Double) {
    let expected = p == 0.5 ? 0 : Double.tan(.pi * (p - 0.5))

    let found = StudentT(degreesOfFreedom: 1).quantile(p)

    #expect((found - expected).magnitude <= closedFormTolerance * max(1, expected * expected))
  }

  @Test(arguments: levels)
  func `two degrees of freedom have a closed form`(p: Double) {
    let expected = (2 * p - 1) / (2 * p * (1 - p)).squareRoot()

    let found = StudentT(degreesOfFreedom: 2).quantile(p)

    #expect(
      (found - expected).magnitude <= closedFormTolerance * max(1, (expected * expected).magnitude))
  }

  /// Abramowitz & Stegun (1964), table 26.10: 90 and 95 and 99 % between the two sides.
  @Test(arguments: [
    (3, 2.353, 3.182, 5.841), (4, 2.132, 2.776, 4.604), (5, 2.015, 2.571, 4.032),
    (6, 1.943, 2.447, 3.707), (7, 1.895, 2.365, 3.499), (10, 1.812, 2.228, 3.169),
    (15, 1.753, 2.131, 2.947), (30, 1.697, 2.042, 2.750), (120, 1.658, 1.980, 2.617),
  ])
  func `quantiles are those of the tables`(
    degrees: Int, of90: Double, of95: Double, of99: Double
  ) {
    let t = StudentT(degreesOfFreedom: degrees)

    #expect((t.quantile(0.95) - of90).magnitude <= tableTolerance)
    #expect((t.quantile(0.975) - of95).magnitude <= tableTolerance)
    #expect((t.quantile(0.995) - of99).magnitude <= tableTolerance)
  }

  @Test(arguments: [1, 2, 5, 6, 7, 10, 40])
  func `a quantile has its probability, and its mirror image the rest`(degrees: Int) {
    let t = StudentT(degreesOfFreedom: degrees)

    for p in Self.levels where p > 0.5 {
      #expect((t.probability(within: t.quantile(p)) - (2 * p - 1)).magnitude < 1e-13)
      #expect((t.quantile(1 - p) + t.quantile(p)).magnitude < 1e-10 * t.quantile(p))
    }
  }

  @Test func `the expansion is within a thousandth of the quantile from seven degrees on`() {
    let deviations = (7...200).map { degrees in
      let t = StudentT(degreesOfFreedom: degrees)
      return (t.expanded95 - t.quantile(0.975)).magnitude
    }

    print("expansion of Student's t: largest deviation \(deviations.max() ?? .nan)")
    #expect(deviations.allSatisfy { $0 < 0.001 })
  }
}

// Lines that outliers cannot bend, against lines known beforehand and the plain definitions.

import DSPCore
import RealModule
import Testing
import VoiceMath

// Slopes of values of order one over at least one step.
private let roundingTolerance = 1e-13

// The height at zero: a slope's rounding times half a thousand steps.
private let interceptTolerance = 1e-12

enum RobustMethod {
  case incompleteTheil, repeatedMedian
}

@Suite struct RobustLineTests {
  private static func line(
    through values: [Double], from first: Int = 0, by method: RobustMethod
  ) -> StraightLine {
    switch method {
    case .incompleteTheil:
      var fitter = IncompleteTheilFitter(count: values.count - first)
      return fitter.line(
        throughLogarithmsOf: values.map { Double.exp($0) }, times: 1, from: first)
    case .repeatedMedian:
      var fitter = RepeatedMedianFitter(count: values.count - first)
      return fitter.line(through: values, from: first)
    }
  }

  /// The median difference of points half the range apart, per step.
  private static func plainIncompleteTheil(_ values: [Double]) -> Double {
    let distance = values.count - values.count / 2
    let differences = (0..<(values.count - distance)).map { values[$0 + distance] - values[$0] }
    return median(differences) / Double(distance)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return 0.5 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
  }

  /// The median over all points but the last of the median slope to all others.
  private static func plainRepeatedMedian(_ values: [Double]) -> Double {
    median(
      values.indices.dropLast().map { point in
        median(
          values.indices.filter { $0 != point }.map { other in
            (values[other] - values[point]) / Double(other - point)
          })
      })
  }

  @Test(arguments: [RobustMethod.incompleteTheil, .repeatedMedian], [0, 1, 7])
  func `points on a line give that line`(method: RobustMethod, first: Int) {
    let values = (0..<64).map { 3 - 0.25 * Double($0) }

    let line = Self.line(through: values, from: first, by: method)

    #expect(abs(line.slope + 0.25) < roundingTolerance)
    #expect(abs(line.intercept - 3) < roundingTolerance)
  }

  // One point in eight is wrong, and with it one in four of the pairs half the range apart.
  @Test(arguments: [RobustMethod.incompleteTheil, .repeatedMedian])
  func `outliers do not move the line`(method: RobustMethod) {
    let values = (0..<64).map { $0 >= 8 && $0 < 16 ? 100 : 0.5 * Double($0) }

    let line = Self.line(through: values, by: method)

    #expect(abs(line.slope - 0.5) < roundingTolerance)
    #expect(abs(line.intercept) < roundingTolerance)
  }

  @Test(arguments: [2, 3, 4, 15, 16, 33, 128, 512], [UInt64(1), 2, 3])
  func `repeated medians equal the plain definition`(count: Int, seed: UInt64) {
    let values = TestSignal.gaussianNoise(count: count, seed: seed)

    let slope = Self.line(through: values, by: .repeatedMedian).slope

    #expect(abs(slope - Self.plainRepeatedMedian(values)) < roundingTolerance)
  }

  @Test(arguments: [2, 3, 4, 15, 16, 33, 512, 513], [UInt64(1), 2, 3])
  func `incomplete medians equal the plain definition`(count: Int, seed: UInt64) {
    let values = TestSignal.gaussianNoise(count: count, seed: seed)

    let line = Self.line(through: values, by: .incompleteTheil)

    let slope = Self.plainIncompleteTheil(values)
    let intercept = Self.median(values.indices.map { values[$0] - slope * Double($0) })
    #expect(abs(line.slope - slope) < roundingTolerance)
    #expect(abs(line.intercept - intercept) < interceptTolerance)
  }

  @Test func `lines through values with many equal slopes equal the definition`() {
    for seed in UInt64(1)...20 {
      let values = TestSignal.gaussianNoise(count: 64, seed: seed).map { ($0 * 2).rounded() }

      let slope = Self.line(through: values, by: .repeatedMedian).slope

      #expect(abs(slope - Self.plainRepeatedMedian(values)) < roundingTolerance)
    }
  }

  @Test func `reused storage does not change a line`() {
    let rows = (1...10).map { TestSignal.gaussianNoise(count: 256, seed: $0) }
    var medians = RepeatedMedianFitter(count: 256)
    var theil = IncompleteTheilFitter(count: 256)

    let together = rows.map { medians.line(through: $0, from: 0) }
    let powers = rows.map { row in row.map { Double.exp($0) } }
    let theilTogether = powers.map { theil.line(throughLogarithmsOf: $0, times: 1, from: 0) }

    #expect(together == rows.map { Self.line(through: $0, by: .repeatedMedian) })
    #expect(theilTogether == rows.map { Self.line(through: $0, by: .incompleteTheil) })
  }

  @Test(arguments: [1, 2, 3, 10, 101, 512])
  func `a median is the middle of the sorted values`(count: Int) {
    let values = TestSignal.uniformNoise(count: count, seed: 5).map { ($0 * 50).rounded() }
    var buffer = values

    #expect(OrderStatistic.median(of: &buffer) == Self.median(values))
  }

  @Test(arguments: [1, 2, 3, 40, 41], [0.0, 0.1, 0.5, 0.9, 1])
  func `a selected quantile is that of the sorted values`(count: Int, share: Double) {
    let values = TestSignal.uniformNoise(count: count, seed: 5).map { ($0 * 50).rounded() }
    var buffer = values

    #expect(
      OrderStatistic.quantile(share, of: &buffer) == Statistics.quantile(share, of: values))
  }
}

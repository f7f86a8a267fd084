// Lines that outliers cannot bend, against lines known beforehand and the plain definitions.

import DSPCore
import Testing

// Slopes of values of order one over at least one step.
private let roundingTolerance = 1e-13

@Suite struct RobustLineTests {
  private static func line(
    through values: [Double], from first: Int = 0, by method: RobustMethod
  ) -> StraightLine {
    var fitter = RobustLineFitter(method: method, count: values.count - first)
    return fitter.fit(values, from: first)
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

  @Test func `values on a coarse scale, with many equal slopes, are no exception`() {
    for seed in UInt64(1)...20 {
      let values = TestSignal.gaussianNoise(count: 64, seed: seed).map { ($0 * 2).rounded() }

      let slope = Self.line(through: values, by: .repeatedMedian).slope

      #expect(abs(slope - Self.plainRepeatedMedian(values)) < roundingTolerance)
    }
  }

  @Test func `rows before a row do not change its line`() {
    let rows = (1...10).map { TestSignal.gaussianNoise(count: 256, seed: $0) }
    var fitter = RobustLineFitter(method: .repeatedMedian, count: 256)

    let together = rows.map { fitter.fit($0, from: 0).slope }

    let apart = rows.map { Self.line(through: $0, by: .repeatedMedian).slope }
    #expect(together.bits == apart.bits)
  }

  @Test(arguments: [1, 2, 3, 10, 101, 512])
  func `a median is the middle of the sorted values`(count: Int) {
    let values = TestSignal.uniformNoise(count: count, seed: 5).map { ($0 * 50).rounded() }
    var buffer = values

    #expect(OrderStatistic.median(of: &buffer) == Self.median(values))
  }
}

// Sums at many lags, against one compensated sum for each.

import DSPCore
import Testing

@Suite struct ExactLagSumsTests {
  // Values of many sizes, some of them equal.
  private static let row = TestSignal.gaussianNoise(count: 150, seed: 3).enumerated().map {
    $0.isMultiple(of: 7) ? 0.25 : $1 * ($0.isMultiple(of: 5) ? 1e-9 : 1)
  }

  private static func plainSum(lag: Int, length: Int) -> Double {
    var sum = CompensatedSum()
    for index in 0..<length { sum.add(product: row[index], row[index + lag]) }
    return sum.value
  }

  @Test(arguments: [1, 60, 143, 149, 150])
  func `every lag has the bits of its compensated sum`(length: Int) {
    var sums = ExactLagSums(of: Self.row.span, length: length)

    for lag in (0...(Self.row.count - length)).reversed() {
      #expect(sums.sum(atLag: lag) == Self.plainSum(lag: lag, length: length), "lag \(lag)")
    }
  }

  @Test func `lags asked for twice are summed once, eight at a time`() {
    var sums = ExactLagSums(of: Self.row.span, length: 50)

    for lag in 0...100 { for _ in 0..<2 { _ = sums.sum(atLag: lag) } }

    #expect(sums.summedEights == 13)
  }
}

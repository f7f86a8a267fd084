// Mean, standard deviation and Praat's quantile rule, by hand.

import Testing
import VoiceMath

// A handful of operations on numbers of order ten.
private let roundingTolerance = 1e-14

@Suite struct StatisticsTests {
  // Of n values the share q lies at place q·n + ½, counted from 1.
  @Test(arguments: [(0.5, 2.5), (0.25, 1.5), (0.75, 3.5), (0.125, 1.0), (0.3, 1.7)])
  func `a quantile lies on the line between the values around its place`(
    quantile: (share: Double, value: Double)
  ) throws {
    let found = try #require(Statistics.quantile(quantile.share, of: [4, 1, 3, 2]))

    #expect(abs(found - quantile.value) < roundingTolerance)
  }

  @Test func `a median of uneven steps is the middle value or the mean of the middle two`() {
    #expect(Statistics.quantile(0.5, of: [40, 10, 20]) == 20)
    #expect(Statistics.quantile(0.5, of: [40, 10, 20, 90]) == 30)
    #expect(Statistics.quantile(0.25, of: [10, 20, 40]) == 12.5)
  }

  @Test func `quantiles beyond the values continue the last line`() {
    #expect(Statistics.quantile(0, of: [10, 20, 40]) == 5)
    #expect(Statistics.quantile(1, of: [10, 20, 40]) == 50)
  }

  @Test func `every quantile of one value is that value`() {
    #expect(Statistics.quantile(0.25, of: [7]) == 7)
    #expect(Statistics.quantile(0.5, of: []) == nil)
  }

  @Test func `the standard deviation divides by one less than the count`() throws {
    // Mean 5, squares 9 + 1 + 1 + 9 = 20, over 3.
    let deviation = try #require(Statistics.standardDeviation([2, 4, 6, 8]))

    #expect(abs(deviation * deviation - 20.0 / 3) < roundingTolerance)
    #expect(Statistics.mean([2, 4, 6, 8]) == 5)
  }

  @Test func `a single value has a mean and no standard deviation`() {
    #expect(Statistics.mean([3]) == 3)
    #expect(Statistics.standardDeviation([3]) == nil)
    #expect(Statistics.mean([]) == nil)
  }
}

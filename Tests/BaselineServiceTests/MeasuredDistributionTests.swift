// Percentiles and edges against arithmetic that can be done by hand.

import BaselineService
import RealModule
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct MeasuredDistributionTests {
  private func distribution(
    _ values: [Double], _ measure: Measure = .hnrMean
  ) throws -> MeasuredDistribution {
    try #require(
      MeasuredDistribution(of: values, measure, bands: [.from18To59], category: .combined))
  }

  /// Of 1 … n the value of rank r is r, and between ranks it is linear: the p % point is p (n + 1) / 100.
  @Test(arguments: [9, 19, 20, 39, 99, 119])
  func `percentiles of the first whole numbers are their ranks`(count: Int) throws {
    let found = try distribution((1...count).map(Double.init).shuffled())

    for percent in MeasuredDistribution.percents {
      let rank = percent * Double(count + 1) / 100
      let expected = (1...Double(count)).contains(rank) ? rank : nil
      #expect(found.percentile(percent).map { ($0 - rank).magnitude < 1e-12 } ?? true)
      #expect((found.percentile(percent) == nil) == (expected == nil), "\(percent) % of \(count)")
    }
    #expect(found.range == 1...Double(count))
    #expect(found.percentile(50) == Double(count + 1) / 2)
  }

  @Test(arguments: [(38, false), (39, true)])
  func `the 2,5 % point needs 39 people`(count: Int, isThere: Bool) throws {
    let found = try distribution((1...count).map(Double.init))

    #expect((found.percentile(2.5) != nil) == isThere)
    #expect((found.percentile(97.5) != nil) == isThere)
  }

  @Test func `a percentile between two values lies on the line between them`() throws {
    // Rank 0.9 · 10 = 9 is the last of nine; rank 0.25 · 10 = 2.5 lies between second and third.
    let found = try distribution([10, 20, 40, 50, 60, 70, 80, 90, 100])

    #expect(found.percentile(10) == 10)
    #expect(found.percentile(25) == 30)
    #expect(found.percentile(90) == 100)
    #expect(found.percentile(5) == nil)
  }

  /// The ranks of binomial tables: with 20 people the median lies between the 6th and the 15th, and
  /// 59 are the fewest whose highest lies above the 95 % point 95 times in 100 (0.95⁵⁹ = 0.048).
  @Test(
    arguments: [
      (20, 50.0, 6.0, 15.0), (20, 95, 17, nil), (40, 95, 36, nil), (40, 5, nil, 5),
      (58, 95, 52, nil), (59, 95, 53, 59), (90, 10, 5, 15),
    ] as [(Int, Double, Double?, Double?)])
  func `the interval of a percentile lies between ranks`(
    count: Int, percent: Double, low: Double?, high: Double?
  ) throws {
    let found = try distribution((1...count).map(Double.init))
    let interval = try #require(found.percentiles.first { $0.percent == percent }).interval

    #expect(interval.low == low)
    #expect(interval.high == high)
  }

  @Test func `the interval of a percentile holds the true one in nine of ten samples`() throws {
    var generator = SplitMix64(seed: 7)
    var hits = 0
    let samples = 1000
    for _ in 0..<samples {
      let found = try distribution((0..<59).map { _ in generator.normal() })
      let interval = try #require(found.percentiles.first { $0.percent == 95 }).interval
      if try #require(interval.low) <= 1.644854, 1.644854 <= (try #require(interval.high)) {
        hits += 1
      }
    }

    // 90 % at least, and no more than the ranks allow: 94.6 % with 59 people; standard error 0.8 %.
    #expect((0.90...0.975).contains(Double(hits) / Double(samples)))
  }

  /// Ranks 1 … 99 are their own percentiles, so that 80 % lie within 40 of the median.
  @Test func `a deviation counts the spread of its own side`() throws {
    var values = (1...99).map(Double.init)
    let even = try distribution(values)
    #expect((try #require(even.deviation(of: 90)) - 1.2815515655446004).magnitude < 1e-12)
    #expect((try #require(even.deviation(of: 10)) + 1.2815515655446004).magnitude < 1e-12)
    #expect(even.deviation(of: 50) == 0)

    values[98] = 1e6
    values[97] = 1e5

    #expect(try distribution(values).deviation(of: 90) == even.deviation(of: 90))
  }

  @Test func `deviations of jitter are counted in logarithms`() throws {
    let found = try distribution((1...99).map { Double.exp(Double($0)) }, .jitterLocal)

    let deviation = try #require(found.deviation(of: Double.exp(70)))

    #expect((deviation - 20 / 40 * 1.2815515655446004).magnitude < 1e-9)
    #expect(found.deviation(of: 0) == nil)
  }

  @Test(arguments: [(30.0, 30.0), (62.5, 62.5), (0, 2.5), (2.5, 2.5), (99, 97.5), (1e9, 97.5)])
  func `the share below a value lies on the lines between percentiles`(
    value: Double, percent: Double
  ) throws {
    let found = try distribution((1...99).map(Double.init))

    #expect((try #require(found.percent(below: value)) - percent).magnitude < 1e-12)
  }

  @Test func `one person has no spread`() throws {
    let found = try distribution([3])

    #expect(found.standardDeviation == nil)
    #expect(found.deviation(of: 4) == nil)
    #expect(found.percentile(50) == 3)
  }

  @Test func `nobody, and a zero where there is no logarithm, make no distribution`() {
    #expect(
      MeasuredDistribution(of: [], .hnrMean, bands: [.from18To59], category: .combined) == nil)
    #expect(
      MeasuredDistribution(of: [0, 1], .jitterLocal, bands: [.from18To59], category: .combined)
        == nil)
  }
}

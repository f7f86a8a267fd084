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
      MeasuredDistribution(of: values, measure, band: .from18To59, category: .combined))
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

  @Test func `edges of decibels are mean and two standard deviations`() throws {
    // Mean 20, squares 2·(4 + 1 + 0) = 10 over 4: sd = √2.5.
    let found = try distribution([18, 19, 20, 21, 22])
    let deviation = 2.5.squareRoot()
    let error = deviation * (1.0 / 5 + 4.0 / 8).squareRoot()

    let lower = try #require(found.edge(at: .lower))

    #expect(found.mean == 20)
    #expect(found.standardDeviation == deviation)
    #expect(lower.value == 20 - 2 * deviation)
    #expect((lower.interval.low - (lower.value - 1.6448536269514722 * error)).magnitude < 1e-12)
    #expect((lower.interval.high - (lower.value + 1.6448536269514722 * error)).magnitude < 1e-12)
    #expect(found.edge(at: .upper)?.value == 20 + 2 * deviation)
  }

  @Test func `edges of jitter are a factor away from the geometric mean`() throws {
    // Logarithms −ln 2, 0, ln 2: mean 0, sd ln 2, so that the edge is 1 · 2².
    let found = try distribution([0.5, 1, 2], .jitterLocal)

    #expect(found.scale == .logarithmic)
    #expect((found.mean - 1).magnitude < 1e-15)
    #expect((try #require(found.standardDeviation) - Double.log(2)).magnitude < 1e-15)
    #expect((try #require(found.edge(at: .upper)).value - 4).magnitude < 1e-12)
    #expect((try #require(found.edge(at: .lower)).value - 0.25).magnitude < 1e-12)
  }

  /// 0.5 … 0.95, in thousandths: a normal sample edge covers what its interval says.
  @Test func `the interval of an edge holds the true edge in nine of ten samples`() throws {
    var generator = SplitMix64(seed: 7)
    var hits = 0
    let samples = 2000
    for _ in 0..<samples {
      let found = try distribution((0..<20).map { _ in generator.normal() })
      let interval = try #require(found.edge(at: .upper)).interval
      if interval.low <= 2, 2 <= interval.high { hits += 1 }
    }

    // 90 % of 2 000 with a standard error of 0.67 %; small samples fall a little short.
    #expect((0.84...0.94).contains(Double(hits) / Double(samples)))
    print(
      "90 % intervals of the edge of 20 people: \(100 * Double(hits) / Double(samples)) % hold it")
  }

  @Test func `one person has no spread`() throws {
    let found = try distribution([3])

    #expect(found.standardDeviation == nil)
    #expect(found.edge(at: .upper) == nil)
    #expect(found.percentile(50) == 3)
  }

  @Test func `nobody, and a zero where there is no logarithm, make no distribution`() {
    #expect(
      MeasuredDistribution(of: [], .hnrMean, band: .from18To59, category: .combined) == nil)
    #expect(
      MeasuredDistribution(of: [0, 1], .jitterLocal, band: .from18To59, category: .combined) == nil)
  }
}

extension SplitMix64 {
  private mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

  /// Box and Muller.
  fileprivate mutating func normal() -> Double {
    (-2 * Double.log(uniform())).squareRoot() * Double.cos(2 * Double.pi * uniform())
  }
}

import BaselineService
import RealModule
import Testing
import VoiceTypes

/// A row of the table in Change.md: the difference that must be exceeded.
struct VariationRow: Sendable, CustomTestStringConvertible {
  let measure: Measure
  /// For 1, 1, 3, 6 and 10 sessions of 1, 3, 3, 3 and 3 vowels; factors, or decibels.
  let printed: [Double]
  /// Half of the last digit of each.
  let half: [Double]

  var testDescription: String { measure.rawValue }

  init(_ measure: Measure, _ printed: [Double], firstHalf: Double, half: Double = 0.005) {
    self.measure = measure
    self.printed = printed
    self.half = [firstHalf] + Array(repeating: half, count: 4)
  }

  static let designs = [(1, 1), (1, 3), (3, 3), (6, 3), (10, 3)]

  static let table = [
    VariationRow(.jitterLocal, [3.0, 2.04, 1.79, 1.73, 1.70], firstHalf: 0.05),
    VariationRow(.jitterLocalAbsolute, [3.1, 2.09, 1.83, 1.76, 1.73], firstHalf: 0.05),
    VariationRow(.jitterRAP, [3.6, 2.29, 1.97, 1.88, 1.85], firstHalf: 0.05),
    VariationRow(.jitterDDP, [3.6, 2.29, 1.97, 1.88, 1.85], firstHalf: 0.05),
    VariationRow(.jitterPPQ5, [3.0, 2.07, 1.81, 1.74, 1.71], firstHalf: 0.05),
    VariationRow(.shimmerLocal, [2.9, 2.10, 1.83, 1.76, 1.73], firstHalf: 0.05),
    VariationRow(.shimmerLocalDecibels, [2.95, 2.11, 1.84, 1.77, 1.74], firstHalf: 0.005),
    VariationRow(.shimmerAPQ3, [3.2, 2.25, 1.94, 1.86, 1.83], firstHalf: 0.05),
    VariationRow(.shimmerDDA, [3.2, 2.25, 1.94, 1.86, 1.83], firstHalf: 0.05),
    VariationRow(.shimmerAPQ5, [3.0, 2.19, 1.90, 1.82, 1.79], firstHalf: 0.05),
    VariationRow(.hnrMean, [7.4, 5.3, 4.3, 4.0, 3.9], firstHalf: 0.05, half: 0.05),
    VariationRow(.f0Mean, [1.30, 1.27, 1.21, 1.20, 1.19], firstHalf: 0.005),
    VariationRow(.cpps, [4.4, 3.3, 2.7, 2.5, 2.5], firstHalf: 0.05, half: 0.05),
  ]
}

@Suite struct WithinPersonVariationTests {
  /// 1.96·√((σ²_session + σ²_recording/k)·(1 + 1/n)), the formula above the table.
  @Test(arguments: VariationRow.table)
  func `the components give every printed figure`(row: VariationRow) throws {
    let followed = try #require(ChangeMeasure.of(row.measure))
    let variation = try #require(followed.variation)

    for (index, (sessions, vowels)) in VariationRow.designs.enumerated() {
      let variance = variation.varianceOfMean(of: vowels) * (1 + 1 / Double(sessions))
      let found = followed.scale.value(1.96 * variance.squareRoot())
      #expect((found - row.printed[index]).magnitude <= row.half[index], "\(found)")
    }
  }

  @Test(arguments: [(Measure.jitterLocal, 0.258), (.shimmerLocal, 0.268), (.hnrMean, 1.90)])
  func `a mean of three has the documented variation`(measure: Measure, printed: Double) throws {
    let variation = try #require(ChangeMeasure.of(measure)?.variation)

    let found = variation.varianceOfMean(of: 3).squareRoot()

    #expect((found - printed).magnitude < (printed > 1 ? 0.005 : 0.0005))
  }

  @Test func `F0 and CPPS are provisional`() {
    let provisional = ChangeMeasure.all.filter { $0.variation?.basis == .provisional }

    #expect(provisional.map(\.measure) == [.f0Mean, .cpps])
  }

  @Test func `the smallest detectable change between two days equals the documented row`() throws {
    let jitter = try #require(ChangeMeasure.of(.jitterLocal)?.smallestChange)
    let hnr = try #require(ChangeMeasure.of(.hnrMean)?.smallestChange)

    #expect(jitter.scale == .logarithmic && hnr.scale == .decibels)
    #expect((jitter.recording - 3.0183).magnitude < 0.0001)
    #expect((jitter.session - 2.0446).magnitude < 0.0001)
    #expect((hnr.recording - 7.3968).magnitude < 0.0001)
    #expect((hnr.session - 5.2774).magnitude < 0.0001)
    #expect(ChangeMeasure.of(.shimmerAPQ11)?.smallestChange == nil)
  }

  @Test func `each family has one declared primary`() {
    let primaryEndpoints = ChangeMeasure.primaryEndpoints.map { ($0.family, $0.measure) }

    #expect(primaryEndpoints.map(\.0) == FeatureGroup.allCases)
    #expect(primaryEndpoints.map(\.1) == [.f0Mean, .jitterPPQ5, .shimmerAPQ3, .hnrMean, .cpps])
  }

  @Test func `APQ11 has no known variation`() {
    let unknown = ChangeMeasure.all.filter { $0.variation == nil }.map(\.measure)

    #expect(unknown == [.shimmerAPQ11])
  }
}

// Intervals have the width that theory gives them, and depend on the data and the seed alone.

import DSPCore
import RealModule
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct BlockBootstrapTests {
  /// A block holds one frame of this step.
  private static let blockStep: Seconds = 0.1

  private func draws(_ count: Int, seed: UInt64, correlation: Double = 0) -> [Double] {
    var draws = GaussianDraws(seed: seed, stream: .jitter)
    return draws.sequence(count: count, within: 6, correlation: correlation)
  }

  private func intervals(
    of periods: PeriodSequence, by bootstrap: BlockBootstrap
  ) -> [Measure: ConfidenceInterval] {
    guard let mean = periods.meanPeriod else { return [:] }
    let block = Int((BlockBootstrap.blockLength.value / mean).rounded())
    return Jitter(of: periods).intervals(periodsPerBlock: block, by: bootstrap)
  }

  private func halfWidth(_ interval: ConfidenceInterval) -> Double {
    0.5 * (interval.high - interval.low)
  }

  @Test func `the interval of the mean of independent normals has the width of theory`() throws {
    // 400 draws: Student's t with 399 degrees of freedom is 1.966, the mean has s/20. A standard
    // deviation from 1000 resamples is within 2.2 % of its limit; three of these.
    let values = draws(400, seed: 1)
    let variance = values.map { $0 * $0 }.reduce(0, +) / 400
    let mean = values.reduce(0, +) / 400
    let expected = 1.966 * ((variance - mean * mean) / 399).squareRoot()

    let interval = try #require(
      BlockBootstrap(seed: 1).interval(
        ofMean: values, timeStep: Self.blockStep, stream: .cpps))

    #expect(abs(halfWidth(interval) / expected - 1) < 0.07)
    #expect(abs(0.5 * (interval.low + interval.high) - mean) < 1e-12)
  }

  @Test func `the mean of independent normals lies in 95 of 100 intervals`() {
    // 500 intervals at 95 % give 475 ± 4.9; three of these either way.
    let hits = (0..<500).filter { seed in
      let interval = BlockBootstrap(seed: UInt64(seed), resamples: 400).interval(
        ofMean: draws(100, seed: UInt64(seed)), timeStep: Self.blockStep, stream: .cpps)
      return interval.map { $0.low <= 0 && 0 <= $0.high } ?? false
    }

    print("mean of normals:", hits.count, "of 500")
    #expect((460...490).contains(hits.count))
  }

  @Test(arguments: [0.0, 0.5], [110.0, 210])
  func `jitter of sequences is covered in 95 of 100 intervals`(correlation: Double, f0: Double) {
    // Here nothing scales a sequence to its jitter. Neighbours with standard deviation s differ
    // by s·√(2(1 − ρ)) and thus on average by that times √(2/π). Blocks of 0.1 s do not hold all
    // of the dependence, so that 93 of 100 is what to expect; 300 intervals, three deviations.
    let spread = 0.008
    let expected = 100 * spread * (4 * (1 - correlation) / Double.pi).squareRoot()
    let hits = (0..<300).filter { seed in
      let deviations = draws(Int(3 * f0), seed: UInt64(seed), correlation: correlation)
      let periods = PeriodSequence(
        pulses: pulses(f0: f0, deviations: deviations.map { spread * $0 }))
      let interval = intervals(
        of: periods, by: BlockBootstrap(seed: UInt64(seed), resamples: 400))[.jitterLocal]
      return interval.map { $0.low <= expected && expected <= $0.high } ?? false
    }

    print("jitter, correlation \(correlation), \(f0) Hz:", hits.count, "of 300")
    #expect(hits.count >= 266)
  }

  @Test func `alike neighbours widen the interval`() throws {
    // 30 frames to a block of 0.1 s would see nothing of it in single frames.
    let values = draws(3000, seed: 2, correlation: 0.8)
    let estimator = BlockBootstrap(seed: 2)

    let single = try #require(
      estimator.interval(ofMean: values, timeStep: Self.blockStep, stream: .cpps))
    let blocks = try #require(estimator.interval(ofMean: values, timeStep: 0.003, stream: .cpps))

    // A correlation of 0.8 widens the mean's interval by √((1 + 0.8)/(1 − 0.8)) = 3.
    #expect((2.4...3.4).contains(halfWidth(blocks) / halfWidth(single)))
  }

  @Test func `constant data give an interval of no width`() throws {
    let steady = PeriodSequence(pulses: (0..<300).map { Double($0) / 128 })

    let mean = try #require(
      BlockBootstrap(seed: 3).interval(
        ofMean: Array(repeating: 17.3, count: 300), timeStep: 0.01, stream: .cpps))
    let jitter = intervals(of: steady, by: BlockBootstrap(seed: 3))

    #expect(halfWidth(mean) == 0)
    #expect(jitter[.jitterLocal] == ConfidenceInterval(low: 0, high: 0))
  }

  @Test func `the same seed gives the same bits, another seed others`() throws {
    let measured = CycleMeasurements(of: Self.voice)
    func intervals(seed: UInt64) -> [Measure: ConfidenceInterval] {
      measured.intervals(seed: seed)
    }

    #expect(intervals(seed: 7) == intervals(seed: 7))
    #expect(intervals(seed: 7)[.jitterLocal] != intervals(seed: 8)[.jitterLocal])
  }

  @Test func `every measure with an interval lies in it`() throws {
    let measured = CycleMeasurements(of: Self.voice)
    let intervals = measured.intervals(seed: 1)
    let measures: [Measure] =
      [.f0Mean, .f0Median, .hnrMean, .cpps, .stabilityScore] + Jitter.measures + Shimmer.measures
    let values = Dictionary(
      uniqueKeysWithValues: measures.map { ($0, measured.analysis.value(of: $0)?.number) })

    #expect(Set(intervals.keys) == Set(values.keys))
    for (measure, interval) in intervals {
      let value = try #require(values[measure] ?? nil)
      #expect(interval.low < value && value < interval.high, "\(measure.rawValue)")
    }
  }

  @Test func `the stability score lies in its interval, and both below 100`() throws {
    let measured = CycleMeasurements(of: Self.voice)
    let stability = measured.stability

    let score = try #require(stability.scorePercent.number)
    let interval = try #require(
      stability.interval(
        pulses: measured.pulses, amplitudes: measured.amplitudes, by: BlockBootstrap(seed: 1)))

    #expect(0 < interval.low && interval.low < score)
    #expect(score < interval.high && interval.high < 100)
  }

  @Test func `less than five blocks give no interval`() {
    let estimator = BlockBootstrap(seed: 1)

    let four = estimator.interval(
      ofMean: draws(4, seed: 1), timeStep: Self.blockStep, stream: .cpps)
    let five = estimator.interval(
      ofMean: draws(5, seed: 1), timeStep: Self.blockStep, stream: .cpps)

    #expect(four == nil)
    #expect(five != nil)
  }

  @Test func `no frame with a value gives no interval`() {
    let none = BlockBootstrap(seed: 1).interval(
      ofMean: Array(repeating: nil, count: 100), timeStep: 0.01, stream: .harmonicity)

    #expect(none == nil)
  }

  private static let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 2, seed: 3).with {
    $0.jitterPercent = 0.5
    $0.shimmerPercent = 3
    $0.hnr = 20
  }
}

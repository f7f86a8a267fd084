// Sampling errors equal the closed form, and intervals add the wander of a held voice.

import DSPCore
import RealModule
import TestSupport
import Testing
import VoiceMath
import VoiceSynthesis
import VoiceTypes

@Suite struct IntervalTests {
  /// A block holds one frame of this step.
  private static let blockStep: Seconds = 0.1

  private func draws(_ count: Int, seed: UInt64, correlation: Double = 0) -> [Double] {
    var draws = GaussianDraws(seed: seed, stream: .jitter)
    return draws.sequence(count: count, within: 6, correlation: correlation)
  }

  @Test func `the sampling error of a mean of independent items is s over root n`() throws {
    let values = draws(400, seed: 1)
    let deviation = try #require(Statistics.standardDeviation(values))
    let expected = StudentT(degreesOfFreedom: 399).expanded95 * deviation / 20

    let halfWidth = try #require(
      SamplingError.halfWidth(ofMean: values, timeStep: Self.blockStep))

    #expect(abs(halfWidth / expected - 1) < 1e-9)
  }

  @Test func `the sampling error of jitter is that of a ratio`() throws {
    // Blocks of one period, and every row has a period and a difference, except for the last.
    let periods = PeriodSequence(
      pulses: pulses(f0: 100, deviations: draws(400, seed: 2).map { 0.008 * $0 }))
    let lengths = periods.acceptedPeriods
    let differences = zip(lengths.dropFirst(), lengths).map { abs($0 - $1) }
    let (top, bottom) = (
      try #require(Statistics.mean(differences)), try #require(Statistics.mean(lengths))
    )
    let count = Double(lengths.count)
    let contributions = lengths.indices.map { row in
      let difference =
        row < differences.count ? (differences[row] - top) / Double(differences.count) : 0
      return difference / bottom - top / (bottom * bottom) * (lengths[row] - bottom) / count
    }
    let error = (contributions.reduce(0) { $0 + $1 * $1 } * count / (count - 1)).squareRoot()
    let expected = 100 * StudentT(degreesOfFreedom: lengths.count - 1).expanded95 * error

    let halfWidth = try #require(
      Jitter(of: periods).samplingHalfWidths(periodsPerBlock: 1)[.jitterLocal])

    #expect(abs(halfWidth / expected - 1) < 1e-6)
  }

  @Test func `blocks widen the error of correlated frames by the theoretical factor`() throws {
    let values = draws(3000, seed: 2, correlation: 0.8)

    let single = try #require(SamplingError.halfWidth(ofMean: values, timeStep: Self.blockStep))
    let blocks = try #require(SamplingError.halfWidth(ofMean: values, timeStep: 0.003))

    // A correlation of 0.8 widens the error by √((1 + 0.8)/(1 − 0.8)) = 3.
    #expect((2.4...3.4).contains(blocks / single))
  }

  @Test func `the error of the median of independent normals is root π/2 that of the mean`() throws
  {
    let values = draws(40_000, seed: 5)

    let mean = try #require(SamplingError.halfWidth(ofMean: values, timeStep: Self.blockStep))
    let median = try #require(SamplingError.halfWidth(ofMedian: values, timeStep: Self.blockStep))

    #expect(abs(median / mean - (Double.pi / 2).squareRoot()) < 0.2)
  }

  @Test func `the error of the deviation of independent normals is s over root 2n`() throws {
    let values = draws(40_000, seed: 6)
    let deviation = try #require(Statistics.standardDeviation(values))
    let expected = StudentT(degreesOfFreedom: 39_999).expanded95 * deviation / 80_000.0.squareRoot()

    let halfWidth = try #require(
      SamplingError.halfWidth(ofDeviation: values, timeStep: Self.blockStep))

    #expect(abs(halfWidth / expected - 1) < 0.05)
  }

  @Test func `constant data have no sampling error`() throws {
    let frames = [Double?](repeating: 17.3, count: 300)
    let steady = PeriodSequence(pulses: (0..<300).map { Double($0) / 128 })

    let mean = try #require(SamplingError.halfWidth(ofMean: frames, timeStep: 0.01))
    let median = SamplingError.halfWidth(ofMedian: frames, timeStep: 0.01)
    let jitter = Jitter(of: steady).samplingHalfWidths(periodsPerBlock: 13)

    #expect(mean < 1e-12)
    #expect(median == 0)
    #expect(jitter[.jitterLocal] == 0)
  }

  @Test func `frames without a value or fewer than five blocks give no error`() {
    #expect(
      SamplingError.halfWidth(ofMean: [Double?](repeating: nil, count: 100), timeStep: 0.01) == nil)
    #expect(SamplingError.halfWidth(ofMean: draws(4, seed: 1), timeStep: Self.blockStep) == nil)
    #expect(SamplingError.halfWidth(ofMedian: draws(4, seed: 1), timeStep: Self.blockStep) == nil)
    #expect(SamplingError.halfWidth(ofMean: draws(5, seed: 1), timeStep: Self.blockStep) != nil)
  }

  @Test func `without a sampling error the interval is the drift alone`() throws {
    // Student's t for 13 degrees of freedom is 2.1604.
    let cpps = try #require(Wander.constants[.cpps])
    let jitter = try #require(Wander.constants[.jitterLocal])

    let linear = try #require(Wander.interval(of: .cpps, around: 15, samplingHalfWidth: 0))
    let logarithmic = try #require(
      Wander.interval(of: .jitterLocal, around: 0.4, samplingHalfWidth: 0))

    #expect(abs(linear.high - 15 - 2.1604 * cpps) < 1e-3)
    #expect(abs(15 - linear.low - 2.1604 * cpps) < 1e-3)
    #expect(abs(Double.log(logarithmic.high / 0.4) - 0.021604 * jitter) < 1e-4)
    #expect(abs(logarithmic.low * logarithmic.high - 0.16) < 1e-12)
  }

  @Test func `sampling error and drift add in quadrature`() throws {
    let wander = try #require(Wander.interval(of: .cpps, around: 0, samplingHalfWidth: 0)).high

    let both = try #require(
      Wander.interval(of: .cpps, around: 0, samplingHalfWidth: 0.75 * wander))

    #expect(abs(both.high - 1.25 * wander) < 1e-12)
  }

  @Test(arguments: [1.0, 99]) func `a stability interval stays in 0 to 100`(score: Double) throws {
    let interval = try #require(
      Wander.interval(of: .stabilityScore, around: score, samplingHalfWidth: 5))

    #expect(interval.low >= 0 && interval.low < score)
    #expect(interval.high <= 100 && interval.high > score)
  }

  @Test func `every value is within its interval`() throws {
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 2, seed: 3).with {
      $0.jitterPercent = 0.5
      $0.shimmerPercent = 3
      $0.hnr = 20
    }
    let measured = CycleMeasurements(of: voice)

    let intervals = measured.intervals

    #expect(Set(intervals.keys) == Set(Wander.constants.keys))
    for (measure, interval) in intervals {
      let value = try #require(measured.analysis.value(of: measure)?.number)
      #expect(interval.low < value && value < interval.high, "\(measure.rawValue)")
    }
  }
}

/// Synthetic voices whose F0, jitter and shimmer wander from piece to piece as the constants say.
@Suite struct WanderCoverageTests {
  private static let measures: [Measure] = [.f0Mean, .jitterLocal, .shimmerLocal]
  private static let mean: [Measure: Double] = [.f0Mean: 140, .jitterLocal: 0.6, .shimmerLocal: 3]

  @Test func `intervals of drifting voices cover the mean in at least 54 of 60`() {
    var hits: [Measure: Int] = [:]
    let pieces = 60

    for seed in 1...UInt64(pieces) {
      let voice = Self.voice(seed: seed)
      let intervals = CycleMeasurements(of: voice).intervals
      for measure in Self.measures {
        let center = Self.mean[measure, default: 0]
        if let interval = intervals[measure], interval.low <= center, center <= interval.high {
          hits[measure, default: 0] += 1
        }
      }
    }

    // Of 60 intervals with t for 14 speakers 97 % cover: 53 or fewer in 1 of 400 runs.
    for measure in Self.measures {
      #expect(hits[measure, default: 0] >= 54, "\(measure.rawValue)")
    }
  }

  private static func voice(seed: UInt64) -> SyntheticVoice {
    var draws = GaussianDraws(seed: seed, stream: .noise)
    let wander = draws.sequence(count: 3, within: 6, correlation: 0)
    let values = measures.indices.map { index in
      let measure = measures[index]
      return mean[measure, default: 0]
        * Double.exp(wander[index] * Wander.constants[measure, default: 0] / 100)
    }
    return SyntheticVoice(f0: Hertz(values[0]), vowel: .none, duration: 1, seed: seed).with {
      $0.jitterPercent = values[1]
      $0.shimmerPercent = values[2]
    }
  }
}

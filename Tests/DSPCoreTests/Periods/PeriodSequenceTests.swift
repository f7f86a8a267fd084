// Which intervals count as periods: the mean is lenient, the windows of jitter are strict.

import DSPCore
import Testing

// Differences of times of some tenths of a second.
private let roundingTolerance = 1e-14

@Suite struct PeriodSequenceTests {
  /// Pulses that are these milliseconds apart.
  private func periods(_ milliseconds: [Double]) -> PeriodSequence {
    PeriodSequence(pulses: pulseTimes(milliseconds: milliseconds))
  }

  @Test func `an interval unlike both neighbours is not a period`() throws {
    let sequence = periods([10, 10, 14, 10, 10])

    #expect(sequence.acceptedPeriods.count == 4)
    #expect(abs(try #require(sequence.meanPeriod) - 0.01) < roundingTolerance)
  }

  @Test func `an interval unlike one neighbour counts for the mean`() throws {
    let sequence = periods([10, 10, 14, 14, 10])

    #expect(abs(try #require(sequence.meanPeriod) - 0.0116) < roundingTolerance)
  }

  @Test func `the first and the last interval always count for the mean`() throws {
    let sequence = periods([14, 10, 10, 10, 16])

    #expect(abs(try #require(sequence.meanPeriod) - 0.012) < roundingTolerance)
  }

  @Test func `windows leave out every step that is too large`() {
    let sequence = periods([10, 10, 14, 14, 10])

    #expect(sequence.windows(of: 2).map(\.startIndex) == [0, 2])
    #expect(sequence.windows(of: 3).isEmpty)
  }

  @Test func `neighbouring periods may differ by a factor below 1.3`() {
    #expect(periods([10, 12.99]).windows(of: 2).count == 1)
    #expect(periods([12.99, 10]).windows(of: 2).count == 1)
    #expect(periods([10, 13.01]).windows(of: 2).isEmpty)
    #expect(periods([13.01, 10]).windows(of: 2).isEmpty)
  }

  @Test func `intervals longer than 20 ms or shorter than 0.1 ms are no periods`() {
    #expect(periods([19.9, 20.1]).acceptedPeriods.count == 1)
    #expect(periods([0.09, 0.11]).acceptedPeriods.count == 1)
    #expect(periods([19.9, 20.1]).windows(of: 2).isEmpty)
    #expect(periods([0.09, 0.11]).windows(of: 2).isEmpty)
  }

  @Test func `windows slide by one interval`() {
    #expect(periods([10, 10, 10, 10, 10]).windows(of: 3).map(\.startIndex) == [0, 1, 2])
  }

  @Test func `the longest run is the longest row of comparable periods`() {
    #expect(periods([10, 10, 14, 14, 14, 10]).longestRun == 3)
    #expect(periods([10, 25, 10, 10]).longestRun == 2)
    #expect(periods([25, 25]).longestRun == 0)
    #expect(periods([]).longestRun == 0)
  }

  @Test func `no pulse or one pulse has no period`() {
    #expect(PeriodSequence(pulses: []).meanPeriod == nil)
    #expect(PeriodSequence(pulses: [0.1]).meanPeriod == nil)
  }
}

/// Pulse times that are these milliseconds apart, from 0.05 s on.
func pulseTimes(milliseconds: [Double]) -> [Double] {
  milliseconds.reduce(into: [0.05]) { times, interval in
    times.append((times.last ?? 0) + 0.001 * interval)
  }
}

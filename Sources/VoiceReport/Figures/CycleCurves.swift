// Periods and amplitudes from which jitter and shimmer (local) follow.

package import DSPCore
internal import VoiceTypes

/// Values of consecutive cycles.
package struct CycleCurve: Sendable, Equatable {
  /// One cycle.
  package struct Cycle: Sendable, Equatable {
    /// The time in the recording, in seconds.
    package let time: Double

    /// The period in seconds, or the amplitude in full-scale units.
    package let value: Double

    /// Whether the measure compares this cycle with the next one.
    package let comparesWithNext: Bool

    /// Whether the cycle contributes to the mean.
    package let counts: Bool

    package init(time: Double, value: Double, comparesWithNext: Bool, counts: Bool) {
      (self.time, self.value) = (time, value)
      (self.comparesWithNext, self.counts) = (comparesWithNext, counts)
    }
  }

  /// The cycles in ascending order of time.
  package let cycles: [Cycle]

  package init(cycles: [Cycle]) { self.cycles = cycles }

  /// The mean absolute difference of compared neighbours; nil without compared neighbours.
  package var meanDifference: Double? {
    let differences = zip(cycles, cycles.dropFirst())
      .filter { $0.0.comparesWithNext }
      .map { ($0.1.value - $0.0.value).magnitude }
    return differences.isEmpty ? nil : differences.reduce(0, +) / Double(differences.count)
  }

  /// The mean of the cycles with `counts`; nil without any.
  package var mean: Double? {
    let counted = cycles.filter(\.counts)
    return counted.isEmpty ? nil : counted.map(\.value).reduce(0, +) / Double(counted.count)
  }

  /// Jitter or shimmer (local): the mean absolute difference over the mean, in percent.
  package var percent: Double? {
    guard let meanDifference, let mean, mean > 0 else { return nil }
    return 100 * meanDifference / mean
  }

  /// Returns whether a cycle is compared with a neighbour.
  package func isCompared(_ index: Int) -> Bool {
    cycles[index].comparesWithNext || (index > 0 && cycles[index - 1].comparesWithNext)
  }

  /// Returns the cycles that are compared with a neighbour, or the others.
  func cycles(compared: Bool) -> [Cycle] {
    cycles.indices.filter { isCompared($0) == compared }.map { cycles[$0] }
  }

  /// Returns the cycles of an index range.
  func cut(_ range: Range<Int>) -> CycleCurve { CycleCurve(cycles: Array(cycles[range])) }
}

extension CycleCurve {
  /// Returns the periods, each at the centre of its interval. `offset` (s) converts to recording
  /// time.
  package static func periods(of found: GlottalCycles, offset: Double) -> CycleCurve {
    let intervals = found.periods.intervals
    let compared = Set(found.periods.windows(of: 2).map(\.startIndex))
    return CycleCurve(
      cycles: intervals.indices.map { index in
        Cycle(
          time: found.pulses[index] + intervals[index] / 2 + offset, value: intervals[index],
          comparesWithNext: compared.contains(index), counts: found.periods.isPeriod(index))
      })
  }

  /// Returns the peak amplitudes at pulses. The last amplitude does not count for the mean.
  package static func amplitudes(of found: GlottalCycles, offset: Double) -> CycleCurve {
    let (times, values) = (found.amplitudes.times, found.amplitudes.values)
    let compared = Set(found.amplitudes.windows(of: 2).map(\.startIndex))
    return CycleCurve(
      cycles: values.indices.map { index in
        Cycle(
          time: times[index] + offset, value: values[index],
          comparesWithNext: compared.contains(index), counts: index + 1 < values.count)
      })
  }
}

// The cycles that jitter and shimmer are taken from, as a figure shows them: every interval between
// pulses and every amplitude, with which neighbours are compared. Both measures follow from what is
// here by sums that a reader can do.

package import DSPCore
internal import VoiceTypes

/// Values of consecutive cycles.
package struct CycleCurve: Sendable, Equatable {
  /// One cycle.
  package struct Cycle: Sendable, Equatable {
    /// When it is, in seconds of the recording.
    package let time: Double

    /// Its length in seconds, or its amplitude in full-scale units.
    package let value: Double

    /// Whether it is compared with the one after it.
    package let comparesWithNext: Bool

    /// Whether it counts for the mean.
    package let counts: Bool

    /// States a cycle.
    package init(time: Double, value: Double, comparesWithNext: Bool, counts: Bool) {
      (self.time, self.value) = (time, value)
      (self.comparesWithNext, self.counts) = (comparesWithNext, counts)
    }
  }

  /// In the order of their times.
  package let cycles: [Cycle]

  /// A curve of cycles.
  package init(cycles: [Cycle]) { self.cycles = cycles }

  /// The mean difference of compared neighbours, without its sign; nil where none are compared.
  package var meanDifference: Double? {
    let differences = zip(cycles, cycles.dropFirst())
      .filter { $0.0.comparesWithNext }
      .map { ($0.1.value - $0.0.value).magnitude }
    return differences.isEmpty ? nil : differences.reduce(0, +) / Double(differences.count)
  }

  /// The mean of the cycles that count for it; nil without any.
  package var mean: Double? {
    let counted = cycles.filter(\.counts)
    return counted.isEmpty ? nil : counted.map(\.value).reduce(0, +) / Double(counted.count)
  }

  /// The mean difference of neighbours in percent of the mean: jitter or shimmer (local).
  package var percent: Double? {
    guard let meanDifference, let mean, mean > 0 else { return nil }
    return 100 * meanDifference / mean
  }

  /// Whether a cycle is compared with any neighbour.
  package func isCompared(_ index: Int) -> Bool {
    cycles[index].comparesWithNext || (index > 0 && cycles[index - 1].comparesWithNext)
  }

  /// The cycles of a range of indices.
  func cut(_ range: Range<Int>) -> CycleCurve { CycleCurve(cycles: Array(cycles[range])) }
}

extension CycleCurve {
  /// The lengths of cycles, each in the middle of its interval; `offset` makes times of the recording.
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

  /// The amplitudes around pulses. The last one has none after it, and does not count for the mean.
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

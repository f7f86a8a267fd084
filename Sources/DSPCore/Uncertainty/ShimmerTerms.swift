// Shimmer as sums over pulse amplitudes. A window counts where its first amplitude stands.

import RealModule
import VoiceTypes

/// What the resamples of a sequence of amplitudes add up.
enum ShimmerTerms {
  private static let percent = 100.0

  // Each of these is a sum, and the column after it how many terms it has.
  private static let amplitude = 0
  private static let differenceOfTwo = 2
  private static let levelDifferenceOfTwo = 4
  private static let deviationInThree = 6
  private static let deviationInFive = 8
  private static let deviationInEleven = 10
  private static let columnCount = 12

  /// One row per amplitude.
  static func table(of amplitudes: PulseAmplitudes) -> TermTable {
    var table = TermTable(rows: amplitudes.values.count, columns: columnCount)
    // As in shimmer itself, the last amplitude is not part of the mean.
    for (row, value) in amplitudes.values.dropLast().enumerated() {
      table.count(value, row: row, column: amplitude)
    }
    for pair in amplitudes.windows(of: 2) {
      let (row, first, second) = (pair.startIndex, pair[pair.startIndex], pair[pair.startIndex + 1])
      table.count((second - first).magnitude, row: row, column: differenceOfTwo)
      table.count(
        20 * Double.log10(first / second).magnitude, row: row, column: levelDifferenceOfTwo)
    }
    for (count, column) in [(3, deviationInThree), (5, deviationInFive), (11, deviationInEleven)] {
      for window in amplitudes.windows(of: count) {
        table.count(window.deviationOfMiddle, row: window.startIndex, column: column)
      }
    }
    return table
  }

  /// The six measures with their values.
  static func measures(_ shimmer: Shimmer) -> [ResampledMeasure] {
    func relative(
      _ measure: Measure, _ value: Measured, _ column: Int, times factor: Double = 1
    ) -> ResampledMeasure {
      ResampledMeasure(
        measure: measure, value: value.scaled(by: percent), scale: .logarithmic,
        statistic: ResampledMeasure.ratio(column, to: amplitude, times: factor * percent))
    }
    return [
      relative(.shimmerLocal, shimmer.local, differenceOfTwo),
      ResampledMeasure(
        measure: .shimmerLocalDecibels, value: shimmer.localDecibels, scale: .logarithmic,
        statistic: ResampledMeasure.mean(levelDifferenceOfTwo)),
      relative(.shimmerAPQ3, shimmer.apq3, deviationInThree),
      relative(.shimmerAPQ5, shimmer.apq5, deviationInFive),
      relative(.shimmerAPQ11, shimmer.apq11, deviationInEleven),
      relative(.shimmerDDA, shimmer.dda, deviationInThree, times: 3),
    ]
  }
}

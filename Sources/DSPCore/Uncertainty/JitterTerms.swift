// Jitter as sums over periods. A window counts where its first period stands.

import VoiceTypes

/// What the resamples of a sequence of periods add up.
enum JitterTerms {
  private static let percent = 100.0
  private static let microsecondsPerSecond = 1e6

  // Each of these is a sum, and the column after it how many terms it has.
  private static let length = 0
  private static let differenceOfTwo = 2
  private static let deviationInThree = 4
  private static let deviationInFive = 6
  private static let columnCount = 8

  /// One row per interval between pulses.
  static func table(of periods: PeriodSequence) -> TermTable {
    var table = TermTable(rows: periods.intervals.count, columns: columnCount)
    for row in periods.intervals.indices where periods.isPeriod(row) {
      table.count(periods.intervals[row], row: row, column: length)
    }
    for pair in periods.windows(of: 2) {
      let difference = (pair[pair.startIndex + 1] - pair[pair.startIndex]).magnitude
      table.count(difference, row: pair.startIndex, column: differenceOfTwo)
    }
    for (count, column) in [(3, deviationInThree), (5, deviationInFive)] {
      for window in periods.windows(of: count) {
        table.count(window.deviationOfMiddle, row: window.startIndex, column: column)
      }
    }
    return table
  }

  /// The five measures with their values.
  static func measures(_ jitter: Jitter) -> [ResampledMeasure] {
    func relative(
      _ measure: Measure, _ value: Measured, _ column: Int, times factor: Double = 1
    ) -> ResampledMeasure {
      ResampledMeasure(
        measure: measure, value: value.scaled(by: percent), scale: .logarithmic,
        statistic: ResampledMeasure.ratio(column, to: length, times: factor * percent))
    }
    return [
      relative(.jitterLocal, jitter.local, differenceOfTwo),
      ResampledMeasure(
        measure: .jitterLocalAbsolute,
        value: jitter.localAbsolute.scaled(by: microsecondsPerSecond), scale: .logarithmic,
        statistic: ResampledMeasure.mean(differenceOfTwo, times: microsecondsPerSecond)),
      relative(.jitterRAP, jitter.rap, deviationInThree),
      relative(.jitterPPQ5, jitter.ppq5, deviationInFive),
      relative(.jitterDDP, jitter.ddp, deviationInThree, times: 3),
    ]
  }
}

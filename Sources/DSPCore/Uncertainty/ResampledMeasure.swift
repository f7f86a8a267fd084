// A measure as the bootstrap sees it: a function of sums, in the unit of the results document.

import VoiceTypes

/// A measure, its value, and how to compute it anew from the sums of a resample.
struct ResampledMeasure {
  let measure: Measure
  let value: Measured
  let scale: BootstrapScale
  let statistic: ([Double]) -> Double?

  /// The mean of what a column and the count after it add up; nil when nothing counted.
  static func mean(_ sums: [Double], _ column: Int) -> Double? {
    sums[column + 1] > 0 ? sums[column] / sums[column + 1] : nil
  }

  /// The mean of one column over the mean of another, times `factor`.
  static func ratio(_ column: Int, to base: Int, times factor: Double) -> ([Double]) -> Double? {
    { sums in
      guard let top = mean(sums, column), let bottom = mean(sums, base) else { return nil }
      return factor * top / bottom
    }
  }

  /// The mean of one column, times `factor`.
  static func mean(_ column: Int, times factor: Double = 1) -> ([Double]) -> Double? {
    { sums in mean(sums, column).map { factor * $0 } }
  }
}

extension BlockBootstrap {
  /// The intervals of all measures that share a table.
  func intervals(
    of measures: [ResampledMeasure], table: TermTable, blockLength: Int, stream: BootstrapStream
  ) -> [Measure: ConfidenceInterval] {
    let halfWidths = halfWidths(
      of: table, blockLength: blockLength, stream: stream, statistics: measures.map(\.statistic))
    var intervals: [Measure: ConfidenceInterval] = [:]
    for (measure, halfWidth) in zip(measures, halfWidths) {
      guard let value = measure.value.number, let halfWidth else { continue }
      intervals[measure.measure] = measure.scale.interval(around: value, halfWidth: halfWidth)
    }
    return intervals
  }
}

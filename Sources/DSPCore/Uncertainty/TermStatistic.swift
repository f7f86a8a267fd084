// The order of multiplications differs between `value` and `resampled`; published digits depend on
// it.

internal import VoiceMath
package import VoiceTypes

/// Statistic of a table of per-cycle contributions: the mean of one column, or its ratio to the
/// mean of another.
struct TermStatistic: Sendable, Equatable {
  /// The column of the sum; the next column has the number of terms.
  let column: Int

  /// The column of the denominator; nil for a plain mean.
  var base: Int?

  /// The factor of the measure.
  var multiple = 1.0

  /// The mean of the terms of a column; nil without a term.
  static func mean(_ sums: [Double], _ column: Int) -> Double? {
    sums[column + 1] > 0 ? sums[column] / sums[column + 1] : nil
  }

  /// The measure from the sums over all rows; nil without a term.
  func value(_ sums: [Double]) -> Measured? {
    guard let top = Self.mean(sums, column) else { return nil }
    let bottom = base.flatMap { Self.mean(sums, $0) }
    let value = bottom.map { Measured(top).scaled(by: 1 / $0) } ?? Measured(top)
    return multiple == 1 ? value : value.scaled(by: multiple)
  }

  /// The measure of a resample, times `unit`; nil without a term.
  func resampled(_ sums: [Double], times unit: Double) -> Double? {
    guard let top = Self.mean(sums, column) else { return nil }
    guard let base else { return multiple * unit * top }
    return Self.mean(sums, base).map { multiple * unit * top / $0 }
  }
}

/// Measure that is a statistic of a table, with the factor to the document's unit.
struct TabledMeasure: Sendable {
  let measure: Measure
  let statistic: TermStatistic
  let unit: Double
}

extension BlockBootstrap {
  /// The intervals of nonnegative measures that share a table, around their values in the unit of
  /// the document.
  func intervals(
    of measures: [TabledMeasure], table: ContributionTable, blockLength: Int,
    stream: BootstrapStream,
    value: (Measure) -> Measured
  ) -> [Measure: ConfidenceInterval] {
    let halfWidths = halfWidths(
      of: table, blockLength: blockLength, stream: stream,
      statistics: measures.map { measure in
        { measure.statistic.resampled($0, times: measure.unit) }
      })
    var intervals: [Measure: ConfidenceInterval] = [:]
    for (measure, halfWidth) in zip(measures, halfWidths) {
      guard let value = value(measure.measure).number, let halfWidth else { continue }
      intervals[measure.measure] = BootstrapScale.logarithmic.interval(
        around: value, halfWidth: halfWidth)
    }
    return intervals
  }

  /// The interval of the mean over the frames that have a value; the frames are `timeStep` apart.
  package func interval(
    ofMean frames: [Double?], timeStep: Seconds, stream: BootstrapStream
  ) -> ConfidenceInterval? {
    guard let mean = Statistics.mean(frames.compactMap { $0 }) else { return nil }
    var table = ContributionTable(rows: frames.count, columns: 2)
    for (row, value) in frames.enumerated() {
      if let value { table.count(value, row: row, column: 0) }
    }
    let halfWidth = halfWidths(
      of: table, blockLength: Self.blockLength(forStep: timeStep.value), stream: stream,
      statistics: [{ TermStatistic(column: 0).resampled($0, times: 1) }])
    return halfWidth[0].map { BootstrapScale.linear.interval(around: mean, halfWidth: $0) }
  }
}

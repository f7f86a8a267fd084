// The order of multiplications in `value` determines published digits.

import VoiceTypes

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

  /// The measure from sums that differ slightly from those of all rows, times `unit`.
  func number(_ sums: [Double], times unit: Double) -> Double? {
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

extension ContributionTable {
  /// The 95 % half widths of measures with a term, in the unit of the document.
  func samplingHalfWidths(of measures: [TabledMeasure], blockLength: Int) -> [Measure: Double] {
    measures.reduce(into: [:]) { halfWidths, tabled in
      halfWidths[tabled.measure] = halfWidth(blockLength: blockLength) {
        tabled.statistic.number($0, times: tabled.unit)
      }
    }
  }

  /// The 95 % half width of a statistic of the sums; nil if undefined, or with too few blocks.
  func halfWidth(blockLength: Int, of statistic: ([Double]) -> Double?) -> Double? {
    contributions(to: statistic).flatMap {
      SamplingError.halfWidth(ofContributions: $0, blockLength: blockLength)
    }
  }
}

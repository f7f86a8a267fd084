import RealModule
import VoiceTypes

/// Per-cycle contributions to the stability score. All four parts share the blocks, because the
/// parts of one voice are correlated. Trends and voicing stay fixed.
struct StabilityTerms {
  /// Columns of a contour: its sum and count, then the sums of its residuals and their squares.
  private struct ContourColumns {
    let value: Int
    var residual: Int { value + 2 }
    var square: Int { value + 3 }
  }

  private static let frequency = ContourColumns(value: 0)
  private static let amplitude = ContourColumns(value: 4)
  private static let periodDeviation = 8
  private static let period = 10
  private static let amplitudeDeviation = 12
  private static let columnCount = 14
  private static let periodQuotient = TermStatistic(column: periodDeviation, base: period)
  private static let amplitudeQuotient = TermStatistic(
    column: amplitudeDeviation, base: amplitude.value)
  private static let percent = 100.0

  /// One row per interval between pulses; an amplitude is in the row of the interval after its
  /// pulse.
  private(set) var table: ContributionTable

  private let quotient: StabilityComponent

  /// Creates the terms of `score`; nil if a contour has no trend.
  init?(score: StabilityScore, pulses: [Double], amplitudes: PulseAmplitudes) {
    let periods = PeriodSequence(pulses: pulses)
    guard let f0 = LinearTrend(of: Contour(frequenciesOf: periods)),
      let level = LinearTrend(of: Contour(of: amplitudes))
    else { return nil }
    table = ContributionTable(rows: periods.intervals.count, columns: Self.columnCount)
    quotient = score.components[.apq11] == nil ? .apq5 : .apq11

    let periodRows = periods.intervals.indices.filter { periods.isPeriod($0) }
    note(Contour(frequenciesOf: periods), f0, rows: periodRows, in: Self.frequency)
    for row in periodRows { table.count(periods.intervals[row], row: row, column: Self.period) }
    for window in periods.windows(of: 5) {
      table.count(
        window.deviationOfMiddle, row: window.startIndex, column: Self.periodDeviation)
    }
    let amplitudeRows = Self.rows(of: amplitudes.times, in: pulses)
    note(Contour(of: amplitudes), level, rows: amplitudeRows, in: Self.amplitude)
    for window in amplitudes.windows(of: quotient == .apq5 ? 5 : 11) {
      table.count(
        window.deviationOfMiddle, row: amplitudeRows[window.startIndex],
        column: Self.amplitudeDeviation)
    }
  }

  private mutating func note(
    _ contour: Contour, _ trend: LinearTrend, rows: [Int], in columns: ContourColumns
  ) {
    for (index, row) in rows.enumerated() {
      let residual = trend.residuals[index]
      table.count(contour.values[index], row: row, column: columns.value)
      table[row, columns.residual] = residual
      table[row, columns.square] = residual * residual
    }
  }

  /// The rows of ascending times among all pulses.
  private static func rows(of times: [Double], in pulses: [Double]) -> [Int] {
    var row = 0
    return times.map { time in
      // An amplitude lies between two periods, so never at the last pulse.
      while row + 2 < pulses.count && pulses[row] < time { row += 1 }
      return row
    }
  }

  /// The score without the voicing fraction, 0 … 1, from the sums.
  func score(_ sums: [Double]) -> Double? {
    guard let f0 = Self.deviation(sums, Self.frequency),
      let amplitude = Self.deviation(sums, Self.amplitude),
      let ppq5 = Self.periodQuotient.number(sums, times: Self.percent),
      let apq = Self.amplitudeQuotient.number(sums, times: Self.percent)
    else { return nil }
    let levels: [(StabilityComponent, Double)] = [
      (.f0, f0), (.amplitude, amplitude), (.ppq5, ppq5), (quotient, apq),
    ]
    let exponent = levels.reduce(0) { sum, part in
      sum + (part.0.weight ?? 0) * Double.log(part.0.score(ofLevel: part.1))
    }
    return Double.exp(exponent)
  }

  /// The standard deviation of the residuals in percent of the mean.
  private static func deviation(_ sums: [Double], _ columns: ContourColumns) -> Double? {
    let count = sums[columns.value + 1]
    guard count > 1 else { return nil }
    let residual = sums[columns.residual]
    let squares = max(0, sums[columns.square] - residual * residual / count)
    return percent * (squares / (count - 1)).squareRoot() * count / sums[columns.value]
  }
}

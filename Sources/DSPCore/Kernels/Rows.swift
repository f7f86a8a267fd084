/// Row arithmetic at the start of every frame of a pitch analysis.
package enum Rows {
  /// The sum of all values, added in eight lanes.
  package static func sum(of row: Span<Double>) -> Double {
    WideRows.sum(of: row)
  }

  /// `Σ first[k] · second[k]` over rows of equal length, added in eight lanes.
  package static func product(of first: Span<Double>, and second: Span<Double>) -> Double {
    WideRows.product(of: first, and: second)
  }

  /// The largest `|value − mean|`; zero for an empty row.
  package static func largestMagnitude(of row: Span<Double>, minus mean: Double = 0) -> Double {
    WideRows.largestMagnitude(of: row, minus: mean)
  }

  /// Writes `value − mean` for every value of `row`; the rest of `result` is unchanged.
  package static func subtract(
    _ mean: Double, from row: Span<Double>, into result: inout [Double]
  ) {
    precondition(row.count <= result.count, "the row fits into the result")
    var target = result.mutableSpan
    for index in 0..<row.count { target[index] = row[index] - mean }
  }

  /// Writes `(value − mean) · weight` for every value of `row`.
  package static func taper(
    _ row: Span<Double>, minus mean: Double, by weights: Span<Double>,
    into target: inout MutableSpan<Double>
  ) {
    WideRows.taper(row, minus: mean, by: weights, into: &target)
  }
}

extension Rows {
  /// Extremes and sum of a nonempty row.
  package static func extremes(
    of row: Span<Double>
  ) -> (lowest: Double, highest: Double, sum: Double) {
    var lows = SIMD8(repeating: row[0])
    var (highs, sums) = (lows, SIMD8<Double>.zero)
    let whole = Lanes.whole(of: row.count)
    for index in stride(from: 0, to: whole, by: Lanes.count) {
      let values = row.eight(at: index)
      lows = lows.replacing(with: values, where: values .< lows)
      highs = highs.replacing(with: values, where: values .> highs)
      sums += values
    }
    var (lowest, highest, sum) = (lows.least, highs.greatest, sums.sum())
    for index in whole..<row.count {
      sum += row[index]
      lowest = min(lowest, row[index])
      highest = max(highest, row[index])
    }
    return (lowest, highest, sum)
  }
}

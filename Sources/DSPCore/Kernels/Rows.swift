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

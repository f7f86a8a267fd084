/// Extremes and sum of a row, accumulated incrementally while another loop has its values in cache.
package struct RowExtremes {
  private var lows: SIMD8<Double>
  private var highs: SIMD8<Double>
  private var sums = SIMD8<Double>.zero
  /// Values processed so far, in whole vectors.
  private var seen = 0

  /// Starts with a nonempty row.
  package init(of row: Span<Double>) {
    lows = SIMD8(repeating: row[0])
    highs = lows
  }

  /// Processes `row`, the same at every call, to about `end`.
  package mutating func advance(in row: Span<Double>, to end: Int) {
    let whole = Lanes.whole(of: min(end, row.count))
    guard seen < whole else { return }
    var (lows, highs, sums) = (lows, highs, sums)
    for index in stride(from: seen, to: whole, by: Lanes.count) {
      let values = row.eight(at: index)
      lows = lows.replacing(with: values, where: values .< lows)
      highs = highs.replacing(with: values, where: values .> highs)
      sums += values
    }
    (self.lows, self.highs, self.sums, seen) = (lows, highs, sums, whole)
  }

  /// Processes the rest of `row` and returns its extremes and sum.
  package mutating func finish(
    in row: Span<Double>
  ) -> (lowest: Double, highest: Double, sum: Double) {
    advance(in: row, to: row.count)
    var (lowest, highest, sum) = (lows.least, highs.greatest, sums.sum())
    for index in seen..<row.count {
      sum += row[index]
      lowest = min(lowest, row[index])
      highest = max(highest, row[index])
    }
    return (lowest, highest, sum)
  }
}

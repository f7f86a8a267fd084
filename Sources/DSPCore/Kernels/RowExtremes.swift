// The smallest value, the largest value and the sum of a row. A long row is not walked twice: what
// walks it for other reasons says how far it has come, while the values are at hand.

/// The extremes and the sum of the beginning of a row.
package struct RowExtremes {
  private var lows: SIMD8<Double>
  private var highs: SIMD8<Double>
  private var sums = SIMD8<Double>.zero
  /// Values seen so far, in whole lanes.
  private var seen = 0

  /// Nothing seen of a row that is not empty.
  package init(of row: Span<Double>) {
    lows = SIMD8(repeating: row[0])
    highs = lows
  }

  /// Goes on in `row`, the same every time, to about `end`.
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

  /// The extremes and the sum of all of `row`.
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

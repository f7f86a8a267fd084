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

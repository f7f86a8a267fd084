// Products of one row with another at seven lags, where a glottal-to-noise excitation ratio spends
// its time. Only every fourth product is formed: what two smooth envelopes multiply to is so smooth
// that the sum is hardly another.

/// Rows split by the remainder of their places, for products at every fourth place.
package struct FourfoldRows {
  /// Rows are cut into pieces of so many products, which stay in the cache from pair to pair.
  private static let piece = 256

  /// The lags on either side.
  package static let reach = 3

  private let length: Int
  private let values: [Double]
  private let rows: Int

  /// Rows of one length.
  package init(_ rows: [[Double]]) {
    self.rows = rows.count
    // A zero before the first place stands for what lies before the row.
    length = (rows.first?.count ?? 0) / 4 + 1
    var values: [Double] = []
    values.reserveCapacity(4 * rows.count * length)
    for row in rows {
      for remainder in 0..<4 {
        values.append(0)
        for place in 0..<(length - 1) { values.append(row[4 * place + remainder]) }
      }
    }
    self.values = values
  }

  /// The largest of the sums `Σ row[t] · column[t + lag]` over the lags −3 … 3, t being multiples of
  /// four, for each of `pairs`.
  package func largestProducts(of pairs: [(row: Int, column: Int)]) -> [Double] {
    var sums = [Double](repeating: 0, count: pairs.count * (2 * Self.reach + 1))
    let source = values.span
    for start in stride(from: 0, to: length - 1, by: Self.piece) {
      let count = min(Self.piece, length - 1 - start)
      for (index, pair) in pairs.enumerated() {
        addProducts(
          of: pair, from: start, count: count, in: source, to: &sums, at: index * 7)
      }
    }
    return pairs.indices.map { index in sums[(7 * index)..<(7 * index + 7)].max() ?? 0 }
  }

  private func first(_ row: Int, remainder: Int) -> Int { (4 * row + remainder) * length }

  private func addProducts(
    of pair: (row: Int, column: Int), from start: Int, count: Int, in source: Span<Double>,
    to sums: inout [Double], at target: Int
  ) {
    let here = source.extracting((first(pair.row, remainder: 0) + 1 + start)...)
    // Lag −3 is the place before with remainder 1, and so on up to lag 3.
    let others = (-3...3).map { lag in
      first(pair.column, remainder: (lag + 4) % 4) + start + (lag < 0 ? 0 : 1)
    }
    var (a, b, c, d) = (
      SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero
    )
    var (e, f, g) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    let (o0, o1, o2, o3) = (others[0], others[1], others[2], others[3])
    let (o4, o5, o6) = (others[4], others[5], others[6])
    for index in stride(from: 0, to: count - 1, by: 2) {
      let value = here.two(at: index)
      a += value * source.two(at: o0 + index)
      b += value * source.two(at: o1 + index)
      c += value * source.two(at: o2 + index)
      d += value * source.two(at: o3 + index)
      e += value * source.two(at: o4 + index)
      f += value * source.two(at: o5 + index)
      g += value * source.two(at: o6 + index)
    }
    for (lag, sum) in [a, b, c, d, e, f, g].enumerated() { sums[target + lag] += sum.sum() }
    guard count % 2 == 1 else { return }
    for lag in 0..<7 { sums[target + lag] += here[count - 1] * source[others[lag] + count - 1] }
  }
}

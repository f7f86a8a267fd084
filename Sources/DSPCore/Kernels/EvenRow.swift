// A row and its mirror image in one: correlations are even, and interpolation near lag zero looks at
// both sides.

/// Rows that are read from their middle to either side.
package enum EvenRow {
  /// Writes `row[k] · (factor · weights[k])` to the places `middle + k` and `middle − k`.
  package static func write(
    _ row: Span<Double>, times factor: Double, and weights: Span<Double>, around middle: Int,
    into target: inout MutableSpan<Double>
  ) {
    precondition(row.count == weights.count, "a weight for every value")
    precondition(middle >= row.count - 1 && middle <= target.count - row.count, "both sides fit")
    let whole = Lanes.whole(of: row.count)
    for index in stride(from: 0, to: whole, by: Lanes.count) {
      let values = row.eight(at: index) * (factor * weights.eight(at: index))
      target.set(values, at: middle + index)
      target.set(values.reversed, at: middle - index - (Lanes.count - 1))
    }
    for index in whole..<row.count {
      let value = row[index] * (factor * weights[index])
      target[middle + index] = value
      target[middle - index] = value
    }
  }
}

extension SIMD8<Double> {
  /// The last value first.
  fileprivate var reversed: SIMD8<Double> {
    SIMD8(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}

/// Symmetric rows, for interpolation of an even correlation near lag zero.
package enum EvenRow {
  /// Writes `row[k] · (factor · weights[k])` to the indices `middle + k` and `middle − k`.
  package static func write(
    _ row: Span<Double>, times factor: Double, and weights: Span<Double>, around middle: Int,
    into target: inout MutableSpan<Double>
  ) {
    precondition(row.count == weights.count, "one weight per value")
    precondition(
      middle >= row.count - 1 && middle <= target.count - row.count, "both sides are inside the row"
    )
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

  /// Copies the `count` values from `middle` on to their mirror images.
  package static func mirror(
    _ count: Int, around middle: Int, in row: inout MutableSpan<Double>
  ) {
    precondition(
      middle >= count - 1 && middle <= row.count - count, "both sides are inside the row")
    // The middle itself is excluded, so that no eight values include both sides.
    let first = min(1, count)
    let whole = first + Lanes.whole(of: count - first)
    for index in stride(from: first, to: whole, by: Lanes.count) {
      let values = row.span.eight(at: middle + index)
      row.set(values.reversed, at: middle - index - (Lanes.count - 1))
    }
    for index in whole..<count { row[middle - index] = row[middle + index] }
  }
}

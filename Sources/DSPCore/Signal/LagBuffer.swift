/// Normalised correlations at the lags −`keptLag` … `keptLag`, with lag 0 at `centre`. Both halves
/// are stored, so that interpolation needs no special case.
package struct LagBuffer {
  /// `2 · centre + 1` correlations; NaN for zero energy.
  package private(set) var values: [Double]

  /// The index of lag zero, and the largest lag.
  package let centre: Int

  package init(keptLag: Int) {
    centre = keptLag
    values = Array(repeating: 0, count: 2 * keptLag + 1)
  }

  /// The correlation at a lag of 0 … `centre` samples.
  package subscript(lag: Int) -> Double { values[centre + lag] }

  /// Passes the storage and the index of lag zero to `write`, which sets the lags 0 ..< `count`,
  /// then mirrors them.
  package mutating func set(count: Int, write: (inout MutableSpan<Double>, _ start: Int) -> Void) {
    precondition(count <= centre + 1, "the lags are inside the buffer")
    let middle = centre
    var target = values.mutableSpan
    write(&target, middle)
    EvenRow.mirror(count, around: middle, in: &target)
  }

  /// Sets the correlations at the lags 0 ..< `row.count` to `row[lag] · (factor · weights[lag])`,
  /// and lag zero to 1.
  package mutating func set(
    _ row: Span<Double>, times factor: Double, and weights: Span<Double>
  ) {
    let middle = centre
    var target = values.mutableSpan
    EvenRow.write(row, times: factor, and: weights, around: middle, into: &target)
    target[middle] = 1
  }

  /// Sets the correlation at `lag` and at its mirror image.
  package mutating func set(_ value: Double, atLag lag: Int) {
    values[centre + lag] = value
    values[centre - lag] = value
  }
}

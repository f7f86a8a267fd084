// The sum of products of two rows, the inner loop of resampling.

/// Products of equally long stretches.
package enum DotProduct {
  /// Partial sums that run side by side; adding up in one row would wait for every addition.
  private static let lanes = 4

  /// `Σ_k first[k] · second[start + k]` over all of `first`.
  package static func sum(of first: [Double], with second: [Double], from start: Int) -> Double {
    let row = second.span.extracting(start..<(start + first.count))
    let weights = first.span
    let whole = weights.count - weights.count % lanes
    var sums = SIMD4<Double>.zero
    for index in stride(from: 0, to: whole, by: lanes) {
      sums += four(weights, at: index) * four(row, at: index)
    }
    var sum = sums.sum()
    for index in whole..<weights.count { sum += weights[index] * row[index] }
    return sum
  }

  private static func four(_ values: Span<Double>, at index: Int) -> SIMD4<Double> {
    SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
  }
}

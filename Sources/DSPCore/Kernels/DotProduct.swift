/// Dot products of rows, the inner loop of resampling.
package enum DotProduct {
  /// `Σ_k w_k · y_k + share · Σ_k v_k · y_k` with w and v the first and the second half of
  /// `weights`, and y the `values` from `start` on.
  package static func sum(
    of weights: [Double], share: Double, with values: Span<Double>, from start: Int
  ) -> Double {
    let count = weights.count / 2
    precondition(start >= 0 && start + count <= values.count, "one value per weight")
    let sums = WideRows.products(
      of: weights.span, with: values.extracting(start..<(start + count)))
    return sums.first + share * sums.second
  }
}

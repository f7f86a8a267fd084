// Sums of products of rows, the inner loop of resampling.

/// Products of stretches.
package enum DotProduct {
  private typealias Four = SIMD4<Double>

  /// `Σ_k w_k · y_k + share · Σ_k v_k · y_k` over the first and the second half of `weights`, w and
  /// v; y is `values` from `start` on.
  package static func sum(
    of weights: [Double], share: Double, with values: Span<Double>, from start: Int
  ) -> Double {
    let count = weights.count / 2
    precondition(start >= 0 && start + count <= values.count, "every weight has its value")
    let whole = count - count % (2 * Four.scalarCount)
    // Partial sums that run side by side; adding up in one row would wait for every addition.
    var (even, odd, evenShare, oddShare) = (Four.zero, Four.zero, Four.zero, Four.zero)
    unsafe weights.withUnsafeBytes { weights in
      unsafe values.withUnsafeBytes { values in
        for index in stride(from: 0, to: whole, by: 2 * Four.scalarCount) {
          // In bounds: `whole <= count`, and twice `count` weights and `count` values are there.
          let near = unsafe four(values, at: start &+ index)
          let far = unsafe four(values, at: start &+ index &+ Four.scalarCount)
          even += unsafe four(weights, at: index) * near
          odd += unsafe four(weights, at: index &+ Four.scalarCount) * far
          evenShare += unsafe four(weights, at: count &+ index) * near
          oddShare += unsafe four(weights, at: count &+ index &+ Four.scalarCount) * far
        }
      }
    }
    var (sum, shared) = ((even + odd).sum(), (evenShare + oddShare).sum())
    for index in whole..<count {
      sum += weights[index] * values[start + index]
      shared += weights[count + index] * values[start + index]
    }
    return sum + share * shared
  }

  @inline(__always)
  private static func four(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Four {
    unsafe bytes.loadUnaligned(fromByteOffset: index &* MemoryLayout<Double>.stride, as: Four.self)
  }
}

/// Weighted mean square of a frame, less its unweighted mean.
package enum WeightedMeanSquare {
  private typealias Eight = SIMD8<Double>

  /// `Σ w · (x − mean of x)² / Σ w`.
  package static func value(of stretch: Span<Double>, weights: Span<Double>) -> Double {
    precondition(stretch.count == weights.count, "one weight per value")
    let count = stretch.count
    let whole = count - count % Eight.scalarCount
    return unsafe stretch.withUnsafeBytes { values in
      unsafe weights.withUnsafeBytes { weights in
        var sums = Eight.zero
        for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
          // In bounds: the last of eight precedes `whole`.
          sums += unsafe eight(values, at: index)
        }
        var sum = sums.sum()
        for index in whole..<count { sum += stretch[index] }
        let mean = sum / Double(count)

        var (powers, totals) = (Eight.zero, Eight.zero)
        for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
          // In bounds, as above.
          let weight = unsafe eight(weights, at: index)
          let deviation = unsafe eight(values, at: index) - mean
          powers += deviation * deviation * weight
          totals += weight
        }
        var (power, total) = (powers.sum(), totals.sum())
        for index in whole..<count {
          let weight = unsafe weights.loadUnaligned(
            fromByteOffset: index * MemoryLayout<Double>.stride, as: Double.self)
          let deviation = stretch[index] - mean
          power += deviation * deviation * weight
          total += weight
        }
        return power / total
      }
    }
  }

  @inline(__always)
  private static func eight(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Eight {
    unsafe bytes.loadUnaligned(
      fromByteOffset: index * MemoryLayout<Double>.stride, as: Eight.self)
  }
}

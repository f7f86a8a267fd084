// Where a threshold cuts a row of numbers: one pass with neither branches nor writes.

/// A row as a threshold divides it.
package struct RowSplit {
  private typealias Eight = SIMD8<Double>

  /// How many values are less than the threshold.
  package let below: Int

  /// The largest of these; −∞ without any.
  package let largestBelow: Double

  /// The smallest of the others; +∞ without any.
  package let smallestAbove: Double

  /// How many of `values` are less than `threshold`; cheaper than the whole division.
  package static func count(of values: [Double], below threshold: Double) -> Int {
    let whole = values.count - values.count % Eight.scalarCount
    var counts = SIMD8<Int64>.zero
    unsafe values.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
        // In bounds: the last of eight lies before `whole`.
        let eight = unsafe bytes.loadUnaligned(
          fromByteOffset: index * MemoryLayout<Double>.stride, as: Eight.self)
        // A mask is −1 where it holds.
        counts &-= unsafe unsafeBitCast(eight .< threshold, to: SIMD8<Int64>.self)
      }
    }
    return values[whole...].reduce(Int(counts.wrappedSum())) { $0 + ($1 < threshold ? 1 : 0) }
  }

  /// Divides `values` at `threshold`.
  package init(of values: [Double], at threshold: Double) {
    let whole = values.count - values.count % Eight.scalarCount
    var counts = Eight.zero
    var largest = Eight(repeating: -.infinity)
    var smallest = Eight(repeating: .infinity)
    unsafe values.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
        // In bounds: the last of eight lies before `whole`.
        let eight = unsafe bytes.loadUnaligned(
          fromByteOffset: index * MemoryLayout<Double>.stride, as: Eight.self)
        let isBelow = eight .< threshold
        counts.replace(with: counts + 1, where: isBelow)
        largest.replace(with: eight, where: isBelow .& (eight .> largest))
        smallest.replace(with: eight, where: .!isBelow .& (eight .< smallest))
      }
    }
    var (below, low, high) = (Int(counts.sum()), largest.max(), smallest.min())
    for value in values[whole...] {
      if value < threshold {
        below += 1
        low = max(low, value)
      } else {
        high = min(high, value)
      }
    }
    self.below = below
    largestBelow = low
    smallestAbove = high
  }
}

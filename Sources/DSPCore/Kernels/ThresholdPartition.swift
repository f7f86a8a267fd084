/// Partition of a row by a threshold, in one pass without branches and writes.
package struct ThresholdPartition {
  private typealias Eight = SIMD8<Double>
  private typealias Four = SIMD4<Double>
  private typealias Bits = SIMD4<Int64>

  /// The number of values below the threshold.
  package let below: Int

  /// The largest value below the threshold; −∞ without any.
  package let largestBelow: Double

  /// The smallest of the other values; +∞ without any.
  package let smallestAbove: Double

  /// Counts the `values` below `threshold`; cheaper than the whole partition.
  package static func count(of values: [Double], below threshold: Double) -> Int {
    let whole = values.count - values.count % Eight.scalarCount
    var counts = SIMD8<Int64>.zero
    unsafe values.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
        // In bounds: the last of eight precedes `whole`.
        let eight = unsafe bytes.loadUnaligned(
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: Eight.self)
        // A true mask lane is −1.
        counts &-= unsafe unsafeBitCast(eight .< threshold, to: SIMD8<Int64>.self)
      }
    }
    return values[whole...].reduce(Int(counts.wrappedSum())) { $0 + ($1 < threshold ? 1 : 0) }
  }

  /// Partitions `values` at `threshold`.
  package init(of values: [Double], at threshold: Double) {
    let whole = values.count - values.count % Four.scalarCount
    let sides = unsafe values.withUnsafeBytes { unsafe Sides($0, count: whole, at: threshold) }
    var (below, low, high) = (sides.below, sides.largest, sides.smallest)
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

  /// Partition of a row whose length is a multiple of four.
  private struct Sides {
    let below: Int
    let largest: Double
    let smallest: Double

    /// Partitions the first `count` values of `bytes`, a multiple of four.
    init(_ bytes: UnsafeRawBufferPointer, count: Int, at threshold: Double) {
      var counts = Bits.zero
      var largest = Four(repeating: -.infinity)
      var smallest = Four(repeating: .infinity)
      for index in stride(from: 0, to: count, by: Four.scalarCount) {
        // In bounds: the last of four precedes `count`.
        let four = unsafe bytes.loadUnaligned(
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: Four.self)
        let bits = unsafe unsafeBitCast(four, to: Bits.self)
        let isBelow = unsafe unsafeBitCast(four .< threshold, to: Bits.self)
        let isAbove = unsafe unsafeBitCast(four .>= threshold, to: Bits.self)
        // A true mask lane has all bits set, which is a NaN and fails every comparison.
        counts &-= isBelow
        let low = unsafe unsafeBitCast(bits | isAbove, to: Four.self)
        largest.replace(with: low, where: low .> largest)
        let high = unsafe unsafeBitCast(bits | isBelow, to: Four.self)
        smallest.replace(with: high, where: high .< smallest)
      }
      below = Int(counts.wrappedSum())
      self.largest = max(max(largest[0], largest[1]), max(largest[2], largest[3]))
      self.smallest = min(min(smallest[0], smallest[1]), min(smallest[2], smallest[3]))
    }
  }
}

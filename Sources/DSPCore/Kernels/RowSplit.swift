// Where a threshold cuts a row of numbers: one pass with neither branches nor writes.

/// A row as a threshold divides it.
package struct RowSplit {
  private typealias Eight = SIMD8<Double>
  private typealias Four = SIMD4<Double>
  private typealias Bits = SIMD4<Int64>

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
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: Eight.self)
        // A mask is −1 where it holds.
        counts &-= unsafe unsafeBitCast(eight .< threshold, to: SIMD8<Int64>.self)
      }
    }
    return values[whole...].reduce(Int(counts.wrappedSum())) { $0 + ($1 < threshold ? 1 : 0) }
  }

  /// Divides `values` at `threshold`.
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

  /// The two sides of a threshold in a row of fours.
  private struct Sides {
    let below: Int
    let largest: Double
    let smallest: Double

    /// The first `count` values, a multiple of four, that `bytes` hold.
    init(_ bytes: UnsafeRawBufferPointer, count: Int, at threshold: Double) {
      var counts = Bits.zero
      var largest = Four(repeating: -.infinity)
      var smallest = Four(repeating: .infinity)
      for index in stride(from: 0, to: count, by: Four.scalarCount) {
        // In bounds: the last of four lies before `count`.
        let four = unsafe bytes.loadUnaligned(
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: Four.self)
        let bits = unsafe unsafeBitCast(four, to: Bits.self)
        let isBelow = unsafe unsafeBitCast(four .< threshold, to: Bits.self)
        let isAbove = unsafe unsafeBitCast(four .>= threshold, to: Bits.self)
        // A mask is −1 where it holds: all bits set make a NaN, which no comparison lets pass.
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

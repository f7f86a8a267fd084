// Powers of a spectrum whose real and imaginary parts alternate.

/// Squared magnitudes of complex numbers.
package enum Powers {
  private typealias Two = SIMD2<Double>
  private typealias Four = SIMD4<Double>

  /// Turns every number `a + bi` of a row of pairs into `a² + b²`, with nothing imaginary.
  ///
  /// Memory safety: the last pair lies inside the row.
  package static func replace(_ parts: inout MutableSpan<Double>) {
    precondition(parts.count.isMultiple(of: 2), "two parts for every number")
    let count = parts.count
    unsafe parts.withUnsafeMutableBytes { bytes in
      for index in stride(from: 0, to: count, by: 2) {
        let offset = index &* MemoryLayout<Double>.stride
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Two.self)
        let square = value * value
        unsafe bytes.storeBytes(
          of: Two(square[0] + square[1], 0), toByteOffset: offset, as: Two.self)
      }
    }
  }

  /// Adds `a² + b²` of every pair to its sum.
  ///
  /// Memory safety: two parts for every sum by the precondition.
  package static func add(_ parts: Span<Double>, to sums: inout MutableSpan<Double>) {
    let count = sums.count
    precondition(parts.count == 2 * count, "two parts for every sum")
    let whole = count - count % 2
    unsafe parts.withUnsafeBytes { source in
      for index in stride(from: 0, to: whole, by: 2) {
        let pair = unsafe source.loadUnaligned(
          fromByteOffset: 2 &* index &* MemoryLayout<Double>.stride, as: Four.self)
        let squares = pair * pair
        let powers = squares.evenHalf + squares.oddHalf
        sums[index] += powers[0]
        sums[index + 1] += powers[1]
      }
    }
    for index in whole..<count {
      let (a, b) = (parts[2 * index], parts[2 * index + 1])
      sums[index] += a * a + b * b
    }
  }
}

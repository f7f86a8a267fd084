/// Squared magnitudes of interleaved complex numbers.
package enum Powers {
  private typealias Four = SIMD4<Double>

  /// Replaces every pair `a + bi` by `a² + b²` with a zero imaginary part.
  ///
  /// Memory safety: the last pair lies inside the row.
  package static func replace(_ parts: inout MutableSpan<Double>) {
    precondition(parts.count.isMultiple(of: 2), "two parts per complex number")
    let count = parts.count
    unsafe parts.withUnsafeMutableBytes { bytes in
      for pair in 0..<(count / 4) {
        let offset = pair &* MemoryLayout<Four>.stride
        let values = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Four.self)
        let squares = values * values
        let powers = squares.evenHalf + squares.oddHalf
        unsafe bytes.storeBytes(
          of: Four(powers[0], 0, powers[1], 0), toByteOffset: offset, as: Four.self)
      }
    }
    if !count.isMultiple(of: 4) {
      let (a, b) = (parts[count - 2], parts[count - 1])
      (parts[count - 2], parts[count - 1]) = (a * a + b * b, 0)
    }
  }

  /// Writes `(a² + b²) · scale` of every pair.
  package static func write(
    _ parts: Span<Double>, times scale: Double, into powers: inout MutableSpan<Double>
  ) {
    WideRows.powers(of: parts, times: scale, into: &powers)
  }

  /// Adds `a² + b²` of every pair to its sum.
  package static func add(_ parts: Span<Double>, to sums: inout MutableSpan<Double>) {
    WideRows.addPowers(of: parts, to: &sums)
  }
}

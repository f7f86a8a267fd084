// Powers of a spectrum whose real and imaginary parts alternate.

/// Squared magnitudes of complex numbers.
package enum Powers {
  private typealias Four = SIMD4<Double>

  /// Turns every number `a + bi` of a row of pairs into `a² + b²`, with nothing imaginary.
  ///
  /// Memory safety: the last pair lies inside the row.
  package static func replace(_ parts: inout MutableSpan<Double>) {
    precondition(parts.count.isMultiple(of: 2), "two parts for every number")
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
  ///
  /// Memory safety: two parts for every power by the precondition.
  package static func write(
    _ parts: Span<Double>, times scale: Double, into powers: inout MutableSpan<Double>
  ) {
    let count = powers.count
    precondition(parts.count == 2 * count, "two parts for every power")
    unsafe parts.withUnsafeBytes { source in
      for pair in 0..<(count / 2) {
        let values = unsafe source.loadUnaligned(
          fromByteOffset: pair &* MemoryLayout<Four>.stride, as: Four.self)
        let squares = values * values
        let two = (squares.evenHalf + squares.oddHalf) * scale
        powers[2 &* pair] = two[0]
        powers[2 &* pair &+ 1] = two[1]
      }
    }
    if !count.isMultiple(of: 2) {
      let (a, b) = (parts[2 * count - 2], parts[2 * count - 1])
      powers[count - 1] = (a * a + b * b) * scale
    }
  }

  /// Adds `a² + b²` of every pair to its sum.
  ///
  /// Memory safety: two parts for every sum by the precondition.
  package static func add(_ parts: Span<Double>, to sums: inout MutableSpan<Double>) {
    let count = sums.count
    precondition(parts.count == 2 * count, "two parts for every sum")
    unsafe parts.withUnsafeBytes { source in
      for pair in 0..<(count / 2) {
        let values = unsafe source.loadUnaligned(
          fromByteOffset: pair &* MemoryLayout<Four>.stride, as: Four.self)
        let squares = values * values
        let powers = squares.evenHalf + squares.oddHalf
        sums[2 &* pair] += powers[0]
        sums[2 &* pair &+ 1] += powers[1]
      }
    }
    if !count.isMultiple(of: 2) {
      let (a, b) = (parts[2 * count - 2], parts[2 * count - 1])
      sums[count - 1] += a * a + b * b
    }
  }
}

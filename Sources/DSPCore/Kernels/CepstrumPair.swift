/// Squared cepstra of two even rows from one transform.
package struct CepstrumPair {
  private typealias Four = SIMD4<Double>

  /// The two rows, with transform size and unit.
  private let pair: EvenFFTPair

  private var size: Int { pair.size }
  private var unit: Double { pair.unit }
  private var oddScales: [Double] { pair.oddScales }

  /// Creates the pair for transforms of `size` values, a multiple of eight, whose results are
  /// multiplied by `unit`.
  package init(size: Int, unit: Double) {
    precondition(size.isMultiple(of: 8), "the size is a multiple of 8")
    pair = EvenFFTPair(size: size, unit: unit)
  }

  /// Whether the row is constant, as for the spectrum of silence. Its cepstrum is exactly zero only
  /// without a partner.
  package static func isConstant(_ row: Span<Double>) -> Bool {
    for index in 1..<row.count where row[index] != row[0] { return false }
    return true
  }

  /// Interleaves `even` and the central differences of `odd`.
  package func combine(
    _ even: Span<Double>, _ odd: Span<Double>, into spectrum: inout MutableSpan<Double>
  ) {
    pair.combine(even, odd, into: &spectrum)
  }

  /// Writes the squares of both transforms, at 0 … `size / 2`, into `rows`; `odd` is the second
  /// input row, `result` the transform of the combined rows.
  package func separate(
    _ result: Span<Double>, odd: Span<Double>, into rows: inout [Double],
    from starts: (even: Int, odd: Int)
  ) {
    let last = size / 2
    precondition(
      result.count == size && odd.count == last + 1 && starts.even >= 0 && starts.odd >= 0
        && max(starts.even, starts.odd) + last < rows.count, "all indices are inside the rows")
    let whole = last - (last - 1) % Four.scalarCount
    unsafe result.withUnsafeBytes { source in
      unsafe rows.withUnsafeMutableBytes { target in
        unsafe separate(source, before: whole, into: target, from: starts)
      }
    }
    for index in whole..<last {
      let even = (result[index] + result[size - index]) * (0.5 * unit)
      let part = (result[index] - result[size - index]) * oddScales[index]
      rows[starts.even + index] = even * even
      rows[starts.odd + index] = part * part
    }
    let sums = Self.endSums(of: odd)
    for (index, sum) in [(0, sums.first), (last, sums.last)] {
      let (even, part) = (result[index] * unit, sum * unit)
      rows[starts.even + index] = even * even
      rows[starts.odd + index] = part * part
    }
  }

  /// Writes 1 ..< `whole`, four at a time; `whole − 1` is a multiple of four.
  private func separate(
    _ source: UnsafeRawBufferPointer, before whole: Int,
    into target: UnsafeMutableRawBufferPointer, from starts: (even: Int, odd: Int)
  ) {
    let stride = MemoryLayout<Double>.stride
    let halfUnit = 0.5 * unit
    unsafe oddScales.withUnsafeBytes { scales in
      for index in Swift.stride(from: 1, to: whole, by: Four.scalarCount) {
        // In bounds: index + 3 < whole <= size / 2, and the mirror images are after size / 2.
        let near = unsafe source.loadUnaligned(fromByteOffset: index &* stride, as: Four.self)
        let mirrored = unsafe source.loadUnaligned(
          fromByteOffset: (size &- index &- 3) &* stride, as: Four.self)
        let far = Four(mirrored[3], mirrored[2], mirrored[1], mirrored[0])
        let scale = unsafe scales.loadUnaligned(fromByteOffset: index &* stride, as: Four.self)
        let even = (near + far) * halfUnit
        let odd = (near - far) * scale
        unsafe target.storeBytes(
          of: even * even, toByteOffset: (starts.even &+ index) &* stride, as: Four.self)
        unsafe target.storeBytes(
          of: odd * odd, toByteOffset: (starts.odd &+ index) &* stride, as: Four.self)
      }
    }
  }

  /// The transform of an even row at its first and its last index.
  private static func endSums(of row: Span<Double>) -> (first: Double, last: Double) {
    let last = row.count - 1
    var (even, odd) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in Swift.stride(from: 0, to: last, by: 4) {
      even += SIMD2(row[index], row[index + 2])
      odd += SIMD2(row[index + 1], row[index + 3])
    }
    // Both ends count once, everything between them twice.
    let ends = row[last] - row[0]
    let (evens, odds) = (2 * even.sum() + ends, 2 * odd.sum())
    return (evens + odds, evens - odds)
  }
}

// Two cepstra out of one transform. The logarithms of a power spectrum, L, are real and even, and so
// is their transform C: half of a real transform says nothing. The difference of neighbours,
// L[k + 1] − L[k − 1], is odd, and its transform is −2i sin(2πn/N) · C[n]. So one transform of
//   A[k] + i (B[k + 1] − B[k − 1])
// has the cepstrum of A as its even part and 2 sin(2πn/N) times that of B as its odd part; where
// the sine is zero, two sums take its place.

import RealModule

/// The real transforms of two even rows of real numbers by one.
package struct CepstrumPair {
  private typealias Four = SIMD4<Double>

  /// The size of the transform, a multiple of eight.
  private let size: Int

  /// `unit / (4 sin(2πn/size))`; zero where the sine is.
  private let oddScales: [Double]

  /// What sums over logarithms are multiplied by.
  private let unit: Double

  /// For transforms of `size` values, whose results are multiplied by `unit`.
  package init(size: Int, unit: Double) {
    precondition(size > 0 && size.isMultiple(of: 8), "half a row is summed four places at a time")
    self.size = size
    self.unit = unit
    oddScales = (0...(size / 2)).map { index in
      guard index > 0, 2 * index < size else { return 0 }
      return unit / (4 * Double.sin(2 * .pi * Double(index) / Double(size)))
    }
  }

  /// Whether all values of a row are one: the spectrum of silence. Its cepstrum is zero, and would
  /// not be beside another.
  package static func isLevel(_ row: Span<Double>) -> Bool {
    for index in 1..<row.count where row[index] != row[0] { return false }
    return true
  }

  /// Interleaves `even` and the differences of the neighbours in `odd`.
  package func combine(
    _ even: Span<Double>, _ odd: Span<Double>, into spectrum: inout MutableSpan<Double>
  ) {
    let last = size / 2
    precondition(
      even.count == last + 1 && odd.count == last + 1 && spectrum.count == 2 * (last + 1),
      "rows reach from zero to the Nyquist frequency")
    let stride = MemoryLayout<Double>.stride
    let count = Four.scalarCount
    let whole = last - (last - 1) % count
    unsafe even.withUnsafeBytes { even in
      unsafe odd.withUnsafeBytes { odd in
        unsafe spectrum.withUnsafeMutableBytes { target in
          for index in Swift.stride(from: 1, to: whole, by: count) {
            // In bounds: the last of four and its neighbour lie before `whole + 1 <= last + 1`.
            let before = unsafe odd.loadUnaligned(
              fromByteOffset: (index &- 1) &* stride, as: Four.self)
            let after = unsafe odd.loadUnaligned(
              fromByteOffset: (index &+ 1) &* stride, as: Four.self)
            var pairs = SIMD8<Double>.zero
            pairs.evenHalf = unsafe even.loadUnaligned(
              fromByteOffset: index &* stride, as: Four.self)
            pairs.oddHalf = after - before
            unsafe target.storeBytes(
              of: pairs, toByteOffset: 2 &* index &* stride, as: SIMD8<Double>.self)
          }
        }
      }
    }
    for index in whole..<last {
      spectrum[2 * index] = even[index]
      spectrum[2 * index + 1] = odd[index + 1] - odd[index - 1]
    }
    for index in [0, last] {
      spectrum[2 * index] = even[index]
      spectrum[2 * index + 1] = 0
    }
  }

  /// Writes the squares of both transforms, from place 0 to `size / 2`, into `rows`; `odd` is the
  /// row that the second one came from, `result` the transform of what was combined.
  package func separate(
    _ result: Span<Double>, odd: Span<Double>, into rows: inout [Double],
    from starts: (even: Int, odd: Int)
  ) {
    let last = size / 2
    precondition(
      result.count == size && odd.count == last + 1 && starts.even >= 0 && starts.odd >= 0
        && max(starts.even, starts.odd) + last < rows.count, "every square has a place")
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

  /// The places 1 ..< `whole`, four at a time; `whole − 1` is a multiple of four.
  private func separate(
    _ source: UnsafeRawBufferPointer, before whole: Int,
    into target: UnsafeMutableRawBufferPointer, from starts: (even: Int, odd: Int)
  ) {
    let stride = MemoryLayout<Double>.stride
    let halfUnit = 0.5 * unit
    unsafe oddScales.withUnsafeBytes { scales in
      for index in Swift.stride(from: 1, to: whole, by: Four.scalarCount) {
        // In bounds: index + 3 < whole <= size / 2, and the mirror images lie behind size / 2.
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

  /// The transform of an even row at its first and its last place.
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

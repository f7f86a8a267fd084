import RealModule

/// Transforms of two real even rows from one real FFT.
///
/// A log power spectrum L is real and even, and so is its transform C. The difference L[k + 1] −
/// L[k − 1] is odd, and its transform is −2i sin(2πn/N) · C[n]. The transform of A[k] + i (B[k + 1]
/// − B[k − 1]) therefore has the transform of A as its even part and 2 sin(2πn/N) times that of B
/// as its odd part; a direct sum replaces it at the zeros of the sine.
package struct EvenFFTPair {
  private typealias Four = SIMD4<Double>

  /// The transform size, even.
  let size: Int

  /// `unit / (4 sin(2πn/size))`; zero where the sine is zero.
  let oddScales: [Double]

  /// The factor of the results.
  let unit: Double

  /// Creates the pair for transforms of `size` values, whose results are multiplied by `unit`.
  package init(size: Int, unit: Double = 1) {
    precondition(size > 0 && size.isMultiple(of: 2), "the size is positive and even")
    self.size = size
    self.unit = unit
    oddScales = (0...(size / 2)).map { index in
      guard index > 0, 2 * index < size else { return 0 }
      return unit / (4 * Double.sin(2 * .pi * Double(index) / Double(size)))
    }
  }

  /// Interleaves `even` and the central differences of `odd`.
  package func combine(
    _ even: Span<Double>, _ odd: Span<Double>, into spectrum: inout MutableSpan<Double>
  ) {
    let last = size / 2
    precondition(
      even.count == last + 1 && odd.count == last + 1 && spectrum.count == 2 * (last + 1),
      "rows cover 0 to the Nyquist frequency")
    let stride = MemoryLayout<Double>.stride
    let count = Four.scalarCount
    let whole = last - (last - 1) % count
    unsafe even.withUnsafeBytes { even in
      unsafe odd.withUnsafeBytes { odd in
        unsafe spectrum.withUnsafeMutableBytes { target in
          for index in Swift.stride(from: 1, to: whole, by: count) {
            // In bounds: the last of four and its neighbour precede `whole + 1 <= last + 1`.
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

  /// Writes both transforms at 1 ..< `even.count`, which is at most `size / 2`. Index 0, the sum
  /// over a row, is written for the first row only.
  package func separate(
    _ result: Span<Double>, into even: inout [Double], _ odd: inout [Double]
  ) {
    let count = even.count
    precondition(
      result.count == size && odd.count == count && count > 0 && 2 * count <= size,
      "every index has a mirror index")
    let halfUnit = 0.5 * unit
    let whole = 1 + Lanes.whole(of: count - 1)
    var evenRow = even.mutableSpan
    var oddRow = odd.mutableSpan
    let scales = oddScales.span
    evenRow[0] = result[0] * unit
    oddRow[0] = 0
    for index in stride(from: 1, to: whole, by: Lanes.count) {
      let near = result.eight(at: index)
      let far = result.eight(at: size - index - (Lanes.count - 1)).reversed
      evenRow.set((near + far) * halfUnit, at: index)
      oddRow.set((near - far) * scales.eight(at: index), at: index)
    }
    for index in whole..<count {
      let (near, far) = (result[index], result[size - index])
      evenRow[index] = (near + far) * halfUnit
      oddRow[index] = (near - far) * scales[index]
    }
  }
}

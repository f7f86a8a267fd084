// A frame of a sound, free of its mean, under a window.

/// Cuts frames.
package enum Taper {
  private typealias Eight = SIMD8<Double>

  /// Writes `(stretch − its mean) · window` into the front of `frame` and zeros behind it.
  package static func write(
    _ stretch: Span<Double>, window: Span<Double>, into frame: inout MutableSpan<Double>
  ) {
    let count = stretch.count
    precondition(count == window.count && count <= frame.count, "a window is as long as its frame")
    let mean = sum(of: stretch) / Double(count)
    unsafe stretch.withUnsafeBufferPointer { values in
      unsafe window.withUnsafeBufferPointer { weights in
        unsafe frame.withUnsafeMutableBufferPointer { target in
          // In bounds by precondition.
          for index in 0..<count {
            unsafe target[index] = (values[index] - mean) * weights[index]
          }
          for index in count..<target.count { unsafe target[index] = 0 }
        }
      }
    }
  }

  private static func sum(of values: Span<Double>) -> Double {
    let whole = values.count - values.count % Eight.scalarCount
    var sums = Eight.zero
    unsafe values.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
        // In bounds: the last of eight lies before `whole`.
        sums += unsafe bytes.loadUnaligned(
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: Eight.self)
      }
    }
    var sum = sums.sum()
    for index in whole..<values.count { sum += values[index] }
    return sum
  }
}

// Eight neighbouring values at a time. The optimiser may not change the order of a floating-point
// sum by itself, so the kernels add in lanes.

/// Reading and summing in lanes of eight.
enum Lanes {
  /// Values taken at a time.
  static let count = SIMD8<Double>.scalarCount

  /// The largest multiple of `count` up to `total`.
  static func whole(of total: Int) -> Int { total - total % count }
}

extension Span<Double> {
  /// The values `index ..< index + 8`.
  ///
  /// Memory safety: the eight values lie inside the span by the precondition.
  @inline(__always)
  func eight(at index: Int) -> SIMD8<Double> {
    precondition(index >= 0 && index <= count - Lanes.count, "eight values lie inside the row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
  }
}

extension MutableSpan<Double> {
  /// Sets the values `index ..< index + 8`.
  ///
  /// Memory safety: the eight values lie inside the span by the precondition.
  @inline(__always)
  mutating func set(_ values: SIMD8<Double>, at index: Int) {
    precondition(index >= 0 && index <= count - Lanes.count, "eight values lie inside the row")
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(
      of: values, toUncheckedByteOffset: index &* MemoryLayout<Double>.stride,
      as: SIMD8<Double>.self)
  }
}

extension SIMD8<Double> {
  /// The smallest value, of numbers: by halves, where `min()` goes lane by lane with a branch each.
  var least: Double {
    @inline(__always) get {
      let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
      let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
      return two[1] < two[0] ? two[1] : two[0]
    }
  }

  /// The largest value, of numbers.
  var greatest: Double {
    @inline(__always) get { -(-self).least }
  }
}

extension SIMD8<Double> {
  /// The last value first.
  var reversed: SIMD8<Double> {
    SIMD8(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}

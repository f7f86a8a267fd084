// The compiler may not reorder floating-point sums, so the kernels add in explicit SIMD lanes.

/// SIMD width of the kernels.
enum Lanes {
  /// Values per vector.
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
    precondition(index >= 0 && index <= count - Lanes.count, "eight values are inside the row")
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
    precondition(index >= 0 && index <= count - Lanes.count, "eight values are inside the row")
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(
      of: values, toUncheckedByteOffset: index &* MemoryLayout<Double>.stride,
      as: SIMD8<Double>.self)
  }
}

extension SIMD8<Double> {
  /// The smallest value, for values that are not NaN; `min()` has a branch per lane.
  var least: Double {
    @inline(__always) get {
      let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
      let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
      return two[1] < two[0] ? two[1] : two[0]
    }
  }

  /// The largest value, for values that are not NaN.
  var greatest: Double {
    @inline(__always) get { -(-self).least }
  }
}

extension SIMD8<Double> {
  /// The values in reverse order.
  var reversed: SIMD8<Double> {
    SIMD8(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}

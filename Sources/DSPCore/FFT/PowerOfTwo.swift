// Some definitions name a power of two: its zero padding is part of the result.

/// Sizes of transforms where a definition asks for powers of two.
enum PowerOfTwo {
  /// The smallest power of two that is at least `count`.
  static func smallest(holding count: Int) -> Int {
    var size = 1
    while size < count { size *= 2 }
    return size
  }
}

/// Power-of-two transform sizes, for definitions whose zero padding is part of the result.
enum PowerOfTwo {
  /// Returns the smallest power of two that is at least `count`.
  static func smallest(holding count: Int) -> Int {
    var size = 1
    while size < count { size *= 2 }
    return size
  }
}

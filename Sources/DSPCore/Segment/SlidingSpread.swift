// How far the values in a window scatter that slides along: what enters is added, what leaves is taken away
// again. Squares of values far from zero would leave nothing but rounding where they hardly differ, so
// they are counted from a value of their own kind, and sums keep what rounding takes away.

/// The standard deviation of the values in a sliding window.
package struct SlidingSpread {
  private let origin: Double
  private var count = 0
  private var sum = CompensatedSum()
  private var squares = CompensatedSum()

  /// An empty window over values around `origin`.
  package init(around origin: Double) { self.origin = origin }

  /// Takes a value in.
  package mutating func add(_ value: Double) {
    let distance = value - origin
    count += 1
    sum.add(distance)
    squares.add(product: distance, distance)
  }

  /// Takes out a value that was taken in.
  package mutating func remove(_ value: Double) {
    let distance = value - origin
    count -= 1
    sum.add(-distance)
    squares.add(product: -distance, distance)
  }

  /// The standard deviation, divided by the number of values; zero for fewer than two.
  package var spread: Double {
    guard count > 1 else { return 0 }
    let mean = sum.value / Double(count)
    return max(0, squares.value / Double(count) - mean * mean).squareRoot()
  }
}

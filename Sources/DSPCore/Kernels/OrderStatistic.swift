/// Selection of the k-th smallest value in a buffer that may be reordered: Hoare (1961), "Algorithm
/// 65: FIND".
package enum OrderStatistic {
  /// The median of a nonempty buffer; with an even count the mean of the middle two. Reorders.
  package static func median(of values: inout [Double]) -> Double {
    let middle = values.count / 2
    let upper = smallest(rank: middle, of: &values)
    guard values.count.isMultiple(of: 2) else { return upper }
    return 0.5 * (largest(ofFirst: middle, in: values) + upper)
  }

  /// The quantile of `Statistics.quantile` without sorting all values; nil of an empty buffer.
  /// Reorders.
  package static func quantile(_ q: Double, of values: inout [Double]) -> Double? {
    guard values.count > 1 else { return values.first }
    let place = q * Double(values.count) + 0.5
    let index = min(max(Int(place.rounded(.down)), 1), values.count - 1)
    let high = smallest(rank: index, of: &values)
    let low = largest(ofFirst: index, in: values)
    return low + (place - Double(index)) * (high - low)
  }

  /// The value with `rank` smaller or equal values before it (from 0), which move before it.
  /// Reorders.
  package static func smallest(rank: Int, of values: inout [Double]) -> Double {
    smallest(rank: rank, ofFirst: values.count, in: &values)
  }

  /// The selection among the first `count` values, `rank < count`.
  static func smallest(rank: Int, ofFirst count: Int, in values: inout [Double]) -> Double {
    precondition(rank >= 0 && rank < count && count <= values.count, "the rank is below the count")
    return unsafe values.withUnsafeMutableBufferPointer {
      unsafe select(rank, ofFirst: count, in: $0)
    }
  }

  /// The largest of the first `count` values, `count > 0`.
  static func largest(ofFirst count: Int, in values: [Double]) -> Double {
    var largest = values[0]
    for index in 1..<max(1, count) { largest = max(largest, values[index]) }
    return largest
  }

  /// Memory safety: `0 <= low <= rank <= high < count` throughout, and indices stay between.
  private static func select(
    _ rank: Int, ofFirst count: Int, in values: UnsafeMutableBufferPointer<Double>
  ) -> Double {
    var (low, high) = (0, count - 1)
    while low < high {
      let (a, b, c) = unsafe (values[low], values[low + (high - low) / 2], values[high])
      let pivot = max(min(a, b), min(max(a, b), c))
      let below = unsafe collect(in: values, from: low, through: high) { $0 < pivot }
      if rank < below {
        high = below - 1
        continue
      }
      let through = unsafe collect(in: values, from: below, through: high) { $0 == pivot }
      if rank < through { return pivot }
      low = through
    }
    return unsafe values[rank]
  }

  /// Moves the wanted values of `low ... high` to the front.
  /// - Returns: The index after them.
  @inline(__always)
  private static func collect(
    in values: UnsafeMutableBufferPointer<Double>, from low: Int, through high: Int,
    where isWanted: (Double) -> Bool
  ) -> Int {
    var end = low
    // Every value is swapped and the boundary advances or not: no branch to mispredict.
    for index in low..<(high &+ 1) {
      let value = unsafe values[index]
      unsafe values[index] = values[end]
      unsafe values[end] = value
      end &+= isWanted(value) ? 1 : 0
    }
    return end
  }
}

/// Slopes from one point of an equidistant row to all others, with selection among them.
package struct PointSlopes {
  /// 1 / k at index k + count. The slope of a point to itself is NaN, for which no comparison is
  /// true.
  private let reciprocals: [Double]
  private var slopes: [Double]
  private var chosen: [Double]

  /// Allocates for rows of `count` points.
  package init(count: Int) {
    reciprocals = (-count...count).map { $0 == 0 ? .infinity : 1 / Double($0) }
    slopes = Array(repeating: 0, count: count)
    chosen = slopes
  }

  /// Computes the slopes from `point` of `row`.
  package mutating func write(of row: [Double], from point: Int) {
    let count = slopes.count
    precondition(row.count == count && row.indices.contains(point), "rows have the declared length")
    let height = row[point]
    let first = count - point
    unsafe row.withUnsafeBufferPointer { row in
      unsafe reciprocals.withUnsafeBufferPointer { reciprocals in
        unsafe slopes.withUnsafeMutableBufferPointer { slopes in
          // In bounds: 0 <= first + other <= 2 · count.
          for other in 0..<count {
            unsafe slopes[other] = (row[other] - height) * reciprocals[first &+ other]
          }
        }
      }
    }
  }

  /// Selects the slopes in (`low`, `high`].
  /// - Returns: The number of slopes not above `low`, and the number selected.
  package mutating func collect(
    after low: Double, through high: Double
  ) -> (below: Int, count: Int) {
    var (notAbove, inside) = (0, 0)
    unsafe slopes.withUnsafeBufferPointer { slopes in
      unsafe chosen.withUnsafeMutableBufferPointer { chosen in
        // Each slope is written and the end advances or not: no branch to mispredict. In bounds:
        // there are as many places as slopes.
        for index in 0..<slopes.count {
          let slope = unsafe slopes[index]
          unsafe chosen[inside] = slope
          inside &+= (slope > low ? 1 : 0) & (slope <= high ? 1 : 0)
          notAbove &+= slope <= low ? 1 : 0
        }
      }
    }
    chosenCount = inside
    return (notAbove, inside)
  }

  private var chosenCount = 0

  /// The selected slope with `rank` smaller ones.
  package mutating func collected(rank: Int) -> Double {
    OrderStatistic.smallest(rank: rank, ofFirst: chosenCount, in: &chosen)
  }

  /// The median of all slopes to other points.
  package mutating func median() -> Double {
    var others = slopes.filter { !$0.isNaN }
    return OrderStatistic.median(of: &others)
  }
}

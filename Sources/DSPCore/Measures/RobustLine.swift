// Straight lines through points that a few outliers cannot bend: slopes are medians of slopes
// between pairs of points.
//
// Theil (1950), Proc. Kon. Ned. Akad. Wetensch. A 53:386–392; the incomplete method takes only
// pairs half the range apart. Siegel (1982), "Robust regression using repeated medians",
// Biometrika 69:242–244.

/// A straight line over positions counted in steps.
package struct StraightLine: Equatable {
  /// Rise per step.
  package let slope: Double

  /// The height at position zero.
  package let intercept: Double

  /// The height at `position`.
  package func value(at position: Double) -> Double { intercept + slope * position }
}

/// Which medians make the slope.
package enum RobustMethod {
  /// The median over pairs of points half the range apart.
  case incompleteTheil
  /// The median over points of the median slope to all others; the last point is not asked, as in
  /// Praat 7.0.
  case repeatedMedian
}

/// Fits robust lines to rows of equal length, the points one step apart.
package struct RobustLineFitter {
  private let method: RobustMethod
  private var repeatedMedian: RepeatedMedian
  private var buffer: [Double] = []

  package init(method: RobustMethod, count: Int) {
    precondition(count > 1, "a line needs two points")
    self.method = method
    repeatedMedian = RepeatedMedian(count: count)
    buffer.reserveCapacity(count)
  }

  /// The line through `values[first...]`; position 0 is `values[0]`, `count` points are fitted.
  package mutating func fit(_ values: [Double], from first: Int) -> StraightLine {
    let slope =
      switch method {
      case .incompleteTheil: incompleteTheilSlope(values, from: first)
      case .repeatedMedian: repeatedMedian.slope(of: values, from: first)
      }
    buffer.removeAll(keepingCapacity: true)
    for index in first..<values.count { buffer.append(values[index] - slope * Double(index)) }
    return StraightLine(slope: slope, intercept: OrderStatistic.median(of: &buffer))
  }

  /// All pairs have the same distance, so that the median difference gives the median slope.
  private mutating func incompleteTheilSlope(_ values: [Double], from first: Int) -> Double {
    let count = values.count - first
    let distance = count - count / 2
    buffer.removeAll(keepingCapacity: true)
    for index in first..<(values.count - distance) {
      buffer.append(values[index + distance] - values[index])
    }
    return OrderStatistic.median(of: &buffer) / Double(distance)
  }
}

// Theil (1950), Proc. Kon. Ned. Akad. Wetensch. A 53:386–392; Siegel (1982), Biometrika 69:242–244.

import RealModule

/// Straight line over positions counted in steps.
package struct StraightLine: Equatable {
  /// Rise per step.
  package let slope: Double

  /// The height at position zero.
  package let intercept: Double

  /// Returns the height at `position`.
  package func value(at position: Double) -> Double { intercept + slope * position }
}

/// Incomplete Theil line through the logarithms of positive numbers at equidistant points: the
/// median slope of pairs half the range apart.
///
/// It needs few logarithms: the median of logarithms is the logarithm of the median.
package struct IncompleteTheilFitter {
  private let count: Int
  private let distance: Int
  private var ratios: [Double]
  private var residuals: [Double]
  private var ratioSelector = MedianSelector()
  private var residualSelector = MedianSelector()

  /// Allocates for rows of `count` points.
  package init(count: Int) {
    precondition(count > 1, "a line needs two points")
    self.count = count
    distance = count - count / 2
    ratios = Array(repeating: 0, count: count - distance)
    residuals = Array(repeating: 0, count: count)
  }

  /// Fits the line through `factor · ln powers[first...]`; position 0 is `powers[0]`, `count`
  /// points are fitted.
  package mutating func line(
    throughLogarithmsOf powers: [Double], times factor: Double, from first: Int
  ) -> StraightLine {
    precondition(powers.count - first == count, "rows have the declared length")
    let fitted = powers.span.extracting(first..<powers.count)
    RatioRows.divide(
      fitted.extracting(droppingFirst: distance), by: fitted.extracting(first: count - distance),
      into: &ratios)
    let slope =
      ratioSelector.middle(of: ratios).meanOfLogarithms / Double(distance)
    RatioRows.multiply(fitted, byExponentialAt: -slope, into: &residuals)
    let height = residualSelector.middle(of: residuals).meanOfLogarithms
    return StraightLine(
      slope: factor * slope, intercept: factor * (height - slope * Double(first)))
  }
}

/// Repeated median line through equidistant points. The last point has no median, as in Praat 7.0.
/// Siegel (1982), "Robust regression using repeated medians".
package struct RepeatedMedianFitter {
  private var repeatedMedian: RepeatedMedian
  private var residuals: [Double]
  private var selector = MedianSelector()

  /// Allocates for rows of `count` points.
  package init(count: Int) {
    precondition(count > 1, "a line needs two points")
    repeatedMedian = RepeatedMedian(count: count)
    residuals = Array(repeating: 0, count: count)
  }

  /// Fits the line through `values[first...]`; position 0 is `values[0]`, `count` points are
  /// fitted.
  package mutating func line(through values: [Double], from first: Int) -> StraightLine {
    let slope = repeatedMedian.slope(of: values, from: first)
    for index in residuals.indices {
      residuals[index] = values[first + index] - slope * Double(first + index)
    }
    return StraightLine(slope: slope, intercept: selector.middle(of: residuals).mean)
  }
}

extension MiddlePair {
  fileprivate var meanOfLogarithms: Double {
    let (low, high, _) = Logarithm.natural(of: lower, upper, 1)
    return 0.5 * (low + high)
  }
}

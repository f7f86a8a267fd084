// How far two rows of numbers are apart.

/// The largest difference of two rows of equal length; infinite where lengths differ or a value
/// is not a number.
func largestDifference(_ first: [Double], _ second: [Double]) -> Double {
  guard first.count == second.count else { return .infinity }
  return zip(first, second).reduce(0) { largest, pair in
    let difference = (pair.0 - pair.1).magnitude
    return difference.isNaN ? .infinity : max(largest, difference)
  }
}

extension [Double] {
  /// The bit patterns: unlike `==`, they distinguish −0 from 0, and NaN equals itself.
  var bits: [UInt64] { map(\.bitPattern) }

  /// The differences of neighbours.
  var steps: [Double] { zip(dropFirst(), self).map { $0 - $1 } }
}

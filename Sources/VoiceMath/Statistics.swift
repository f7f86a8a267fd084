// Summary statistics; the function name states the definition of a quantile.

/// Mean, standard deviation and quantiles of a list of numbers.
package enum Statistics {
  /// The arithmetic mean; nil for an empty list.
  package static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation with n − 1; nil for fewer than two values.
  package static func standardDeviation(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// The quantile `q` by Praat's definition: linear interpolation between the values at q·n + ½.
  /// (Praat manual: "Get quantile".)
  package static func quantile(_ q: Double, of values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard sorted.count > 1 else { return sorted.first }
    let place = q * Double(sorted.count) + 0.5
    let index = min(max(Int(place.rounded(.down)), 1), sorted.count - 1)
    let low = sorted[index - 1]
    return low + (place - Double(index)) * (sorted[index] - low)
  }

  /// The percentile of ascending values: definition 6 of Hyndman & Fan (1996), k-th of n values at
  /// k / (n + 1). It is nil beyond the first and the last value: the 2.5 % point needs 39 values,
  /// the 10 % point 9.
  package static func percentile(_ percent: Double, of sorted: [Double]) -> Double? {
    let rank = percent * Double(sorted.count + 1) / 100
    guard rank >= 1, rank <= Double(sorted.count) else { return nil }
    let below = Int(rank)
    let lower = sorted[below - 1]
    guard below < sorted.count else { return lower }
    return lower + (rank - Double(below)) * (sorted[below] - lower)
  }
}

// Summary statistics as Praat defines them.

package import VoiceTypes

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

  /// The standard deviation of the values of voiced frames, or why there is none.
  package static func spread(of values: [Double]) -> Measured {
    if let deviation = standardDeviation(values) { return Measured(deviation) }
    guard values.count > 0 else { return .unavailable(.noVoicing) }
    return .unavailable(
      Unavailability(
        .tooShort, "needs 2 voiced frames, found \(values.count)", needed: 2,
        found: Double(values.count)))
  }

  /// The value below which the share `q` lies: linear between the values at q·n + ½.
  package static func quantile(_ q: Double, of values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard sorted.count > 1 else { return sorted.first }
    let place = q * Double(sorted.count) + 0.5
    let index = min(max(Int(place.rounded(.down)), 1), sorted.count - 1)
    let low = sorted[index - 1]
    return low + (place - Double(index)) * (sorted[index] - low)
  }
}

import RealModule

/// White Gaussian noise with mean 0 and an exact mean square, to rounding.
package enum WhiteNoise {
  /// Draws `count` samples; fewer than two have no variance and are zero.
  package static func samples(
    count: Int, power: Double, from draws: inout GaussianDraws
  ) -> [Double] {
    let raw = (0..<count).map { _ in draws.next() }
    guard let mean = raw.mean, raw.variance > 0 else { return raw.map { _ in 0 } }
    let scale = (power / raw.variance).squareRoot()
    return raw.map { ($0 - mean) * scale }
  }
}

extension [Double] {
  /// The mean square of the deviations from the mean.
  var variance: Double {
    guard let mean else { return 0 }
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
  }
}

/// Converts decibels to a power ratio.
func powerRatio(decibels: Double) -> Double { Double.pow(10, decibels / 10) }

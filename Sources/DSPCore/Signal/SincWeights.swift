// The weights of windowed-sinc interpolation for one position between two samples. A sound that is
// resampled by a ratio of whole numbers asks for few such positions, again and again.

import RealModule
package import VoiceTypes

/// What the samples around a position are multiplied by, leftmost first.
package struct SincWeights {
  /// The step of the difference quotient behind `slopes`, in samples; irrational, so that it never
  /// meets a sample.
  private static let step = 1e-3 / Double.pi

  /// The weights themselves, then how they change with the position, per sample.
  package let valuesAndSlopes: [Double]

  /// The weights of `2 · depth` samples; the position lies `fraction` of a sample after the first
  /// `depth` of them, `0 <= fraction < 1`.
  package init(fraction: Double, depth: Int, window: SincWindow) {
    func weights(_ fraction: Double) -> [Double] {
      Self.weights(fraction: fraction, depth: depth, window: window)
    }
    let values = fraction == 0 ? Self.sample(depth - 1, of: 2 * depth) : weights(fraction)
    let slopes = zip(weights(fraction + Self.step), weights(fraction - Self.step)).map {
      ($0 - $1) / (2 * Self.step)
    }
    valuesAndSlopes = values + slopes
  }

  private static func sample(_ index: Int, of count: Int) -> [Double] {
    (0..<count).map { $0 == index ? 1 : 0 }
  }

  private static func weights(fraction: Double, depth: Int, window: SincWindow) -> [Double] {
    // sin(πf) = sin(π(1 − f)); the smaller angle is the more exact one.
    let height = Double.sin(.pi * min(fraction, 1 - fraction)) / .pi
    let left = side(nearest: fraction, depth: depth, window: window)
    let right = side(nearest: 1 - fraction, depth: depth, window: window)
    return (left.reversed() + right).map { height * $0 }
  }

  /// ± 1/d · (½ + ½ cos(πd/H)) at the distances d = nearest, nearest + 1, …
  private static func side(nearest: Double, depth: Int, window: SincWindow) -> [Double] {
    let halfWidth = window.halfWidth(nearest: nearest, depth: depth)
    return (0..<depth).map { index in
      let distance = nearest + Double(index)
      let sign = index.isMultiple(of: 2) ? 0.5 : -0.5
      return sign / distance * (1 + Double.cos(.pi * distance / halfWidth))
    }
  }
}

import RealModule
package import VoiceTypes

/// Windowed-sinc weights of the samples around one position, leftmost first. Resampling by an
/// integer ratio reuses few such positions.
package struct SincWeights {
  /// The step of the difference quotient of the slopes, in samples; irrational, so that it never
  /// coincides with a sample.
  private static let step = 1e-3 / Double.pi

  /// Number of samples on either side with slopes, sufficient for position errors of 1e-11 of a
  /// sample.
  private static let slopeDepth = 50

  /// The weights of the nearest samples, then their derivatives by the position, per sample.
  package let valuesAndSlopes: [Double]

  /// The weights of the farther samples on the left, and on the right.
  package let outer: (left: [Double], right: [Double])

  /// Computes the weights of `2 · depth` samples; the position is `fraction` of a sample after the
  /// first `depth` of them, `0 <= fraction < 1`.
  package init(fraction: Double, depth: Int, window: SincWindow) {
    func weights(_ fraction: Double, count: Int) -> [Double] {
      Self.weights(fraction: fraction, count: count, depth: depth, window: window)
    }
    let values =
      fraction == 0 ? Self.sample(depth - 1, of: 2 * depth) : weights(fraction, count: depth)
    let count = min(depth, Self.slopeDepth)
    let near = (depth - count)..<(depth + count)
    let later = weights(fraction + Self.step, count: count)
    let slopes = zip(later, weights(fraction - Self.step, count: count)).map {
      ($0 - $1) / (2 * Self.step)
    }
    valuesAndSlopes = values[near] + slopes
    outer = (Array(values[..<near.lowerBound]), Array(values[near.upperBound...]))
  }

  /// The weighted sum of the samples of `source` from `start` on, at a position later by
  /// `rounding`.
  func sum(of source: Span<Double>, from start: Int, rounding: Double) -> Double {
    let near = DotProduct.sum(
      of: valuesAndSlopes, share: rounding, with: source, from: start + outer.left.count)
    guard !outer.left.isEmpty else { return near }
    let end = start + outer.left.count + valuesAndSlopes.count / 2
    let far = WideRows.products(
      of: outer.left.span, source.extracting(start..<(start + outer.left.count)),
      and: outer.right.span, source.extracting(end..<(end + outer.right.count)))
    return near + far.first + far.second
  }

  private static func sample(_ index: Int, of count: Int) -> [Double] {
    (0..<count).map { $0 == index ? 1 : 0 }
  }

  /// The weights of the `count` nearest samples on either side.
  private static func weights(
    fraction: Double, count: Int, depth: Int, window: SincWindow
  ) -> [Double] {
    // sin(πf) = sin(π(1 − f)); the smaller angle is the more exact one.
    let height = Double.sin(.pi * min(fraction, 1 - fraction)) / .pi
    let left = side(nearest: fraction, depth: depth, window: window).prefix(count)
    let right = side(nearest: 1 - fraction, depth: depth, window: window).prefix(count)
    return left.reversed().map { height * $0 } + right.map { height * $0 }
  }

  /// ± 1/d · (½ + ½ cos(πd/H)) at the distances d = nearest, nearest + 1, …
  private static func side(
    nearest: Double, depth: Int, window: SincWindow
  ) -> some BidirectionalCollection<Double> {
    let halfWidth = window.halfWidth(nearest: nearest, depth: depth)
    return (0..<depth).lazy.map { index in
      let distance = nearest + Double(index)
      let sign = index.isMultiple(of: 2) ? 0.5 : -0.5
      return sign / distance * (1 + Double.cos(.pi * distance / halfWidth))
    }
  }
}

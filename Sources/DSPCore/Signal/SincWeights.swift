// The weights of windowed-sinc interpolation for one position between two samples. A sound that is
// resampled by a ratio of whole numbers asks for few such positions, again and again.

import RealModule
package import VoiceTypes

/// What the samples around a position are multiplied by, leftmost first.
package struct SincWeights {
  /// The step of the difference quotient behind `slopes`, in samples; irrational, so that it never
  /// meets a sample.
  private static let step = 1e-3 / Double.pi

  /// A position is rounded by 1e-11 of a sample, so that the slopes of the nearest samples say enough of
  /// what that does.
  private static let slopeDepth = 50

  /// The weights of the nearest samples themselves, then how they change with the position, per sample.
  package let valuesAndSlopes: [Double]

  /// The weights of the samples further to the left, and of those further to the right.
  package let outer: (left: [Double], right: [Double])

  /// The weights of `2 · depth` samples; the position lies `fraction` of a sample after the first
  /// `depth` of them, `0 <= fraction < 1`.
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

  /// The sum over the samples of `source` from `start` on, at a position later by `rounding`.
  func sum(of source: Span<Double>, from start: Int, rounding: Double) -> Double {
    let near = DotProduct.sum(
      of: valuesAndSlopes, share: rounding, with: source, from: start + outer.left.count)
    guard !outer.left.isEmpty else { return near }
    let end = start + outer.left.count + valuesAndSlopes.count / 2
    return near
      + Rows.product(
        of: outer.left.span, and: source.extracting(start..<(start + outer.left.count)))
      + Rows.product(of: outer.right.span, and: source.extracting(end..<(end + outer.right.count)))
  }

  private static func sample(_ index: Int, of count: Int) -> [Double] {
    (0..<count).map { $0 == index ? 1 : 0 }
  }

  /// Of the `count` nearest samples on either side.
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

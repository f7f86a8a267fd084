import RealModule
import VoiceTypes

/// Windowed-sinc interpolation over `depth` values on either side of a position.
///
///     Σ_i y_i · sin(π(x−i)) / (π(x−i)) · (½ + ½ cos(π|x−i| / H))
///
/// The sine only alternates in sign from one i to the next, and a rotation gives the cosine of
/// equidistant angles.
enum SincKernel {
  /// The interpolated value at `low + fraction`, with `0 < fraction < 1` and
  /// `depth <= low + 1`, `depth <= values.count - 1 - low`.
  static func sum(
    of values: Span<Double>, low: Int, fraction: Double, depth: Int, window: SincWindow
  ) -> Double {
    let outermostLeft = fraction + Double(depth - 1)
    let outermostRight = (1 - fraction) + Double(depth - 1)
    let (leftHalfWidth, rightHalfWidth) =
      switch window {
      case .reachingPastEdge: (outermostLeft + 1, outermostRight + 1)
      case .fixedHalfWidth: (Double(depth) + 0.5, Double(depth) + 0.5)
      }
    let left = side(
      values.extracting((low - depth + 1)..<(low + 1)),
      direction: .backwards, nearest: fraction, halfWidth: leftHalfWidth)
    let right = side(
      values.extracting((low + 1)..<(low + 1 + depth)),
      direction: .forwards, nearest: 1 - fraction, halfWidth: rightHalfWidth)
    return Double.sin(.pi * min(fraction, 1 - fraction)) / .pi * (left + right)
  }

  private enum Direction { case forwards, backwards }

  /// Σ ± y/d · (½ + ½ cos(πd/H)) at the distances d = nearest, nearest + 1, …
  private static func side(
    _ values: Span<Double>, direction: Direction, nearest: Double, halfWidth: Double
  ) -> Double {
    var raisedCosine = RaisedCosine(nearest: nearest, halfWidth: halfWidth)
    var distance = nearest
    var sign = 0.5
    var sum = 0.0
    for offset in 0..<values.count {
      let value = direction == .forwards ? values[offset] : values[values.count - 1 - offset]
      sum += sign * value / distance * raisedCosine.next()
      distance += 1
      sign = -sign
    }
    return sum
  }
}

/// 1 + cos(πd/H) at the distances d = nearest, nearest + 1, … from a position.
struct RaisedCosine {
  private(set) var cosine: Double
  private(set) var sine: Double
  let versine: Double
  let stepSine: Double

  init(nearest: Double, halfWidth: Double) {
    let step = Double.pi / halfWidth
    // The rotation uses 1 − cos: the increments are small, and so is the accumulated rounding
    // error.
    let halfSine = Double.sin(0.5 * step)
    versine = 2 * halfSine * halfSine
    stepSine = Double.sin(step)
    cosine = Double.cos(step * nearest)
    sine = Double.sin(step * nearest)
  }

  /// Returns the value at the current distance and advances to the next.
  @inline(__always)
  mutating func next() -> Double {
    let raised = 1 + cosine
    let cosineLoss = versine * cosine + stepSine * sine
    sine -= versine * sine - stepSine * cosine
    cosine -= cosineLoss
    return raised
  }
}

extension SincWindow {
  /// The half-width H over `depth` samples on one side, with the closest at distance
  /// `nearest`.
  func halfWidth(nearest: Double, depth: Int) -> Double {
    switch self {
    case .reachingPastEdge: nearest + Double(depth)
    case .fixedHalfWidth: Double(depth) + 0.5
    }
  }
}

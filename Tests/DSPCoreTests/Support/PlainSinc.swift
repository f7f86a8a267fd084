// Windowed-sinc interpolation as one plain loop over the formula, for the fast kernel to match.

import RealModule
import VoiceTypes

/// Σ y_i · sin(π(x−i)) / (π(x−i)) · (½ + ½ cos(π|x−i| / H)) over `depth` values on either side, or
/// as many as both sides have.
func plainSinc(
  _ values: [Double], at position: Double, depth: Int, window: SincWindow
) -> Double {
  let low = Int(position.rounded(.down))
  let depth = min(depth, low + 1, values.count - 1 - low)
  let (leftmost, rightmost) = (low - depth + 1, low + depth)
  return (leftmost...rightmost).reduce(0) { sum, index in
    let distance = position - Double(index)
    let halfWidth =
      switch (window, index <= low) {
      case (.fixedHalfWidth, _): Double(depth) + 0.5
      case (.reachingPastEdge, true): position - Double(leftmost) + 1
      case (.reachingPastEdge, false): Double(rightmost) - position + 1
      }
    let sinc = Double.sin(.pi * distance) / (.pi * distance)
    let taper = 0.5 + 0.5 * Double.cos(.pi * distance.magnitude / halfWidth)
    return sum + values[index] * sinc * taper
  }
}

/// Hermite's cubic between 0 and 1, written with its four basis polynomials.
func hermite(
  left: Double, leftSlope: Double, right: Double, rightSlope: Double, at t: Double
) -> Double {
  (2 * t * t * t - 3 * t * t + 1) * left + (t * t * t - 2 * t * t + t) * leftSlope
    + (3 * t * t - 2 * t * t * t) * right + (t * t * t - t * t) * rightSlope
}

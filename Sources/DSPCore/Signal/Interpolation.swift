import RealModule
package import VoiceTypes

/// Windowed-sinc interpolation of equidistant values at real positions.
///
/// The depth is the number of values on either side, reduced near the ends. As in Praat, the
/// weights are not normalised to a sum of one.
package struct SincInterpolator {
  /// The window of the sinc.
  let window: SincWindow

  package init(window: SincWindow) { self.window = window }

  /// The value at `position`, counted in indices of `values` from 0.
  package func value(of values: Span<Double>, at position: Double, depth: Int) -> Double {
    guard position > 0 else { return values[0] }
    guard position < Double(values.count - 1) else { return values[values.count - 1] }
    let low = Int(position)
    let fraction = position - Double(low)
    if fraction == 0 { return values[low] }

    let usable = min(depth, low + 1, values.count - 1 - low)
    switch usable {
    case ...0: return fraction < 0.5 ? values[low] : values[low + 1]
    case 1: return values[low] + fraction * (values[low + 1] - values[low])
    case 2: return cubic(values, low: low, fraction: fraction)
    default:
      return SincKernel.sum(
        of: values, low: low, fraction: fraction, depth: usable, window: window)
    }
  }

  /// Hermite interpolation with central differences as slopes.
  private func cubic(_ values: Span<Double>, low: Int, fraction: Double) -> Double {
    let left = values[low]
    let right = values[low + 1]
    let leftSlope = 0.5 * (right - values[low - 1])
    let rightSlope = 0.5 * (values[low + 2] - left)
    let rest = 1 - fraction
    return left * rest + right * fraction
      - fraction * rest
      * (0.5 * (rightSlope - leftSlope)
        + (fraction - 0.5) * (leftSlope + rightSlope - 2 * (right - left)))
  }
}

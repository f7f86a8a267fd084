// The magnitude of a spectrum at a few equidistant frequencies that need not be bins of a
// transform: Goertzel (1958), American Mathematical Monthly 65:34, for eight frequencies at a time.

import RealModule

/// Single lines of a spectrum.
package enum SpectralLines {
  /// `|Σ_j values[j] e^{−i·k·spacing·j}|` for k = 1 … `count`; `spacing` in radians per sample.
  package static func magnitudes(
    of values: Span<Double>, spacing: Double, count: Int
  ) -> [Double] {
    var magnitudes: [Double] = []
    for first in stride(from: 1, through: count, by: SIMD8<Double>.scalarCount) {
      let lines = eight(of: values, spacing: spacing, from: first)
      for lane in 0..<min(SIMD8<Double>.scalarCount, count + 1 - first) {
        magnitudes.append(lines[lane])
      }
    }
    return magnitudes
  }

  private static func eight(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> SIMD8<Double> {
    var factor = SIMD8<Double>.zero
    for lane in 0..<SIMD8<Double>.scalarCount {
      factor[lane] = 2 * Double.cos(Double(first + lane) * spacing)
    }
    var (newer, older) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for index in 0..<values.count {
      (newer, older) = ((values[index] - older) + factor * newer, newer)
    }
    let power = newer * newer + older * older - factor * newer * older
    // Rounding may leave a tiny negative power where nothing is left.
    return power.replacing(with: 0, where: power .< 0).squareRoots
  }
}

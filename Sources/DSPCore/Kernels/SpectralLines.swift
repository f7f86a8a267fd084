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
    magnitudes.reserveCapacity(count)
    var first = 1
    while first <= count {
      let left = count + 1 - first
      let taken: [Double] =
        if left > Eight.scalarCount {
          sixteen(of: values, spacing: spacing, from: first)
        } else if left > Two.scalarCount {
          eight(of: values, spacing: spacing, from: first)
        } else {
          two(of: values, spacing: spacing, from: first)
        }
      magnitudes += taken.prefix(left)
      first += taken.count
    }
    return magnitudes
  }

  private typealias Two = SIMD2<Double>
  private typealias Eight = SIMD8<Double>

  /// Twice the cosine of the angle that each of eight lines turns by per sample.
  private static func factors(spacing: Double, from first: Int) -> Eight {
    var factors = Eight.zero
    for lane in 0..<Eight.scalarCount {
      factors[lane] = 2 * Double.cos(Double(first + lane) * spacing)
    }
    return factors
  }

  /// Two rows of eight, one of which is added to while the other waits for its sum.
  private static func sixteen(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> [Double] {
    let low = factors(spacing: spacing, from: first)
    let high = factors(spacing: spacing, from: first + Eight.scalarCount)
    var (newerLow, olderLow) = (Eight.zero, Eight.zero)
    var (newerHigh, olderHigh) = (Eight.zero, Eight.zero)
    for index in 0..<values.count {
      let value = values[index]
      (newerLow, olderLow) = ((value - olderLow) + low * newerLow, newerLow)
      (newerHigh, olderHigh) = ((value - olderHigh) + high * newerHigh, newerHigh)
    }
    return magnitudes(newerLow, olderLow, by: low) + magnitudes(newerHigh, olderHigh, by: high)
  }

  private static func eight(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> [Double] {
    let factor = factors(spacing: spacing, from: first)
    var (newer, older) = (Eight.zero, Eight.zero)
    for index in 0..<values.count {
      (newer, older) = ((values[index] - older) + factor * newer, newer)
    }
    return magnitudes(newer, older, by: factor)
  }

  private static func two(of values: Span<Double>, spacing: Double, from first: Int) -> [Double] {
    let factors = factors(spacing: spacing, from: first)
    let factor = Two(factors[0], factors[1])
    var (newer, older) = (Two.zero, Two.zero)
    for index in 0..<values.count {
      (newer, older) = ((values[index] - older) + factor * newer, newer)
    }
    let all = magnitudes(
      Eight(lowHalf: SIMD4(lowHalf: newer, highHalf: .zero), highHalf: .zero),
      Eight(lowHalf: SIMD4(lowHalf: older, highHalf: .zero), highHalf: .zero), by: factors)
    return Array(all.prefix(Two.scalarCount))
  }

  private static func magnitudes(_ newer: Eight, _ older: Eight, by factor: Eight) -> [Double] {
    let power = newer * newer + older * older - factor * newer * older
    // Rounding may leave a tiny negative power where nothing is left.
    let roots = power.replacing(with: 0, where: power .< 0).squareRoots
    return (0..<Eight.scalarCount).map { roots[$0] }
  }
}

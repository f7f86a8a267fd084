import RealModule

/// Spectral magnitudes at a few equidistant frequencies, which need not be FFT bins: Goertzel
/// (1958), American Mathematical Monthly 65:34, for eight frequencies at a time.
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
          twelve(of: values, spacing: spacing, from: first)
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

  /// Twice the cosine of the phase step per sample of each line.
  private static func factors<Lines: SIMD<Double>>(spacing: Double, from first: Int) -> Lines {
    var factors = Lines.zero
    for lane in 0..<Lines.scalarCount {
      factors[lane] = 2 * Double.cos(Double(first + lane) * spacing)
    }
    return factors
  }

  private static func twelve(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> [Double] {
    let factors = (first..<(first + 12)).map { 2 * Double.cos(Double($0) * spacing) }
    let (newer, older) = WideRows.lines(of: values, factors: factors)
    return factors.indices.map { line in
      let (last, before) = (newer[line], older[line])
      let power = last * last + before * before - factors[line] * last * before
      // Rounding may give a tiny negative power.
      return power < 0 ? 0 : power.squareRoot()
    }
  }

  private static func eight(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> [Double] {
    let factor: Eight = factors(spacing: spacing, from: first)
    var (newer, older) = (Eight.zero, Eight.zero)
    for index in 0..<values.count {
      (newer, older) = ((values[index] - older) + factor * newer, newer)
    }
    return magnitudes(newer, older, by: factor)
  }

  private static func two(of values: Span<Double>, spacing: Double, from first: Int) -> [Double] {
    let factor: Two = factors(spacing: spacing, from: first)
    var (newer, older) = (Two.zero, Two.zero)
    for index in 0..<values.count {
      (newer, older) = ((values[index] - older) + factor * newer, newer)
    }
    let all = magnitudes(padded(newer), padded(older), by: padded(factor))
    return Array(all.prefix(Two.scalarCount))
  }

  private static func padded(_ two: Two) -> Eight {
    Eight(lowHalf: SIMD4(lowHalf: two, highHalf: .zero), highHalf: .zero)
  }

  private static func magnitudes(_ newer: Eight, _ older: Eight, by factor: Eight) -> [Double] {
    let power = newer * newer + older * older - factor * newer * older
    // Rounding may give a tiny negative power.
    let roots = power.replacing(with: 0, where: power .< 0).squareRoots
    return (0..<Eight.scalarCount).map { roots[$0] }
  }
}

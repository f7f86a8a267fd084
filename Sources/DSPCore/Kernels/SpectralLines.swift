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
  private typealias Four = SIMD4<Double>
  private typealias Eight = SIMD8<Double>

  /// Twice the cosine of the angle that each of some lines turns by per sample.
  private static func factors<Lines: SIMD<Double>>(spacing: Double, from first: Int) -> Lines {
    var factors = Lines.zero
    for lane in 0..<Lines.scalarCount {
      factors[lane] = 2 * Double.cos(Double(first + lane) * spacing)
    }
    return factors
  }

  /// Three rows of four, of which two are added to while the third waits for its sums. No more: the last
  /// two values of twelve lines just fit into the registers of any processor of 64 bits, and one that
  /// goes by way of memory would be waited for at every sample.
  private static func twelve(
    of values: Span<Double>, spacing: Double, from first: Int
  ) -> [Double] {
    let f0: Four = factors(spacing: spacing, from: first)
    let f1: Four = factors(spacing: spacing, from: first + Four.scalarCount)
    let f2: Four = factors(spacing: spacing, from: first + 2 * Four.scalarCount)
    var (newer0, newer1, newer2) = (Four.zero, Four.zero, Four.zero)
    var (older0, older1, older2) = (Four.zero, Four.zero, Four.zero)
    let even = values.count - values.count % 2
    var index = 0
    // Two samples a turn: what was older makes room for the newest, and back, so that nothing moves.
    while index < even {
      let (value, next) = (values[index], values[index + 1])
      older0 = (value - older0) + f0 * newer0
      older1 = (value - older1) + f1 * newer1
      older2 = (value - older2) + f2 * newer2
      newer0 = (next - newer0) + f0 * older0
      newer1 = (next - newer1) + f1 * older1
      newer2 = (next - newer2) + f2 * older2
      index += 2
    }
    if even < values.count {
      let value = values[even]
      (newer0, older0) = ((value - older0) + f0 * newer0, newer0)
      (newer1, older1) = ((value - older1) + f1 * newer1, newer1)
      (newer2, older2) = ((value - older2) + f2 * newer2, newer2)
    }
    let lastFour = magnitudes(padded(newer2), padded(older2), by: padded(f2))
    return magnitudes(
      Eight(lowHalf: newer0, highHalf: newer1), Eight(lowHalf: older0, highHalf: older1),
      by: Eight(lowHalf: f0, highHalf: f1)) + lastFour.prefix(Four.scalarCount)
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

  private static func padded(_ two: Two) -> Eight { padded(Four(lowHalf: two, highHalf: .zero)) }

  private static func padded(_ four: Four) -> Eight { Eight(lowHalf: four, highHalf: .zero) }

  private static func magnitudes(_ newer: Eight, _ older: Eight, by factor: Eight) -> [Double] {
    let power = newer * newer + older * older - factor * newer * older
    // Rounding may leave a tiny negative power where nothing is left.
    let roots = power.replacing(with: 0, where: power .< 0).squareRoots
    return (0..<Eight.scalarCount).map { roots[$0] }
  }
}

// The highest point of a cepstrum where a pitch can be, between the grid points by a parabola.

package import VoiceTypes

/// A maximum of a curve over equidistant positions.
package struct CurvePeak: Equatable {
  /// In steps from the first point.
  package var position: Double

  /// In the unit of the curve.
  package var height: Double
}

/// Looks for peaks between two positions.
package struct CepstralPeakFinder {
  private let positions: ClosedRange<Double>
  private let indices: ClosedRange<Int>

  /// Looks between the periods of `ceiling` and of `floor`; the curve goes on on both sides.
  package init(floor: Hertz, ceiling: Hertz, quefrencyStep: Double) {
    let start = 1 / ceiling.value / quefrencyStep
    let end = 1 / floor.value / quefrencyStep
    positions = start...end
    indices = Int(start.rounded(.up))...Int(end.rounded(.down))
  }

  /// The points of a curve that are looked at.
  var needed: Range<Int> { (indices.lowerBound - 1)..<(indices.upperBound + 2) }

  /// The highest of the end points and of the parabolas through maxima; the first of equals.
  package func highest(in curve: [Double]) -> CurvePeak {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    let end = curve[first] >= curve[last] ? first : last
    var best = CurvePeak(position: Double(end), height: curve[end])
    for index in indices where curve[index] > curve[index - 1] && curve[index] >= curve[index + 1] {
      let peak = Self.parabola(through: curve, at: index)
      if peak.height > best.height { best = peak }
    }
    best.position = min(max(best.position, positions.lowerBound), positions.upperBound)
    return best
  }

  /// The same in `factor · ln powers`, `factor > 0`; logarithms are taken of the few maxima that
  /// can be the highest.
  package func highest(
    inLogarithmsOf powers: Span<Double>, times factor: Double
  ) -> CurvePeak {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    let end = powers[first] >= powers[last] ? first : last
    var best = CurvePeak(
      position: Double(end), height: factor * Logarithm.natural(of: powers[end]))
    let scale = 1 / largest(of: powers)
    var (before, here) = (powers[first - 1], powers[first])
    for index in indices {
      let after = powers[index + 1]
      defer { (before, here) = (here, after) }
      // The rarest first: a branch that is always taken costs little.
      guard Self.canExceed(scale, before, here, after), here > before, here >= after else {
        continue
      }
      let (a, b, c) = Logarithm.natural(of: before, here, after)
      // Powers that differ may have one logarithm.
      guard b > a, b >= c else { continue }
      let peak = Self.parabola(factor * a, factor * b, factor * c, at: index)
      if peak.height > best.height { best = peak }
    }
    best.position = min(max(best.position, positions.lowerBound), positions.upperBound)
    return best
  }

  /// The largest value that is looked at; of every second one by itself, as a maximum waits for the
  /// one before it.
  private func largest(of powers: Span<Double>) -> Double {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    var (even, odd) = (powers[last], powers[last])
    for index in stride(from: first, to: last, by: 2) {
      even = max(even, powers[index])
      odd = max(odd, powers[index + 1])
    }
    return max(even, odd)
  }

  /// Whether a parabola through the logarithms of a maximum and its neighbours can reach above the
  /// logarithm of `1 / scale`.
  ///
  /// With u and v, by how much the neighbours are lower, it rises above its middle point by
  /// (u − v)² / 8(u + v), which is at most (u + v) / 8.
  @inline(__always)
  private static func canExceed(
    _ scale: Double, _ before: Double, _ here: Double, _ after: Double
  ) -> Bool {
    let ratio = here * scale
    let square = ratio * ratio
    let fourth = square * square
    return fourth * fourth * (here * here) > before * after
  }

  private static func parabola(through curve: [Double], at index: Int) -> CurvePeak {
    parabola(curve[index - 1], curve[index], curve[index + 1], at: index)
  }

  private static func parabola(
    _ before: Double, _ here: Double, _ after: Double, at index: Int
  ) -> CurvePeak {
    let half = 0.5 * (after - before)
    let curvature = (here - before) + (here - after)
    return CurvePeak(
      position: Double(index) + half / curvature, height: here + 0.5 * half * half / curvature)
  }
}

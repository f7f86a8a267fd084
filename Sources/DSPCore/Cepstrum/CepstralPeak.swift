internal import VoiceMath
package import VoiceTypes

/// Maximum of a curve over equidistant positions.
package struct CurvePeak: Equatable {
  /// Position in steps from the first point.
  package var position: Double

  /// Height in the unit of the curve.
  package var height: Double
}

/// Search for the highest cepstral peak in a pitch range, with parabolic interpolation.
package struct CepstralPeakFinder {
  private let positions: ClosedRange<Double>
  private let indices: ClosedRange<Int>

  /// Sets the search range to the periods of `ceiling` and `floor`; the curve must extend beyond
  /// both.
  package init(floor: Hertz, ceiling: Hertz, quefrencyStep: Double) {
    let start = 1 / ceiling.value / quefrencyStep
    let end = 1 / floor.value / quefrencyStep
    positions = start...end
    indices = Int(start.rounded(.up))...Int(end.rounded(.down))
  }

  /// The points of a curve that the search reads.
  var needed: Range<Int> { (indices.lowerBound - 1)..<(indices.upperBound + 2) }

  /// The highest of the end points and the interpolated maxima; the first of equals.
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

  /// The highest peak of `factor · ln powers`, `factor > 0`; it computes logarithms only for
  /// candidates.
  package func highest(
    inLogarithmsOf powers: Span<Double>, times factor: Double
  ) -> CurvePeak {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    let end = powers[first] >= powers[last] ? first : last
    var best = CurvePeak(
      position: Double(end), height: factor * Logarithm.natural(of: powers[end]))
    PeakCandidates.find(in: powers, among: indices) { index in
      Self.update(index, of: powers, times: factor, ifHigherThan: &best)
    }
    best.position = min(max(best.position, positions.lowerBound), positions.upperBound)
    return best
  }

  /// Updates `best` if the maximum at `index` of `factor · ln powers` is higher.
  private static func update(
    _ index: Int, of powers: Span<Double>, times factor: Double,
    ifHigherThan best: inout CurvePeak
  ) {
    let (a, b, c) = Logarithm.natural(of: powers[index - 1], powers[index], powers[index + 1])
    // Different powers may have equal logarithms.
    guard b > a, b >= c else { return }
    let peak = parabola(factor * a, factor * b, factor * c, at: index)
    if peak.height > best.height { best = peak }
  }

  private static func parabola(through curve: [Double], at index: Int) -> CurvePeak {
    parabola(curve[index - 1], curve[index], curve[index + 1], at: index)
  }

  private static func parabola(
    _ before: Double, _ here: Double, _ after: Double, at index: Int
  ) -> CurvePeak {
    let parabola = Parabola(before, here, after)
    return CurvePeak(position: Double(index) + parabola.offset, height: parabola.height)
  }
}

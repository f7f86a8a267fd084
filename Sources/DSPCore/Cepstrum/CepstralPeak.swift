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

  private static func parabola(through curve: [Double], at index: Int) -> CurvePeak {
    let (before, here, after) = (curve[index - 1], curve[index], curve[index + 1])
    let half = 0.5 * (after - before)
    let curvature = (here - before) + (here - after)
    return CurvePeak(
      position: Double(index) + half / curvature, height: here + 0.5 * half * half / curvature)
  }
}

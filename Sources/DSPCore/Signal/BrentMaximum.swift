/// Brent's search for a maximum of a smooth function without derivatives.
///
/// Brent (1973), Algorithms for Minimization without Derivatives, chapter 5: golden-section search
/// with parabolic steps through the three best points.
package struct BrentMaximum {
  /// (3 − √5) / 2.
  static let goldenSection = 0.381_966_011_250_105

  /// The square root of the unit roundoff 2⁻⁵³, the limit of any search.
  private static let relativeTolerance = 1.053_671_212_772_350_9e-8

  /// The absolute tolerance, in the unit of the variable.
  private static let absoluteTolerance = 1e-10 / 3

  /// Iteration limit, after which the best point is the result.
  private static let maximumRounds = 60

  /// Position with the negated height: the search minimises.
  private struct Point {
    var position: Double
    var depth: Double
  }

  private var low: Double
  private var high: Double
  private var best: Point
  private var second: Point
  private var third: Point

  /// The position of the maximum.
  package var position: Double { best.position }

  /// The function's value at the maximum.
  package var value: Double { -best.depth }

  /// Searches `low ... high`, where `function` has one maximum.
  package init(from low: Double, to high: Double, of function: (Double) -> Double) {
    self.low = low
    self.high = high
    let start = low + Self.goldenSection * (high - low)
    best = Point(position: start, depth: -function(start))
    second = best
    third = best
    for _ in 0..<Self.maximumRounds {
      // Positions count from 1, as in Praat: the same tolerance gives the same last step, and F0
      // agrees to 1e-11 rather than 1e-8.
      let place = (best.position + 1).magnitude
      let tolerance = Self.relativeTolerance * place + Self.absoluteTolerance
      let middle = 0.5 * (self.low + self.high)
      let reach = (best.position - middle).magnitude + 0.5 * (self.high - self.low)
      if reach <= 2 * tolerance { return }
      let tried = best.position + step(tolerance: tolerance, middle: middle)
      narrow(at: Point(position: tried, depth: -function(tried)))
    }
  }

  /// The golden-section step, or the parabolic step through the three best points if valid.
  private func step(tolerance: Double, middle: Double) -> Double {
    let x = best.position
    var step = Self.goldenSection * (x < middle ? high - x : low - x)
    if (x - second.position).magnitude >= tolerance {
      let t = (x - second.position) * (best.depth - third.depth)
      var q = (x - third.position) * (best.depth - second.depth)
      var p = (x - third.position) * q - (x - second.position) * t
      q = 2 * (q - t)
      if q > 0 { p = -p } else { q = -q }
      let isInside =
        p > q * (low - x + 2 * tolerance) && p < q * (high - x - 2 * tolerance)
      if p.magnitude < (step * q).magnitude && isInside { step = p / q }
    }
    // Closer points are not resolvable.
    return step.magnitude >= tolerance ? step : (step > 0 ? tolerance : -tolerance)
  }

  /// Narrows the interval and keeps the three lowest points.
  private mutating func narrow(at tried: Point) {
    if tried.depth <= best.depth {
      if tried.position < best.position { high = best.position } else { low = best.position }
      (third, second, best) = (second, best, tried)
      return
    }
    if tried.position < best.position { low = tried.position } else { high = tried.position }
    if tried.depth <= second.depth || second.position == best.position {
      (third, second) = (second, tried)
    } else if tried.depth <= third.depth || third.position == best.position
      || third.position == second.position
    {
      third = tried
    }
  }
}

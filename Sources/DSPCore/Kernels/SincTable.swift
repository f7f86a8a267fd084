import RealModule
package import VoiceTypes

/// Interpolated curve between two neighbouring samples, as two Chebyshev series.
package struct SincPolynomial {
  fileprivate var even = SIMD8<Double>.zero
  fileprivate var odd = SIMD8<Double>.zero

  /// The curve at `fraction`, 0 … 1, from the left sample to the right one.
  @inline(__always)
  package func value(at fraction: Double) -> Double {
    let u = 2 * fraction - 1
    let doubled = 2 * (2 * u * u - 1)
    // Clenshaw's recurrence for both series in parallel.
    var (newer, older) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for term in stride(from: SincTable.terms - 1, to: 0, by: -1) {
      (newer, older) = (doubled * newer + (SIMD2(even[term], odd[term]) - older), newer)
    }
    let sums = 0.5 * doubled * newer + (SIMD2(even[0], odd[0]) - older)
    return sums[0] + u * sums[1]
  }
}

extension SincPolynomial {
  /// Step limit of the peak search; three or four steps are usual.
  private static let maximumSteps = 8

  /// Convergence threshold of the position, in samples. With the last step added, the height error
  /// is below rounding.
  private static let closeEnough = 1e-5

  /// The curve and its slope, per sample, at `fraction`.
  package func valueAndSlope(at fraction: Double) -> (value: Double, slope: Double) {
    let u = 2 * fraction - 1
    let x = 2 * u * u - 1
    var (newer, older) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (newerSlope, olderSlope) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for term in stride(from: SincTable.terms - 1, to: 0, by: -1) {
      (newerSlope, olderSlope) = (2 * x * newerSlope + (2 * newer - olderSlope), newerSlope)
      (newer, older) = (2 * x * newer + (SIMD2(even[term], odd[term]) - older), newer)
    }
    let sums = x * newer + (SIMD2(even[0], odd[0]) - older)
    let slopes = newer + x * newerSlope - olderSlope
    // By the chain rule: dx/du = 4u, du/dfraction = 2.
    let slope = 4 * u * (slopes[0] + u * slopes[1]) + sums[1]
    return (sums[0] + u * sums[1], 2 * slope)
  }

  /// The peak inside the interval, by the secant method on the slope; nil if the search leaves the
  /// interval.
  /// - Parameter curvature: The initial second derivative; negative.
  package func peak(near start: Double, curvature: Double) -> CurvePeak? {
    var (position, curvature) = (start, curvature)
    var (value, slope) = valueAndSlope(at: position)
    for _ in 0..<Self.maximumSteps {
      let step = -slope / curvature
      let next = position + step
      guard curvature < 0, next >= 0, next <= 1 else { return nil }
      if step.magnitude < Self.closeEnough {
        return CurvePeak(position: next, height: value + 0.5 * slope * step)
      }
      let there = valueAndSlope(at: next)
      curvature = (there.slope - slope) / step
      (position, value, slope) = (next, there.value, there.slope)
    }
    return nil
  }
}

/// Windowed-sinc weights of one depth as Chebyshev series of the position between two samples.
///
/// Sixteen terms represent the weight of a sample to rounding. With u = 2f − 1 of the fraction f,
/// the part even in u multiplies the sum of the two samples at equal distances, the odd part their
/// difference; each is a series of eight terms T_m(2u² − 1). One pass over the samples gives a
/// polynomial, and a peak search needs no further pass. Clenshaw (1955), MTAC 9:118; Trefethen
/// (2013), Approximation Theory and Approximation Practice, chapters 3 and 4.
///
/// The table also has the weights at the two start positions of every peak search, because a
/// polynomial does not pay for one value.
package final class SincTable: Sendable {
  /// Terms of each of the two series.
  static let terms = SIMD8<Double>.scalarCount

  /// Distance of the first positions of Brent's search from the middle sample, on either side: √5 −
  /// 2.
  package static let searchStart = 1 - 2 * BrentMaximum.goldenSection

  /// Tolerance of a fraction, because a search counts its positions from the start of a row.
  private static let fractionNoise = 1e-12

  private static let nodes = ChebyshevNodes()

  /// Samples on either side.
  package let depth: Int

  /// For each distance, nearest first: the series of the sum, then of the difference.
  private let weights: [SIMD8<Double>]

  /// The weights of the `2 · depth` samples, from left to right, at the fraction `searchStart` and
  /// at its mirror image.
  private let forward: [Double]
  private let backward: [Double]

  /// Computes the series of `2 · depth` weights.
  package init(depth: Int, window: SincWindow) {
    let nodes = Self.nodes
    let left = WeightRow(fractions: nodes.left, depth: depth, window: window)
    let right = WeightRow(fractions: nodes.right, depth: depth, window: window)
    var weights = [SIMD8<Double>](repeating: .zero, count: 2 * depth)
    WideRows.writeSincSeries(
      from: left.rows + right.rows + [nodes.offsets] + nodes.columns, into: &weights)
    func value(at fraction: Double, distance: Int) -> Double {
      SincPolynomial(even: weights[2 * distance], odd: weights[2 * distance + 1])
        .value(at: fraction)
    }
    self.depth = depth
    forward =
      (0..<depth).reversed().map { value(at: Self.searchStart, distance: $0) }
      + (0..<depth).map { value(at: 1 - Self.searchStart, distance: $0) }
    self.weights = weights
    backward = forward.reversed()
  }

  /// The curve at a fraction from `values[low]` to `values[low + 1]`; nil unless the fraction is a
  /// start position of the search.
  package func startValue(of values: Span<Double>, low: Int, at fraction: Double) -> Double? {
    let row = values.extracting((low + 1 - depth)..<(low + 1 + depth))
    if (fraction - Self.searchStart).magnitude < Self.fractionNoise {
      let forward = forward
      return Rows.product(of: row, and: forward.span)
    }
    if (1 - fraction - Self.searchStart).magnitude < Self.fractionNoise {
      let backward = backward
      return Rows.product(of: row, and: backward.span)
    }
    return nil
  }

  /// The curve between `values[low]` and `values[low + 1]`, which have `depth` values on either
  /// side.
  package func polynomial(of values: Span<Double>, low: Int) -> SincPolynomial {
    precondition(
      depth <= low + 1 && depth <= values.count - 1 - low, "the depth is inside the values")
    let left = values.extracting((low + 1 - depth)..<(low + 1))
    let right = values.extracting((low + 1)..<(low + 1 + depth))
    let weights = weights
    let sums = WideRows.series(weights.span, left: left, right: right)
    return SincPolynomial(even: sums.even, odd: sums.odd)
  }
}

/// Eight Chebyshev nodes u > 0 and their mirror images, where the series interpolate the function.
private struct ChebyshevNodes {
  /// u, and the distances ½(1 + u) and ½(1 − u) to the nearest samples on the left and right.
  let offsets: SIMD8<Double>
  let left: SIMD8<Double>
  let right: SIMD8<Double>
  /// The contribution of each node to all terms.
  let columns: [SIMD8<Double>]

  init() {
    let count = SincTable.terms
    let angles = (0..<count).map { Double.pi * (Double($0) + 0.5) / Double(count) }
    // cos θ = 2u² − 1, so u = cos ½θ.
    offsets = SIMD8(angles.map { Double.cos(0.5 * $0) })
    left = 0.5 + 0.5 * offsets
    right = 0.5 - 0.5 * offsets
    columns = angles.map { angle in
      SIMD8(
        (0..<count).map { term in
          (term == 0 ? 1 : 2) / Double(count) * Double.cos(Double(term) * angle)
        })
    }
  }
}

/// Weights ± sin(πf)/π / d · (½ + ½ cos(πd/H)) of left samples at the distances d = f, f + 1, …,
/// for eight fractions f at once.
private struct WeightRow {
  /// The distances, heights ± sin(πf)/2π, cosines, sines, and the versines and sines of a step.
  private(set) var rows: [SIMD8<Double>]

  init(fractions: SIMD8<Double>, depth: Int, window: SincWindow) {
    rows = Array(repeating: .zero, count: 6)
    rows[0] = fractions
    for lane in fractions.indices {
      let fraction = fractions[lane]
      let cosine = RaisedCosine(
        nearest: fraction, halfWidth: window.halfWidth(nearest: fraction, depth: depth))
      rows[1][lane] = 0.5 * Double.sin(.pi * min(fraction, 1 - fraction)) / .pi
      (rows[2][lane], rows[3][lane]) = (cosine.cosine, cosine.sine)
      (rows[4][lane], rows[5][lane]) = (cosine.versine, cosine.stepSine)
    }
  }
}

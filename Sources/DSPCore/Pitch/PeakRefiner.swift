import RealModule
import VoiceMath
import VoiceTypes

/// Sub-sample refinement of correlation maxima by windowed-sinc interpolation.
struct PeakRefiner {
  /// Depth of the coarse interpolation of a height.
  private static let coarseDepth = 30

  /// Minimum depth of a windowed sinc.
  private static let leastTableDepth = 3

  /// Maximum ratio of the drop over two lags to that over one for a smooth peak; it is four for a
  /// parabola.
  private static let steepestTop = 8.0

  /// Maximum distance of the peak of a smooth curve from the vertex of a parabola, in samples.
  static let plainCurve = 0.1

  private let depth: Int
  private let sampleRate: Double
  private let interpolator: SincInterpolator
  private let tables: SincTables
  /// The two most frequent tables.
  private let coarseTable: SincTable
  private let fineTable: SincTable

  init(window: SincWindow, depth: Int, samplePeriod: Double, tables: SincTables) {
    self.depth = depth
    self.tables = tables
    // As in Praat, from lag to frequency by way of the period.
    sampleRate = 1 / samplePeriod
    interpolator = SincInterpolator(window: window)
    coarseTable = tables.table(depth: Self.coarseDepth)
    fineTable = tables.table(depth: min(depth, PitchGeometry.standardDepth))
  }

  /// Interpolated curve between two lags.
  struct Piece {
    /// The lag at its left end.
    let low: Int
    let curve: SincPolynomial
  }

  /// The frequency by a parabola through three lags, in hertz.
  func frequency(at lag: Int, in correlation: LagBuffer) -> Double {
    sampleRate / (Double(lag) + parabola(at: lag, in: correlation).offset)
  }

  /// The candidate with a position by a parabola through three lags and a height by a short
  /// interpolation.
  func coarse(at lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    let position = Double(lag) + parabola(at: lag, in: correlation).offset
    let whole = position.rounded(.down)
    let height =
      polynomial(in: correlation, low: Int(whole), depth: Self.coarseDepth)?
      .value(at: position - whole)
      ?? interpolator.value(
        of: correlation.values.span, at: Double(correlation.centre) + position,
        depth: Self.coarseDepth)
    return PitchCandidate(frequency: sampleRate / position, strength: Self.reflected(height))
  }

  /// The maximum of the interpolated correlation within one sample of `lag`: its height to
  /// rounding, its position to a millionth of a sample; `piece` returns its curve.
  func peak(near lag: Int, in correlation: LagBuffer, on piece: inout Piece?) -> PitchCandidate {
    piece = nil
    guard isSmooth(at: lag, in: correlation) else { return refined(near: lag, in: correlation) }
    let parabola = parabola(at: lag, in: correlation)
    let offset = parabola.offset
    let low = offset < 0 ? lag - 1 : lag
    guard
      let curve = polynomial(in: correlation, low: low, depth: depth(at: Double(lag) + offset))
    else { return refined(near: lag, in: correlation) }
    let known = Piece(low: low, curve: curve)
    piece = known
    let start = offset < 0 ? offset + 1 : offset
    guard let found = curve.peak(near: start, curvature: -parabola.curvature),
      (found.position - start).magnitude < Self.plainCurve
    else { return refined(near: lag, in: correlation, on: known) }
    return PitchCandidate(
      frequency: sampleRate / (Double(low) + found.position),
      strength: Self.reflected(found.height))
  }

  /// Whether the correlation around a maximum is one smooth peak: it falls beyond the neighbours,
  /// and over two lags not much more than a parabola. Otherwise the curve may have several maxima
  /// between the samples, and Praat's search selects one of them.
  func isSmooth(at lag: Int, in correlation: LagBuffer) -> Bool {
    guard lag + 2 <= correlation.centre else { return false }
    let here = correlation[lag]
    let (before, after) = (correlation[lag - 1], correlation[lag + 1])
    let (farBefore, farAfter) = (correlation[lag - 2], correlation[lag + 2])
    let (fall, farFall) = (2 * here - before - after, 2 * here - farBefore - farAfter)
    return farBefore < before && farAfter < after && farFall < Self.steepestTop * fall
  }

  /// The maximum with Praat's precision, whose search stops within its tolerance.
  /// - Parameter piece: A known curve next to `lag`.
  func refined(
    near lag: Int, in correlation: LagBuffer, on piece: Piece? = nil
  ) -> PitchCandidate {
    tables.countRefinement()
    let depth = depth(at: Double(lag) + parabola(at: lag, in: correlation).offset)
    func half(from low: Int) -> HalfCurve {
      HalfCurve(
        low: correlation.centre + low, table: table(for: correlation, low: low, depth: depth),
        curve: piece?.low == low ? piece?.curve : nil)
    }
    let maximum = maximum(
      of: correlation.values.span, depth: depth, left: half(from: lag - 1), right: half(from: lag))
    return PitchCandidate(
      frequency: sampleRate / (maximum.position - Double(correlation.centre)),
      strength: Self.reflected(maximum.value))
  }

  /// The maximum of the curve through `values` within one index of the seam of its two halves.
  private func maximum(
    of values: Span<Double>, depth: Int, left: HalfCurve, right: HalfCurve
  ) -> BrentMaximum {
    var (left, right) = (left, right)
    let (low, centre) = (Double(left.low), Double(right.low))
    let interpolator = interpolator
    return BrentMaximum(from: low, to: centre + 1) { position in
      let height =
        position < centre
        ? left.height(in: values, at: position - low)
        : right.height(in: values, at: position - centre)
      return height ?? interpolator.value(of: values, at: position, depth: depth)
    }
  }

  /// The parabola through a lag and its neighbours.
  private func parabola(at lag: Int, in correlation: LagBuffer) -> Parabola {
    Parabola(correlation[lag - 1], correlation[lag], correlation[lag + 1])
  }

  /// The interpolation depth; it is larger for maxima above a fraction of the sample rate.
  private func depth(at position: Double) -> Int {
    1 / position > PitchGeometry.accurateDepthFromRate ? PitchGeometry.accurateDepth : depth
  }

  /// The curve between the lags `low` and `low + 1`; nil below the minimum depth.
  private func polynomial(in correlation: LagBuffer, low: Int, depth: Int) -> SincPolynomial? {
    table(for: correlation, low: low, depth: depth)?
      .polynomial(of: correlation.values.span, low: correlation.centre + low)
  }

  /// The interpolation weights of that curve.
  private func table(for correlation: LagBuffer, low: Int, depth: Int) -> SincTable? {
    let place = correlation.centre + low
    let usable = min(depth, place + 1, correlation.values.count - 1 - place)
    guard usable >= Self.leastTableDepth else { return nil }
    if usable == fineTable.depth { return fineTable }
    if usable == coarseTable.depth { return coarseTable }
    return tables.table(depth: usable)
  }

  /// Reflects an interpolated correlation above one below it.
  private static func reflected(_ height: Double) -> Double { height > 1 ? 1 / height : height }
}

/// Curve on one side of a maximum. A search evaluates both sides once; a polynomial pays only for a
/// side that it evaluates again.
private struct HalfCurve {
  /// The index of its left value.
  let low: Int

  /// The weights; nil below the minimum depth.
  let table: SincTable?

  /// The polynomial, once computed. An optional would be copied at every access.
  private var curve = SincPolynomial()
  private var isKnown = false

  init(low: Int, table: SincTable?, curve: SincPolynomial?) {
    self.low = low
    self.table = table
    guard let curve else { return }
    (self.curve, isKnown) = (curve, true)
  }

  /// The height at a fraction of the distance to the next value; nil without a windowed sinc.
  mutating func height(in values: Span<Double>, at fraction: Double) -> Double? {
    if fraction == 0 { return values[low] }
    if isKnown { return curve.value(at: fraction) }
    guard let table else { return nil }
    if let height = table.startValue(of: values, low: low, at: fraction) { return height }
    (curve, isKnown) = (table.polynomial(of: values, low: low), true)
    return curve.value(at: fraction)
  }
}

// The height and the place of a maximum between the lags: a windowed sinc, as a polynomial.

import RealModule
import VoiceMath
import VoiceTypes

/// Refines the maxima of correlations.
struct PeakRefiner {
  /// Depth of the first, coarse interpolation of a maximum's height.
  private static let coarseDepth = 30

  /// A sum over fewer samples than this is no windowed sinc.
  private static let leastTableDepth = 3

  /// How much more a smooth top falls over two lags than over one; a parabola falls four times as much.
  private static let steepestTop = 8.0

  /// The peak of a smooth curve is this close to the vertex of a parabola, in samples.
  static let plainCurve = 0.1

  private let depth: Int
  private let sampleRate: Double
  private let interpolator: SincInterpolator
  private let tables: SincTables
  /// The tables that most maxima ask for.
  private let coarseTable: SincTable
  private let fineTable: SincTable

  init(window: SincWindow, depth: Int, samplePeriod: Double, tables: SincTables) {
    self.depth = depth
    self.tables = tables
    // As Praat gets from a lag to a frequency: by way of the period.
    sampleRate = 1 / samplePeriod
    interpolator = SincInterpolator(window: window)
    coarseTable = tables.table(depth: Self.coarseDepth)
    fineTable = tables.table(depth: min(depth, PitchGeometry.standardDepth))
  }

  /// The curve between two lags.
  struct Piece {
    /// The lag on the left.
    let low: Int
    let curve: SincPolynomial
  }

  /// The frequency by a parabola through three lags.
  func frequency(at lag: Int, in correlation: LagBuffer) -> Double {
    sampleRate / (Double(lag) + parabola(at: lag, in: correlation).offset)
  }

  /// Position by a parabola through three lags, height by a short interpolation.
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
  /// rounding, its position to a millionth of a sample; the curve it lies on goes into `piece`.
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

  /// Whether the correlation around a maximum looks like one smooth top: it goes on falling beyond
  /// the neighbours, and two lags away not much more than a parabola would. Where it does not, the
  /// curve may rise between the samples and have more than one maximum there; which of these counts
  /// is for the search that Praat uses to say.
  func isSmooth(at lag: Int, in correlation: LagBuffer) -> Bool {
    guard lag + 2 <= correlation.centre else { return false }
    let here = correlation[lag]
    let (before, after) = (correlation[lag - 1], correlation[lag + 1])
    let (farBefore, farAfter) = (correlation[lag - 2], correlation[lag + 2])
    let (fall, farFall) = (2 * here - before - after, 2 * here - farBefore - farAfter)
    return farBefore < before && farAfter < after && farFall < Self.steepestTop * fall
  }

  /// The same as far as Praat goes, whose search stops at a position that its tolerance allows.
  /// - Parameter piece: A part of the curve beside `lag`, where that is known already.
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

  /// The maximum of the curve through `values` within one place of where two halves of it meet.
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

  /// Maxima above a share of the sample rate are interpolated more deeply.
  private func depth(at position: Double) -> Int {
    1 / position > PitchGeometry.accurateDepthFromRate ? PitchGeometry.accurateDepth : depth
  }

  /// The curve between the lags `low` and `low + 1`; nil where it is no windowed sinc.
  private func polynomial(in correlation: LagBuffer, low: Int, depth: Int) -> SincPolynomial? {
    table(for: correlation, low: low, depth: depth)?
      .polynomial(of: correlation.values.span, low: correlation.centre + low)
  }

  /// The weights of that curve.
  private func table(for correlation: LagBuffer, low: Int, depth: Int) -> SincTable? {
    let place = correlation.centre + low
    let usable = min(depth, place + 1, correlation.values.count - 1 - place)
    guard usable >= Self.leastTableDepth else { return nil }
    if usable == fineTable.depth { return fineTable }
    if usable == coarseTable.depth { return coarseTable }
    return tables.table(depth: usable)
  }

  /// Interpolation can overshoot; a correlation above one is mirrored below it.
  private static func reflected(_ height: Double) -> Double { height > 1 ? 1 / height : height }
}

/// The curve on one side of a maximum. A search looks at both sides once; only where it looks again,
/// which is mostly on one side, does a polynomial pay.
private struct HalfCurve {
  /// The place of the value on the left.
  let low: Int

  /// The weights; nil where the curve is no windowed sinc.
  let table: SincTable?

  /// The polynomial, once it is known. No optional one: that would be copied to be asked.
  private var curve = SincPolynomial()
  private var isKnown = false

  init(low: Int, table: SincTable?, curve: SincPolynomial?) {
    self.low = low
    self.table = table
    guard let curve else { return }
    (self.curve, isKnown) = (curve, true)
  }

  /// The height at a fraction of the way to the next value; nil where that takes no windowed sinc.
  mutating func height(in values: Span<Double>, at fraction: Double) -> Double? {
    if fraction == 0 { return values[low] }
    if isKnown { return curve.value(at: fraction) }
    guard let table else { return nil }
    if let height = table.startValue(of: values, low: low, at: fraction) { return height }
    (curve, isKnown) = (table.polynomial(of: values, low: low), true)
    return curve.value(at: fraction)
  }
}

// The possible pitches of one frame: the local maxima of its correlation.

import RealModule
package import VoiceTypes

/// A possible pitch of a frame.
public struct PitchCandidate: Sendable, Equatable {
  /// F0 in hertz; 0 for the unvoiced candidate.
  public var frequency: Double

  /// Height of the correlation there, 0 … 1; 0 for the unvoiced candidate.
  public var strength: Double

  /// The candidate that stands for "no pitch"; always the first.
  package static let unvoiced = PitchCandidate(frequency: 0, strength: 0)
}

/// What is known of a candidate beside its pitch.
package struct CandidateMark {
  /// The whole lag at which it was found.
  package var lag: Int

  /// Whether its strength is a height, not just a bound of it.
  package var isRefined: Bool

  package init(lag: Int, isRefined: Bool) {
    self.lag = lag
    self.isRefined = isRefined
  }
}

/// Finds and refines the candidates of a frame.
package struct CandidateFinder {
  /// Depth of the first, coarse interpolation of a maximum's height.
  private static let coarseDepth = 30

  /// A sum over fewer samples than this is no windowed sinc.
  private static let leastTableDepth = 3

  /// How much more a smooth top falls over two lags than over one; a parabola falls four times as much.
  private static let steepestTop = 8.0

  /// The peak of a smooth curve is this close to the vertex of a parabola, in samples.
  private static let plainCurve = 0.1

  /// Candidates weaker than the strongest by more than this are not refined.
  private static let decisiveStrength = 0.05

  /// What the bound of a height gets on top of what a parabola says.
  private static let boundMargin = 0.002

  private let settings: PitchSettings
  private let geometry: PitchGeometry
  private let samplePeriod: Double
  private let maximumCandidates: Int
  private let interpolator: SincInterpolator
  private let tables: SincTables
  /// No lag up to this one can be refined to a pitch below the ceiling.
  private let lastLagAboveCeiling: Int
  /// The lags of the maxima that were found last.
  private(set) var maxima: [Int] = []
  /// Where each candidate of the current frame was found.
  package private(set) var marks: [CandidateMark] = []

  package init(
    settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables
  ) {
    self.settings = settings
    self.geometry = geometry
    self.tables = tables
    samplePeriod = signal.samplePeriod
    let ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    let octavesWorth = Int((ceiling / settings.range.floor.value).rounded(.down))
    maximumCandidates = max(settings.maximumCandidates, octavesWorth, 2)
    interpolator = SincInterpolator(window: settings.sincWindow)
    lastLagAboveCeiling = Int((1 / samplePeriod / ceiling).rounded(.down)) - 1
  }

  /// Puts the unvoiced candidate and the maxima of `correlation` into `candidates`; without a
  /// correlation, the unvoiced candidate alone. `marks` tells where each was found.
  ///
  /// The strongest are refined, and those that might be as strong. The others keep a strength that
  /// refining them cannot exceed: a path that avoids them in spite of it would avoid them refined.
  /// Maxima above the pitch ceiling are kept too: they take places in the list, and the path
  /// counts them as unvoiced. Their strength is of no use, and they are not refined.
  package mutating func find(in correlation: LagBuffer?, into candidates: inout [PitchCandidate]) {
    candidates.removeAll(keepingCapacity: true)
    candidates.append(.unvoiced)
    marks.removeAll(keepingCapacity: true)
    marks.append(CandidateMark(lag: 0, isRefined: true))
    guard let correlation else { return }
    collect(from: correlation, into: &candidates)
    for index in candidates.indices.dropFirst() {
      let lag = marks[index].lag
      marks[index].isRefined = lag <= lastLagAboveCeiling
      candidates[index].strength = marks[index].isRefined ? 0 : bound(at: lag, in: correlation)
    }
    refineStrongest(of: &candidates, in: correlation)
  }

  private mutating func refineStrongest(
    of candidates: inout [PitchCandidate], in correlation: LagBuffer
  ) {
    var best = -Double.infinity
    while let next = strongestLoose(of: candidates),
      candidates[next].strength > best - Self.decisiveStrength
    {
      candidates[next] = peak(near: marks[next].lag, in: correlation)
      marks[next].isRefined = true
      best = max(best, candidates[next].strength)
    }
  }

  private func strongestLoose(of candidates: [PitchCandidate]) -> Int? {
    var strongest: Int?
    for index in candidates.indices where !marks[index].isRefined {
      if let known = strongest, candidates[known].strength >= candidates[index].strength {
        continue
      }
      strongest = index
    }
    return strongest
  }

  /// A strength that the maximum at `lag` cannot exceed, and with it what its frequency, not known
  /// to better than a tenth of a sample, may take from the cost of two jumps.
  private func bound(at lag: Int, in correlation: LagBuffer) -> Double {
    // What may rise between samples is refined in any case.
    guard isSmooth(at: lag, in: correlation) else { return 1 }
    let here = correlation[lag]
    // The vertex of a parabola is an eighth of this above its highest sample at most.
    let fall = 2 * here - correlation[lag - 1] - correlation[lag + 1]
    let cost = settings.octaveJumpCost * PitchPath.costTimeStep / geometry.timeStep
    let octaves = Double.log2(1 + Self.plainCurve / Double(lag))
    return min(1, here + fall + Self.boundMargin + 2 * cost * octaves)
  }

  private mutating func collect(
    from correlation: LagBuffer, into candidates: inout [PitchCandidate]
  ) {
    var hasHeights = false
    findMaxima(of: correlation)
    for lag in maxima {
      if candidates.count < maximumCandidates {
        let position = Double(lag) + parabola(at: lag, in: correlation).offset
        candidates.append(PitchCandidate(frequency: 1 / samplePeriod / position, strength: 0))
        marks.append(CandidateMark(lag: lag, isRefined: false))
        continue
      }
      // Only in a full list does a first, coarse height decide anything.
      if !hasHeights { addHeights(to: &candidates, from: correlation) }
      hasHeights = true
      let candidate = coarse(at: lag, in: correlation)
      if let weakest = weakestVoiced(among: candidates),
        merit(candidate) > merit(candidates[weakest])
      {
        candidates[weakest] = candidate
        marks[weakest].lag = lag
      }
    }
  }

  private func addHeights(
    to candidates: inout [PitchCandidate], from correlation: LagBuffer
  ) {
    for index in candidates.indices.dropFirst() {
      candidates[index] = coarse(at: marks[index].lag, in: correlation)
    }
  }

  /// Puts the lags of the maxima that are worth a look into `maxima`.
  mutating func findMaxima(of correlation: LagBuffer) {
    // Lag zero is always 1 and lag one its flank; a maximum needs a neighbour on either side.
    let last = min(geometry.maximumLag, geometry.keptLag)
    let lags = correlation.values.span.extracting(correlation.centre...)
    LocalMaxima.find(
      in: lags, range: 2..<max(2, last), above: 0.5 * settings.voicingThreshold, into: &maxima)
  }

  /// Position by a parabola through three lags, height by a short interpolation.
  private func coarse(at lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    let position = Double(lag) + parabola(at: lag, in: correlation).offset
    let values = correlation.values.span
    let low = correlation.centre + Int(position)
    let fraction = position - position.rounded(.down)
    let height =
      polynomial(of: values, low: low, depth: Self.coarseDepth)?.value(at: fraction)
      ?? interpolator.value(
        of: values, at: Double(correlation.centre) + position, depth: Self.coarseDepth)
    return PitchCandidate(
      frequency: 1 / samplePeriod / position, strength: Self.reflected(height))
  }

  /// The maximum of the interpolated correlation within one sample of `lag`: its height to
  /// rounding, its position to a millionth of a sample.
  package func peak(near lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    guard isSmooth(at: lag, in: correlation) else {
      return refined(near: lag, in: correlation)
    }
    let (offset, bend) = parabola(at: lag, in: correlation)
    let low = correlation.centre + (offset < 0 ? lag - 1 : lag)
    let piece = polynomial(
      of: correlation.values.span, low: low, depth: depth(at: Double(lag) + offset))
    let start = offset < 0 ? offset + 1 : offset
    guard let found = piece?.peak(near: start, curvature: bend),
      (found.position - start).magnitude < Self.plainCurve
    else { return refined(near: lag, in: correlation) }
    let position = Double(low - correlation.centre) + found.position
    return PitchCandidate(
      frequency: 1 / samplePeriod / position, strength: Self.reflected(found.height))
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
  package func refined(near lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    let depth = depth(at: Double(lag) + parabola(at: lag, in: correlation).offset)
    let maximum = maximum(
      of: correlation.values.span, around: correlation.centre + lag, depth: depth)
    return PitchCandidate(
      frequency: 1 / samplePeriod / (maximum.position - Double(correlation.centre)),
      strength: Self.reflected(maximum.value))
  }

  /// The vertex of the parabola through three lags, from the middle one, and its second derivative.
  private func parabola(
    at lag: Int, in correlation: LagBuffer
  ) -> (offset: Double, bend: Double) {
    let (before, here, after) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
    let bend = (before - here) + (after - here)
    return (-0.5 * (after - before) / bend, bend)
  }

  /// Maxima above a share of the sample rate are interpolated more deeply.
  private func depth(at position: Double) -> Int {
    1 / position > PitchGeometry.accurateDepthFromRate
      ? PitchGeometry.accurateDepth : geometry.interpolationDepth
  }

  /// The maximum of the curve through `values` within one place of `middle`.
  private func maximum(of values: Span<Double>, around middle: Int, depth: Int) -> BrentMaximum {
    let (low, high) = (Double(middle - 1), Double(middle + 1))
    // The pieces to the left and to the right of the middle; nil where they are no windowed sinc.
    let left = polynomial(of: values, low: middle - 1, depth: depth)
    let right = polynomial(of: values, low: middle, depth: depth)
    return BrentMaximum(from: low, to: high) { position in
      let isLeft = position < Double(middle)
      let start = isLeft ? low : Double(middle)
      guard let piece = isLeft ? left : right, position != start else {
        return interpolator.value(of: values, at: position, depth: depth)
      }
      return piece.value(at: position - start)
    }
  }

  private func polynomial(of values: Span<Double>, low: Int, depth: Int) -> SincPolynomial? {
    let usable = min(depth, low + 1, values.count - 1 - low)
    guard usable >= Self.leastTableDepth else { return nil }
    return tables.table(depth: usable).polynomial(of: values, low: low)
  }

  /// Interpolation can overshoot; a correlation above one is mirrored below it.
  private static func reflected(_ height: Double) -> Double { height > 1 ? 1 / height : height }

  /// What decides over a place in a full list: strength, with a bonus per octave above the floor.
  private func merit(_ candidate: PitchCandidate) -> Double {
    candidate.strength
      - settings.octaveCost
      * Double.log(settings.range.floor.value / candidate.frequency) / Double.log(2)
  }

  private func weakestVoiced(among candidates: [PitchCandidate]) -> Int? {
    candidates.indices.dropFirst().min { merit(candidates[$0]) < merit(candidates[$1]) }
  }
}

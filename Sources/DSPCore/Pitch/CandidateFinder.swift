import RealModule
internal import VoiceMath
package import VoiceTypes

/// Pitch candidates of a frame: the local maxima of its correlation, refined where they matter.
package struct CandidateFinder {
  /// Distance from the strongest candidate within which candidates are refined.
  private static let decisiveStrength = 0.05

  /// Margin of the upper bound of a height over the parabola.
  private static let boundMargin = 0.002

  private let settings: PitchSettings
  private let geometry: PitchGeometry
  private let refiner: PeakRefiner
  private let maximumCandidates: Int
  /// The largest lag whose refined pitch is above the ceiling.
  private let lastLagAboveCeiling: Int
  /// Possible effect of a tenth of a sample on the cost of two jumps, by lag.
  private var jumpMargins: [Double] = []
  /// The lags of the last maxima.
  private(set) var maxima: [Int] = []
  /// The lag and state of each candidate of the current frame.
  package private(set) var marks: [CandidateMark] = []
  /// The coarse strengths of the candidates of a full list, less the octave cost.
  private var costedStrengths: [Double] = []
  /// The interpolated curves of refined candidates of the current frame, with the candidate
  /// indices.
  private var pieces: [PeakRefiner.Piece] = []
  private var piecePlaces: [Int] = []

  package init(
    settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables
  ) {
    self.settings = settings
    self.geometry = geometry
    refiner = PeakRefiner(
      window: settings.sincWindow, depth: geometry.interpolationDepth,
      samplePeriod: signal.samplePeriod, tables: tables)
    let ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    let octavesWorth = Int((ceiling / settings.range.floor.value).rounded(.down))
    maximumCandidates = max(settings.maximumCandidates, octavesWorth, 2)
    lastLagAboveCeiling = Int((1 / signal.samplePeriod / ceiling).rounded(.down)) - 1
  }

  /// Writes the unvoiced candidate and the maxima of `correlation` to `candidates`; without a
  /// correlation, only the unvoiced candidate. `marks` has the lag of each.
  ///
  /// The strongest candidates, and those that may be as strong, are refined. Others keep an upper
  /// bound of their strength: a path that avoids the bound also avoids the refined value. Maxima
  /// above the pitch ceiling stay unrefined in the list, because they occupy places and the path
  /// counts them as unvoiced.
  package mutating func find(in correlation: LagBuffer?, into candidates: inout [PitchCandidate]) {
    var known = KnownPeaks()
    find(in: correlation, into: &candidates, known: &known)
  }

  /// Finds the candidates with a cache of known maxima; refined ones are added to it.
  mutating func find(
    in correlation: LagBuffer?, into candidates: inout [PitchCandidate], known: inout KnownPeaks
  ) {
    candidates.removeAll(keepingCapacity: true)
    candidates.append(.unvoiced)
    marks.removeAll(keepingCapacity: true)
    marks.append(CandidateMark(lag: 0, isFinal: true))
    pieces.removeAll(keepingCapacity: true)
    piecePlaces.removeAll(keepingCapacity: true)
    guard let correlation else { return }
    collect(from: correlation, into: &candidates)
    if jumpMargins.isEmpty { fillJumpMargins() }
    for index in candidates.indices.dropFirst() {
      let lag = marks[index].lag
      marks[index].isFinal = lag <= lastLagAboveCeiling
      candidates[index].strength = marks[index].isFinal ? 0 : bound(at: lag, in: correlation)
    }
    refineStrongest(of: &candidates, in: correlation, known: &known)
  }

  private mutating func refineStrongest(
    of candidates: inout [PitchCandidate], in correlation: LagBuffer, known: inout KnownPeaks
  ) {
    var best = -Double.infinity
    while let next = strongestUnrefined(of: candidates),
      candidates[next].strength > best - Self.decisiveStrength
    {
      let peak = peak(near: marks[next].lag, in: correlation, known: &known)
      candidates[next] = peak.candidate
      if let piece = peak.piece {
        pieces.append(piece)
        piecePlaces.append(next)
      }
      marks[next].isFinal = true
      best = max(best, candidates[next].strength)
    }
  }

  // Mutating to avoid copies of the finder's arrays at every call.
  private mutating func peak(
    near lag: Int, in correlation: LagBuffer, known: inout KnownPeaks
  ) -> KnownPeaks.Peak {
    if let peak = known.peaks.first(where: { $0.lag == lag }) { return peak }
    var piece: PeakRefiner.Piece?
    let candidate = refiner.peak(near: lag, in: correlation, on: &piece)
    let peak = KnownPeaks.Peak(lag: lag, candidate: candidate, piece: piece)
    known.note(peak)
    return peak
  }

  private func strongestUnrefined(of candidates: [PitchCandidate]) -> Int? {
    var strongest: Int?
    for index in candidates.indices where !marks[index].isFinal {
      if let known = strongest, candidates[known].strength >= candidates[index].strength {
        continue
      }
      strongest = index
    }
    return strongest
  }

  /// Upper bound of the strength of the maximum at `lag`. It includes the possible effect of a
  /// frequency error of a tenth of a sample on the cost of two jumps.
  private func bound(at lag: Int, in correlation: LagBuffer) -> Double {
    // A curve that may rise between samples is always refined.
    guard refiner.isSmooth(at: lag, in: correlation) else { return 1 }
    let here = correlation[lag]
    // The vertex of a parabola is at most an eighth of this above its highest sample.
    let fall = Parabola(correlation[lag - 1], here, correlation[lag + 1]).curvature
    return min(1, here + fall + Self.boundMargin + jumpMargins[lag])
  }

  private mutating func fillJumpMargins() {
    let cost = settings.octaveJumpCost * PitchPath.costTimeStep / geometry.timeStep
    jumpMargins = (0...geometry.maximumLag).map { lag in
      2 * cost * Double.log2(1 + PeakRefiner.plainCurve / Double(max(1, lag)))
    }
  }

  private mutating func collect(
    from correlation: LagBuffer, into candidates: inout [PitchCandidate]
  ) {
    findMaxima(of: correlation)
    costedStrengths.removeAll(keepingCapacity: true)
    for lag in maxima {
      if candidates.count < maximumCandidates {
        let frequency = refiner.frequency(at: lag, in: correlation)
        candidates.append(PitchCandidate(frequency: frequency, strength: 0))
        marks.append(CandidateMark(lag: lag, isFinal: false))
        continue
      }
      // A coarse height matters only in a full list.
      if costedStrengths.isEmpty { addCostedStrengths(of: candidates, in: correlation) }
      let candidate = refiner.coarse(at: lag, in: correlation)
      let (weakest, strength) = (weakestVoiced, costedStrength(of: candidate))
      if strength > costedStrengths[weakest] {
        candidates[weakest] = candidate
        marks[weakest].lag = lag
        costedStrengths[weakest] = strength
      }
    }
  }

  private mutating func addCostedStrengths(
    of candidates: [PitchCandidate], in correlation: LagBuffer
  ) {
    costedStrengths.append(-.infinity)
    for index in candidates.indices.dropFirst() {
      costedStrengths.append(
        costedStrength(of: refiner.coarse(at: marks[index].lag, in: correlation)))
    }
  }

  /// The ranking in a full list: strength, with a bonus per octave above the floor.
  private func costedStrength(of candidate: PitchCandidate) -> Double {
    candidate.strength
      - settings.octaveCost
      * Double.log(settings.range.floor.value / candidate.frequency) / Double.log(2)
  }

  /// The index of the smallest costed strength, without the unvoiced candidate.
  private var weakestVoiced: Int {
    var weakest = 1
    for index in costedStrengths.indices.dropFirst()
    where costedStrengths[index] < costedStrengths[weakest] {
      weakest = index
    }
    return weakest
  }

  /// Writes the lags of the relevant maxima to `maxima`.
  mutating func findMaxima(of correlation: LagBuffer) {
    // Lag zero is always 1 and lag one its flank; a maximum needs a neighbour on either side.
    let last = min(geometry.maximumLag, geometry.keptLag)
    let lags = correlation.values.span.extracting(correlation.centre...)
    LocalMaxima.find(
      in: lags, range: 2..<max(2, last), above: 0.5 * settings.voicingThreshold, into: &maxima)
  }
}

// MARK: - Single maxima

extension CandidateFinder {
  /// The candidate at `place` of the last frame, refined as in Praat.
  ///
  /// Mutating to avoid a copy of the finder.
  mutating func refinedCandidate(
    at place: Int, in correlation: LagBuffer, known: inout KnownPeaks
  ) -> PitchCandidate {
    let (lag, piece) = (marks[place].lag, piecePlaces.firstIndex(of: place).map { pieces[$0] })
    let same = known.exact.first { $0.lag == lag && $0.hadPiece == (piece != nil) }
    if let same { return same.candidate }
    let candidate = refiner.refined(near: lag, in: correlation, on: piece)
    known.note(KnownPeaks.Exact(lag: lag, hadPiece: piece != nil, candidate: candidate))
    return candidate
  }

  /// The maximum of the interpolated correlation within one sample of `lag`: its height to
  /// rounding, its position to a millionth of a sample.
  package func peak(near lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    var piece: PeakRefiner.Piece?
    return refiner.peak(near: lag, in: correlation, on: &piece)
  }

  /// The maximum with Praat's precision, whose search stops within its tolerance.
  package func refined(near lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    refiner.refined(near: lag, in: correlation)
  }

  /// Whether the correlation around a maximum is one smooth peak.
  func isSmooth(at lag: Int, in correlation: LagBuffer) -> Bool {
    refiner.isSmooth(at: lag, in: correlation)
  }
}

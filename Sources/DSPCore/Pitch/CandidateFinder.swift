// The possible pitches of one frame: the local maxima of its correlation.

import RealModule
internal import VoiceMath
package import VoiceTypes

/// Finds and refines the candidates of a frame.
package struct CandidateFinder {
  /// Candidates weaker than the strongest by more than this are not refined.
  private static let decisiveStrength = 0.05

  /// What the bound of a height gets on top of what a parabola says.
  private static let boundMargin = 0.002

  private let settings: PitchSettings
  private let geometry: PitchGeometry
  private let refiner: PeakRefiner
  private let maximumCandidates: Int
  /// No lag up to this one can be refined to a pitch below the ceiling.
  private let lastLagAboveCeiling: Int
  /// What a tenth of a sample may take from the cost of two jumps, by lag.
  private var jumpMargins: [Double] = []
  /// The lags of the maxima that were found last.
  private(set) var maxima: [Int] = []
  /// Where each candidate of the current frame was found.
  package private(set) var marks: [CandidateMark] = []
  /// The coarse strengths, less the octave cost, of the candidates of a full list.
  private var costedStrengths: [Double] = []
  /// The curves on which candidates of the current frame were refined, and the places of these.
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

  /// Puts the unvoiced candidate and the maxima of `correlation` into `candidates`; without a
  /// correlation, the unvoiced candidate alone. `marks` tells where each was found.
  ///
  /// The strongest are refined, and those that might be as strong. The others keep a strength that
  /// refining them cannot exceed: a path that avoids them in spite of it would avoid them refined.
  /// Maxima above the pitch ceiling are kept too: they take places in the list, and the path
  /// counts them as unvoiced. Their strength is of no use, and they are not refined.
  package mutating func find(in correlation: LagBuffer?, into candidates: inout [PitchCandidate]) {
    var known = KnownPeaks()
    find(in: correlation, into: &candidates, known: &known)
  }

  /// The same where some maxima may be known already; those that are refined are added.
  mutating func find(
    in correlation: LagBuffer?, into candidates: inout [PitchCandidate], known: inout KnownPeaks
  ) {
    candidates.removeAll(keepingCapacity: true)
    candidates.append(.unvoiced)
    marks.removeAll(keepingCapacity: true)
    marks.append(CandidateMark(lag: 0, isSettled: true))
    pieces.removeAll(keepingCapacity: true)
    piecePlaces.removeAll(keepingCapacity: true)
    guard let correlation else { return }
    collect(from: correlation, into: &candidates)
    if jumpMargins.isEmpty { fillJumpMargins() }
    for index in candidates.indices.dropFirst() {
      let lag = marks[index].lag
      marks[index].isSettled = lag <= lastLagAboveCeiling
      candidates[index].strength = marks[index].isSettled ? 0 : bound(at: lag, in: correlation)
    }
    refineStrongest(of: &candidates, in: correlation, known: &known)
  }

  private mutating func refineStrongest(
    of candidates: inout [PitchCandidate], in correlation: LagBuffer, known: inout KnownPeaks
  ) {
    var best = -Double.infinity
    while let next = strongestLoose(of: candidates),
      candidates[next].strength > best - Self.decisiveStrength
    {
      let peak = peak(near: marks[next].lag, in: correlation, known: &known)
      candidates[next] = peak.candidate
      if let piece = peak.piece {
        pieces.append(piece)
        piecePlaces.append(next)
      }
      marks[next].isSettled = true
      best = max(best, candidates[next].strength)
    }
  }

  // Mutating, though it changes nothing: a finder is copied for a call that cannot change it, array by array,
  // and this one is made for every maximum.
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

  private func strongestLoose(of candidates: [PitchCandidate]) -> Int? {
    var strongest: Int?
    for index in candidates.indices where !marks[index].isSettled {
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
    guard refiner.isSmooth(at: lag, in: correlation) else { return 1 }
    let here = correlation[lag]
    // The vertex of a parabola is an eighth of this above its highest sample at most.
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
        marks.append(CandidateMark(lag: lag, isSettled: false))
        continue
      }
      // Only in a full list does a first, coarse height decide anything.
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

  /// What decides over a place in a full list: strength, with a bonus per octave above the floor.
  private func costedStrength(of candidate: PitchCandidate) -> Double {
    candidate.strength
      - settings.octaveCost
      * Double.log(settings.range.floor.value / candidate.frequency) / Double.log(2)
  }

  /// The place of the smallest costed strength, that of the unvoiced candidate left out.
  private var weakestVoiced: Int {
    var weakest = 1
    for index in costedStrengths.indices.dropFirst()
    where costedStrengths[index] < costedStrengths[weakest] {
      weakest = index
    }
    return weakest
  }

  /// Puts the lags of the maxima that are worth a look into `maxima`.
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
  /// The candidate at `place` of the frame that was looked at last, refined as Praat does.
  ///
  /// Mutating, so that the finder is not copied for the call.
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

  /// The same as far as Praat goes, whose search stops at a position that its tolerance allows.
  package func refined(near lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    refiner.refined(near: lag, in: correlation)
  }

  /// Whether the correlation around a maximum looks like one smooth top.
  func isSmooth(at lag: Int, in correlation: LagBuffer) -> Bool {
    refiner.isSmooth(at: lag, in: correlation)
  }
}

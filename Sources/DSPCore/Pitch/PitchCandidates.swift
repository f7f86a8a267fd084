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

/// Finds and refines the candidates of a frame.
package struct CandidateFinder {
  /// Depth of the first, coarse interpolation of a maximum's height.
  private static let coarseDepth = 30

  private let settings: PitchSettings
  private let geometry: PitchGeometry
  private let samplePeriod: Double
  private let maximumCandidates: Int
  private let interpolator: SincInterpolator
  /// The whole lag at which each candidate of the current frame was found.
  private var lags: [Int] = []

  package init(settings: PitchSettings, geometry: PitchGeometry, signal: Signal) {
    self.settings = settings
    self.geometry = geometry
    samplePeriod = signal.samplePeriod
    let ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    let octavesWorth = Int((ceiling / settings.range.floor.value).rounded(.down))
    maximumCandidates = max(settings.maximumCandidates, octavesWorth, 2)
    interpolator = SincInterpolator(window: settings.sincWindow)
  }

  /// Puts the unvoiced candidate and the refined maxima of `correlation` into `candidates`.
  ///
  /// Maxima above the pitch ceiling are kept too: they take places in the list, and the path
  /// counts them as unvoiced.
  package mutating func find(in correlation: LagBuffer, into candidates: inout [PitchCandidate]) {
    collect(from: correlation, into: &candidates)
    for index in candidates.indices.dropFirst() {
      candidates[index] = refined(candidates[index], near: lags[index], in: correlation)
    }
  }

  private mutating func collect(
    from correlation: LagBuffer, into candidates: inout [PitchCandidate]
  ) {
    candidates.removeAll(keepingCapacity: true)
    candidates.append(.unvoiced)
    lags.removeAll(keepingCapacity: true)
    lags.append(0)
    // Lag zero is always 1 and lag one its flank; a maximum needs a neighbour on either side.
    for lag in stride(from: 2, to: min(geometry.maximumLag, geometry.keptLag), by: 1) {
      guard isMaximum(at: lag, in: correlation) else { continue }
      let candidate = coarse(at: lag, in: correlation)
      if candidates.count < maximumCandidates {
        candidates.append(candidate)
        lags.append(lag)
      } else if let weakest = weakestVoiced(among: candidates),
        merit(candidate) > merit(candidates[weakest])
      {
        candidates[weakest] = candidate
        lags[weakest] = lag
      }
    }
  }

  /// Whether the correlation has a maximum at a lag that is worth a look.
  func isMaximum(at lag: Int, in correlation: LagBuffer) -> Bool {
    let here = correlation[lag]
    return here > 0.5 * settings.voicingThreshold
      && here > correlation[lag - 1] && here >= correlation[lag + 1]
  }

  /// Position by a parabola through three lags, height by a short interpolation.
  func coarse(at lag: Int, in correlation: LagBuffer) -> PitchCandidate {
    let (before, here, after) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
    let slope = 0.5 * (after - before)
    let curvature = (here - before) + (here - after)
    let position = Double(lag) + slope / curvature
    let height = interpolator.value(
      of: correlation.values.span, at: Double(correlation.centre) + position,
      depth: Self.coarseDepth)
    return PitchCandidate(
      frequency: 1 / samplePeriod / position, strength: Self.reflected(height))
  }

  /// The maximum of the interpolated correlation within one sample of `lag`.
  func refined(
    _ candidate: PitchCandidate, near lag: Int, in correlation: LagBuffer
  ) -> PitchCandidate {
    let high = PitchGeometry.accurateDepthFromRate / samplePeriod
    let depth =
      candidate.frequency > high ? PitchGeometry.accurateDepth : geometry.interpolationDepth
    let values = correlation.values
    let middle = Double(correlation.centre + lag)
    let maximum = BrentMaximum(from: middle - 1, to: middle + 1) { position in
      interpolator.value(of: values.span, at: position, depth: depth)
    }
    return PitchCandidate(
      frequency: 1 / samplePeriod / (maximum.position - Double(correlation.centre)),
      strength: Self.reflected(maximum.value))
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

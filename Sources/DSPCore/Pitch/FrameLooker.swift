// One way to read the correlation of a frame: with the candidates and the path of one pitch ceiling.
// Where several read the same correlation, what the first refined serves the others.

import VoiceTypes

/// What was refined in a frame so far.
struct KnownPeaks {
  /// A maximum, as far as candidates are compared by it, and the curve that it lies on.
  struct Peak {
    let lag: Int
    let candidate: PitchCandidate
    let piece: PeakRefiner.Piece?
  }

  /// A candidate refined as Praat does, and whether its curve was known before: that moves a rounding.
  struct Exact {
    let lag: Int
    let hadPiece: Bool
    let candidate: PitchCandidate
  }

  /// The maxima, in the order in which they were refined.
  private(set) var peaks: [Peak] = []

  /// The likeliest candidates.
  private(set) var exact: [Exact] = []

  /// Whether somebody else is going to ask.
  private let isShared: Bool

  /// Nothing yet; nothing is kept where nobody else asks.
  init(isShared: Bool = false) { self.isShared = isShared }

  /// Forgets the last frame.
  mutating func clear() {
    guard isShared else { return }
    peaks.removeAll(keepingCapacity: true)
    exact.removeAll(keepingCapacity: true)
  }

  mutating func note(_ peak: Peak) {
    if isShared { peaks.append(peak) }
  }

  mutating func note(_ candidate: Exact) {
    if isShared { exact.append(candidate) }
  }
}

/// Looks for the pitch of frames under one ceiling.
struct FrameLooker {
  let settings: PitchSettings
  let ceiling: Double
  let path: PitchPath
  private(set) var finder: CandidateFinder
  private var frame: [PitchCandidate] = []
  /// How many octaves the likeliest candidate of the frame before is above 1 Hz.
  private var previous: Double?

  init(settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables) {
    self.settings = settings
    finder = CandidateFinder(settings: settings, geometry: geometry, signal: signal, tables: tables)
    ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
  }

  /// Adds the candidates of the next frame to `found`.
  mutating func look(
    at correlation: LagBuffer, peak: Double, known: inout KnownPeaks,
    into found: inout FrameCandidates
  ) {
    finder.find(in: peak > 0 ? correlation : nil, into: &frame, known: &known)
    let likeliest = path.likeliestVoiced(of: frame, after: previous)
    var refined: (Int, PitchCandidate)?
    if let likeliest {
      previous = path.octaves(of: frame[likeliest])
      refined = (
        likeliest, finder.refinedCandidate(at: likeliest, in: correlation, known: &known)
      )
    }
    found.append(frame, marks: finder.marks, peak: peak, refined: refined)
  }
}

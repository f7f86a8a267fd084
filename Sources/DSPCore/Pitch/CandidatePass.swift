import VoiceTypes

/// Cache of refined maxima of a frame, shared by the candidate passes of several pitch ceilings.
struct KnownPeaks {
  /// Maximum with the precision for comparisons, and its interpolated curve.
  struct Peak {
    let lag: Int
    let candidate: PitchCandidate
    let piece: PeakRefiner.Piece?
  }

  /// Candidate refined as in Praat. `hadPiece` matters, because a known curve changes a rounding.
  struct Exact {
    let lag: Int
    let hadPiece: Bool
    let candidate: PitchCandidate
  }

  /// The maxima, in the order of refinement.
  private(set) var peaks: [Peak] = []

  /// The refined likeliest candidates.
  private(set) var exact: [Exact] = []

  /// Whether several passes share the cache.
  private let isShared: Bool

  /// Creates an empty cache, which stores nothing unless shared.
  init(isShared: Bool = false) { self.isShared = isShared }

  /// Evicts the last frame.
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

/// Candidate pass under one pitch ceiling.
struct CandidatePass {
  let settings: PitchSettings
  let ceiling: Double
  let path: PitchPath
  private(set) var finder: CandidateFinder
  private var frame: [PitchCandidate] = []
  /// The height of the likeliest candidate of the previous frame, in octaves above 1 Hz.
  private var previous: Double?

  init(settings: PitchSettings, geometry: PitchGeometry, signal: Signal, tables: SincTables) {
    self.settings = settings
    finder = CandidateFinder(settings: settings, geometry: geometry, signal: signal, tables: tables)
    ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
  }

  /// Appends an unvoiced frame of this peak without a correlation.
  mutating func skip(peak: Double, into found: inout FrameCandidates) {
    finder.find(in: nil, into: &frame)
    found.append(frame, marks: finder.marks, peak: peak, refined: nil)
  }

  /// Appends the candidates of the next frame to `found`.
  mutating func collect(
    from correlation: LagBuffer, peak: Double, known: inout KnownPeaks,
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

// A sound becomes a pitch track: frames, candidates, path.
// Boersma (1993), "Accurate short-term analysis of the fundamental frequency and the
// harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17:97–110.

public import VoiceTypes

/// Raw autocorrelation or cross-correlation pitch analysis.
public enum PitchTracker {
  /// The pitch of every frame of `signal`; a track without frames when not even one fits.
  public static func track(
    _ signal: Signal, settings: PitchSettings, workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    guard let geometry = PitchGeometry(of: signal, settings: settings) else {
      return PitchTrack(frequencies: [], strengths: [], firstFrameTime: 0, timeStep: 1)
    }
    switch settings.method {
    case .autocorrelation:
      return FrameAnalysis.track(signal, settings, geometry, &workspace) { workspace in
        WindowedAutocorrelation(
          signal: signal, geometry: geometry, precision: settings.precision, workspace: &workspace)
      }
    case .crossCorrelation:
      return FrameAnalysis.track(signal, settings, geometry, &workspace) { workspace in
        ForwardCrossCorrelation(
          signal: signal, geometry: geometry, floor: settings.range.floor, workspace: &workspace)
      }
    }
  }
}

/// The frames of one sound under one way to correlate.
private struct FrameAnalysis<Correlator: FrameCorrelator> {
  private let makeCorrelator: @Sendable (inout AnalysisWorkspace) -> Correlator
  /// Made with the first frame; who only joins what others found may never look at one.
  private var correlator: Correlator?
  private var finder: CandidateFinder
  private let signal: Signal
  private let geometry: PitchGeometry
  private let path: PitchPath
  private let ceiling: Double
  private var correlation: LagBuffer

  private init(
    signal: Signal, settings: PitchSettings, geometry: PitchGeometry, tables: SincTables,
    correlator: @escaping @Sendable (inout AnalysisWorkspace) -> Correlator
  ) {
    makeCorrelator = correlator
    self.signal = signal
    self.geometry = geometry
    finder = CandidateFinder(settings: settings, geometry: geometry, signal: signal, tables: tables)
    ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
    correlation = LagBuffer(keptLag: geometry.keptLag)
  }

  /// The pitch of every frame; `correlator` makes the means to correlate, one for each core.
  static func track(
    _ signal: Signal, _ settings: PitchSettings, _ geometry: PitchGeometry,
    _ workspace: inout AnalysisWorkspace,
    correlator: @escaping @Sendable (inout AnalysisWorkspace) -> Correlator
  ) -> PitchTrack {
    let analysis: @Sendable (inout AnalysisWorkspace) -> Self = { workspace in
      Self(
        signal: signal, settings: settings, geometry: geometry,
        tables: workspace.sincTables(settings.sincWindow), correlator: correlator)
    }
    let parts = workspace.parts(of: geometry.frameCount) { frames, workspace in
      var share = analysis(&workspace)
      return share.candidates(of: frames, &workspace)
    }
    var looker = analysis(&workspace)
    return looker.track(
      FrameCandidates(joining: parts, of: signal), settings: settings, &workspace)
  }

  private mutating func track(
    _ frames: FrameCandidates, settings: PitchSettings, _ workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    var table = frames.table
    let chosen = choose(from: &table, &workspace).enumerated().map { frame, place in
      let candidate = table.candidates[place]
      guard candidate.frequency > 0, candidate.frequency < ceiling else {
        return PitchCandidate.unvoiced
      }
      let exact =
        frames.refined[frame].flatMap { $0.place == place ? $0.candidate : nil }
        ?? refine(lag: table.marks[place].lag, frame: frame, &workspace)
      return exact.frequency < ceiling ? exact : .unvoiced
    }
    return PitchTrack(
      frequencies: chosen.map(\.frequency), strengths: chosen.map(\.strength),
      firstFrameTime: geometry.firstFrameTime, timeStep: geometry.timeStep,
      locallyVoicedCount: table.locallyVoicedCount(settings: settings, ceiling: ceiling))
  }

  /// The candidates of `frames`; of every frame the one that the path will probably choose is
  /// refined already, while the correlation is at hand.
  private mutating func candidates(
    of frames: Range<Int>, _ workspace: inout AnalysisWorkspace
  ) -> FrameCandidates {
    var found = FrameCandidates(of: signal, count: frames.count)
    let isConstant = GlobalPeak.isConstant(signal)
    let grid = SampleGrid(of: signal)
    var frame: [PitchCandidate] = []
    var previous: Double?
    for index in frames {
      let time = geometry.time(ofFrame: index)
      let peak = isConstant ? 0 : correlate(frame: index, &workspace)
      if frames.lowerBound == 0 {
        found.globalPeak.advance(in: signal, to: grid.lowIndex(at: time) + geometry.halfWindow)
      }
      finder.find(in: peak > 0 ? correlation : nil, into: &frame)
      let likeliest = path.likeliestVoiced(of: frame, after: previous)
      if let likeliest { previous = path.octaves(of: frame[likeliest]) }
      found.append(
        frame, marks: finder.marks, peak: peak,
        refined: likeliest.map { ($0, finder.refinedCandidate(at: $0, in: correlation)) })
    }
    return found
  }

  /// The best path, which holds refined candidates only: what it leaves out is no better than the
  /// bound of its strength.
  private mutating func choose(
    from table: inout CandidateTable, _ workspace: inout AnalysisWorkspace
  ) -> [Int] {
    while true {
      let places = path.choose(from: table)
      let loose = places.indices.filter { !table.marks[places[$0]].isSettled }
      guard !loose.isEmpty else { return places }
      for frame in loose {
        let lag = table.marks[places[frame]].lag
        correlate(frame: frame, &workspace)
        table.refine(places[frame], as: finder.peak(near: lag, in: correlation))
      }
    }
  }

  /// Looks at a frame once more: the path chose what by itself was not the likeliest.
  private mutating func refine(
    lag: Int, frame: Int, _ workspace: inout AnalysisWorkspace
  ) -> PitchCandidate {
    correlate(frame: frame, &workspace)
    return finder.refined(near: lag, in: correlation)
  }

  /// Fills `correlation`, and returns the peak of the frame.
  @discardableResult
  private mutating func correlate(
    frame: Int, _ workspace: inout AnalysisWorkspace
  ) -> Double {
    let time = geometry.time(ofFrame: frame)
    if correlator == nil { correlator = makeCorrelator(&workspace) }
    return correlator?.correlate(around: time, into: &correlation) ?? 0
  }
}

public import VoiceTypes

/// Pitch analysis by raw autocorrelation or cross-correlation: frames, candidates, path. Boersma
/// (1993), "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise
/// ratio of a sampled sound", IFA Proceedings 17:97–110.
public enum PitchTracker {
  /// The pitch of every frame of `signal`; without frames if none fits.
  public static func track(
    _ signal: Signal, settings: PitchSettings, workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    let tracks = tracks(
      signal, settings: settings, ceilings: [settings.range.ceiling], workspace: &workspace)
    return tracks.first ?? .empty
  }

  /// The pitch of every frame under each of `ceilings`, from one correlation per frame, whose
  /// length and lags depend on the floor only.
  package static func tracks(
    _ signal: Signal, settings: PitchSettings, ceilings: [Hertz],
    workspace: inout AnalysisWorkspace
  ) -> [PitchTrack] {
    let searches = ceilings.map { settings.with(ceiling: $0) }
    guard !searches.isEmpty, let geometry = PitchGeometry(of: signal, settings: settings) else {
      return searches.map { _ in .empty }
    }
    switch settings.method {
    case .autocorrelation:
      return FrameAnalysis.tracks(signal, searches, geometry, &workspace) { workspace in
        WindowedAutocorrelation(
          signal: signal, geometry: geometry, precision: settings.precision, workspace: &workspace)
      }
    case .crossCorrelation:
      return FrameAnalysis.tracks(signal, searches, geometry, &workspace) { workspace in
        ForwardCrossCorrelation(
          signal: signal, geometry: geometry, floor: settings.range.floor, workspace: &workspace)
      }
    }
  }
}

extension PitchTrack {
  /// The track of a signal that is shorter than a frame.
  fileprivate static var empty: PitchTrack {
    PitchTrack(frequencies: [], strengths: [], firstFrameTime: 0, timeStep: 1)
  }
}

extension PitchSettings {
  /// Returns the settings with another ceiling, which must be above the floor.
  fileprivate func with(ceiling: Hertz) -> PitchSettings {
    guard let range = PitchRange(floor: range.floor, ceiling: ceiling) else {
      preconditionFailure("the ceiling is above the floor")
    }
    var settings = self
    settings.range = range
    return settings
  }
}

/// Frame analysis of one signal with one correlation method.
private struct FrameAnalysis<Correlator: FrameCorrelator> {
  private let makeCorrelator: @Sendable (inout AnalysisWorkspace) -> Correlator
  /// Created with the first frame; an analysis that only joins parts may need none.
  private var correlator: Correlator?
  private let signal: Signal
  private let geometry: PitchGeometry
  /// The peak of the whole signal.
  private let globalPeak: Double
  private var passes: [CandidatePass]
  private var correlation: LagBuffer

  private init(
    signal: Signal, globalPeak: Double, searches: [PitchSettings], geometry: PitchGeometry,
    tables: SincTables,
    correlator: @escaping @Sendable (inout AnalysisWorkspace) -> Correlator
  ) {
    makeCorrelator = correlator
    self.signal = signal
    self.globalPeak = globalPeak
    self.geometry = geometry
    passes = searches.map {
      CandidatePass(settings: $0, geometry: geometry, signal: signal, tables: tables)
    }
    correlation = LagBuffer(keptLag: geometry.keptLag)
  }

  /// The pitch of every frame under each of `searches`, which differ in their ceilings; `correlator`
  /// creates one correlator per core.
  static func tracks(
    _ signal: Signal, _ searches: [PitchSettings], _ geometry: PitchGeometry,
    _ workspace: inout AnalysisWorkspace,
    correlator: @escaping @Sendable (inout AnalysisWorkspace) -> Correlator
  ) -> [PitchTrack] {
    let globalPeak = GlobalPeak.magnitude(in: signal)
    let analysis: @Sendable (inout AnalysisWorkspace) -> Self = { workspace in
      Self(
        signal: signal, globalPeak: globalPeak, searches: searches, geometry: geometry,
        tables: workspace.sincTables(searches[0].sincWindow), correlator: correlator)
    }
    let parts = workspace.parts(of: geometry.frameCount) { frames, workspace in
      var share = analysis(&workspace)
      return share.candidates(
        of: frames, skippingQuiet: searches[0].silenceReference == .peakWithoutEvent, &workspace)
    }
    var pass = analysis(&workspace)
    return searches.indices.map { search in
      pass.track(
        FrameCandidates(joining: parts.map { $0[search] }, peak: globalPeak), search, &workspace)
    }
  }

  private mutating func track(
    _ frames: FrameCandidates, _ search: Int, _ workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    var table = frames.table
    let pass = passes[search]
    let track = track(of: &table, frames, by: pass, &workspace)
    guard pass.settings.silenceReference == .peakWithoutEvent,
      let rest = LoudEvent.peakWithout(
        table.intensities, voiced: track.frequencies.map { $0 > 0 }, timeStep: geometry.timeStep,
        floor: pass.settings.range.floor)
    else { return track }
    // A frame that is quiet next to the event may be voiced.
    let all = candidates(of: 0..<geometry.frameCount, skippingQuiet: false, &workspace)[search]
    let frames = FrameCandidates(joining: [all], peak: globalPeak)
    table = frames.table
    table.divideIntensities(by: rest)
    let quiet = self.track(of: &table, frames, by: pass, &workspace)
    let hidVoice = LoudEvent.hidVoice(
      of: quiet.frequencies.map { $0 > 0 }, timeStep: geometry.timeStep)
    return hidVoice ? quiet : track
  }

  /// The best path through `table`, which has the candidates of `frames`.
  private mutating func track(
    of table: inout CandidateTable, _ frames: FrameCandidates, by pass: CandidatePass,
    _ workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    let chosen = choose(from: &table, by: pass, &workspace).enumerated().map { frame, place in
      let candidate = table.candidates[place]
      guard candidate.frequency > 0, candidate.frequency < pass.ceiling else {
        return PitchCandidate.unvoiced
      }
      let exact =
        frames.refined[frame].flatMap { $0.place == place ? $0.candidate : nil }
        ?? refine(lag: table.marks[place].lag, frame: frame, by: pass, &workspace)
      return exact.frequency < pass.ceiling ? exact : .unvoiced
    }
    return PitchTrack(
      frequencies: chosen.map(\.frequency), strengths: chosen.map(\.strength),
      firstFrameTime: geometry.firstFrameTime, timeStep: geometry.timeStep,
      locallyVoiced: table.locallyVoiced(
        settings: pass.settings, ceiling: pass.ceiling),
      intensities: table.intensities)
  }

  /// The candidates of `frames` for each pass. The likeliest candidate of every frame is refined
  /// while its correlation is available. Surely unvoiced frames may be skipped.
  private mutating func candidates(
    of frames: Range<Int>, skippingQuiet: Bool, _ workspace: inout AnalysisWorkspace
  ) -> [FrameCandidates] {
    var found = passes.map { _ in FrameCandidates(count: frames.count) }
    var known = KnownPeaks(isShared: passes.count > 1)
    for index in frames {
      if skippingQuiet, let peak = quietPeak(ofFrame: index, &workspace) {
        for place in passes.indices { passes[place].skip(peak: peak, into: &found[place]) }
        continue
      }
      let peak = globalPeak > 0 ? correlate(frame: index, &workspace) : 0
      known.clear()
      for place in passes.indices {
        passes[place].collect(from: correlation, peak: peak, known: &known, into: &found[place])
      }
    }
    return found
  }

  /// The peak of a frame that is too quiet for a voice; else nil.
  private mutating func quietPeak(
    ofFrame index: Int, _ workspace: inout AnalysisWorkspace
  ) -> Double? {
    guard globalPeak > 0 else { return nil }
    if correlator == nil { correlator = makeCorrelator(&workspace) }
    guard let peak = correlator?.peak(ofFrame: index),
      passes[0].path.isSurelyUnvoiced(intensity: peak / globalPeak)
    else { return nil }
    return peak
  }

  /// The best path, which has refined candidates only: a skipped candidate is not better than its
  /// bound.
  private mutating func choose(
    from table: inout CandidateTable, by pass: CandidatePass,
    _ workspace: inout AnalysisWorkspace
  ) -> [Int] {
    while true {
      let places = pass.path.choose(from: table)
      let loose = places.indices.filter { !table.marks[places[$0]].isFinal }
      guard !loose.isEmpty else { return places }
      for frame in loose {
        let lag = table.marks[places[frame]].lag
        correlate(frame: frame, &workspace)
        table.refine(places[frame], as: pass.finder.peak(near: lag, in: correlation))
      }
    }
  }

  /// Refines a candidate of a frame after the path chose another than the likeliest one.
  private mutating func refine(
    lag: Int, frame: Int, by pass: CandidatePass, _ workspace: inout AnalysisWorkspace
  ) -> PitchCandidate {
    correlate(frame: frame, &workspace)
    return pass.finder.refined(near: lag, in: correlation)
  }

  /// Fills `correlation` and returns the peak of the frame.
  @discardableResult
  private mutating func correlate(
    frame: Int, _ workspace: inout AnalysisWorkspace
  ) -> Double {
    if correlator == nil { correlator = makeCorrelator(&workspace) }
    return correlator?.correlate(frame: frame, into: &correlation) ?? 0
  }
}

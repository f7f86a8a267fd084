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
    let finder = CandidateFinder(
      settings: settings, geometry: geometry, signal: signal,
      tables: workspace.sincTables(settings.sincWindow))
    switch settings.method {
    case .autocorrelation:
      var analysis = FrameAnalysis(
        correlator: WindowedAutocorrelation(
          signal: signal, geometry: geometry, precision: settings.precision,
          workspace: &workspace),
        finder: finder, geometry: geometry)
      return analysis.track(signal, settings: settings)
    case .crossCorrelation:
      var analysis = FrameAnalysis(
        correlator: ForwardCrossCorrelation(
          signal: signal, geometry: geometry, floor: settings.range.floor,
          workspace: &workspace),
        finder: finder, geometry: geometry)
      return analysis.track(signal, settings: settings)
    }
  }
}

/// The frames of one sound under one way to correlate.
private struct FrameAnalysis<Correlator: FrameCorrelator> {
  private var correlator: Correlator
  private var finder: CandidateFinder
  private let geometry: PitchGeometry
  private var correlation: LagBuffer

  init(correlator: Correlator, finder: CandidateFinder, geometry: PitchGeometry) {
    self.correlator = correlator
    self.finder = finder
    self.geometry = geometry
    correlation = LagBuffer(keptLag: geometry.keptLag)
  }

  mutating func track(_ signal: Signal, settings: PitchSettings) -> PitchTrack {
    let ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    let path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
    var (table, refined) = candidates(of: signal, path: path)
    let chosen = choose(by: path, from: &table).enumerated().map { frame, place in
      let candidate = table.candidates[place]
      guard candidate.frequency > 0, candidate.frequency < ceiling else {
        return PitchCandidate.unvoiced
      }
      let exact =
        refined[frame].flatMap { $0.place == place ? $0.candidate : nil }
        ?? refine(lag: table.marks[place].lag, frame: frame)
      return exact.frequency < ceiling ? exact : .unvoiced
    }
    return PitchTrack(
      frequencies: chosen.map(\.frequency), strengths: chosen.map(\.strength),
      firstFrameTime: geometry.firstFrameTime, timeStep: geometry.timeStep,
      locallyVoicedCount: table.locallyVoicedCount(settings: settings, ceiling: ceiling))
  }

  /// A candidate refined as Praat does, and its place in the table.
  private struct Refined {
    let place: Int
    let candidate: PitchCandidate
  }

  /// The candidates of all frames; of every frame the one that the path will probably choose is
  /// refined already, while the correlation is at hand.
  private mutating func candidates(
    of signal: Signal, path: PitchPath
  ) -> (CandidateTable, [Refined?]) {
    var (table, refined): (CandidateTable, [Refined?]) = (CandidateTable(), [])
    refined.reserveCapacity(geometry.frameCount)
    let isConstant = GlobalPeak.isConstant(signal)
    let grid = SampleGrid(of: signal)
    var globalPeak = GlobalPeak(of: signal)
    var frame: [PitchCandidate] = []
    var previous: Double?
    for index in 0..<geometry.frameCount {
      let time = geometry.time(ofFrame: index)
      let peak = isConstant ? 0 : correlator.correlate(around: time, into: &correlation)
      globalPeak.advance(in: signal, to: grid.lowIndex(at: time) + geometry.halfWindow)
      finder.find(in: peak > 0 ? correlation : nil, into: &frame)
      let likeliest = path.likeliestVoiced(of: frame, after: previous)
      if let likeliest {
        previous = path.octaves(of: frame[likeliest])
        refined.append(
          Refined(
            place: table.candidates.count + likeliest,
            candidate: finder.refinedCandidate(at: likeliest, in: correlation)))
      } else {
        refined.append(nil)
      }
      table.append(frame, marks: finder.marks, intensity: peak)
    }
    table.divideIntensities(by: globalPeak.magnitude(in: signal))
    return (table, refined)
  }

  /// The best path, which holds refined candidates only: what it leaves out is no better than the
  /// bound of its strength.
  private mutating func choose(by path: PitchPath, from table: inout CandidateTable) -> [Int] {
    while true {
      let places = path.choose(from: table)
      let loose = places.indices.filter { !table.marks[places[$0]].isRefined }
      guard !loose.isEmpty else { return places }
      for frame in loose {
        let lag = table.marks[places[frame]].lag
        _ = correlator.correlate(around: geometry.time(ofFrame: frame), into: &correlation)
        table.refine(places[frame], as: finder.peak(near: lag, in: correlation))
      }
    }
  }

  /// Looks at a frame once more: the path chose what by itself was not the likeliest.
  private mutating func refine(lag: Int, frame: Int) -> PitchCandidate {
    _ = correlator.correlate(around: geometry.time(ofFrame: frame), into: &correlation)
    return finder.refined(near: lag, in: correlation)
  }
}

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
    let table =
      switch settings.method {
      case .autocorrelation:
        candidates(
          of: signal, settings: settings, geometry: geometry,
          by: WindowedAutocorrelation(
            signal: signal, geometry: geometry, precision: settings.precision,
            workspace: &workspace))
      case .crossCorrelation:
        candidates(
          of: signal, settings: settings, geometry: geometry,
          by: ForwardCrossCorrelation(
            signal: signal, geometry: geometry, floor: settings.range.floor,
            workspace: &workspace))
      }
    return chosenTrack(from: table, signal: signal, settings: settings, geometry: geometry)
  }

  private static func candidates(
    of signal: Signal, settings: PitchSettings, geometry: PitchGeometry,
    by method: some FrameCorrelator
  ) -> CandidateTable {
    var correlator = method
    var finder = CandidateFinder(settings: settings, geometry: geometry, signal: signal)
    var correlation = LagBuffer(keptLag: geometry.keptLag)
    var frame: [PitchCandidate] = []
    var table = CandidateTable()
    let globalPeak = GlobalPeak.magnitude(in: signal)
    for index in 0..<geometry.frameCount {
      let peak =
        globalPeak > 0
        ? correlator.correlate(around: geometry.time(ofFrame: index), into: &correlation) : 0
      if peak > 0 {
        finder.find(in: correlation, into: &frame)
      } else {
        frame.removeAll(keepingCapacity: true)
        frame.append(.unvoiced)
      }
      table.append(frame, intensity: globalPeak > 0 ? min(1, peak / globalPeak) : 0)
    }
    return table
  }

  private static func chosenTrack(
    from table: CandidateTable, signal: Signal, settings: PitchSettings, geometry: PitchGeometry
  ) -> PitchTrack {
    let ceiling = min(settings.range.ceiling.value, 0.5 * signal.sampleRate.value)
    let path = PitchPath(settings: settings, ceiling: ceiling, timeStep: geometry.timeStep)
    let chosen = path.choose(from: table).map { place in
      let candidate = table.candidates[place]
      return candidate.frequency < ceiling ? candidate : .unvoiced
    }
    return PitchTrack(
      frequencies: chosen.map(\.frequency), strengths: chosen.map(\.strength),
      firstFrameTime: geometry.firstFrameTime, timeStep: geometry.timeStep,
      locallyVoicedCount: table.locallyVoicedCount(settings: settings, ceiling: ceiling))
  }
}

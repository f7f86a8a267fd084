import VoiceTypes

/// Cached first pass: F0 track in the first pitch range and spectral trajectory of a whole
/// recording.
///
/// An analysis reuses the first pass of another one on the same samples if its settings are equal,
/// and computes its own otherwise. The results are bit-identical.
public struct FirstPass: Sendable {
  private let settings: PitchSettings

  /// The F0 track.
  let track: PitchTrack

  /// Whether the settings choose a segment or test the octave, which needs one.
  private let choosesSegment: Bool

  /// The spectral trajectory; nil if no segment is chosen, or if the recording is too short for it.
  let sound: SpectralTrajectory?

  /// The steadiest segment; nil without a voiced frame, and if no segment is chosen.
  let steady: SteadySegment?

  /// Analyses the whole signal, unless `known` has the same settings.
  init(
    at signal: Signal, settings: AnalysisSettings, knowing known: FirstPass?,
    workspace: inout AnalysisWorkspace
  ) {
    let wanted = VoiceAnalyzer.pitchSettings(of: settings, range: settings.firstPitchRange)
    let chooses = settings.segment != .whole || settings.gates != .off
    if let known, known.settings == wanted, known.choosesSegment || !chooses {
      self = known
    } else {
      self.settings = wanted
      choosesSegment = chooses
      track = PitchTracker.track(signal, settings: wanted, workspace: &workspace)
      sound = chooses ? SteadySegment.course(of: signal, workspace: &workspace) : nil
      steady = chooses ? SteadySegment(in: track, of: sound) : nil
    }
  }
}

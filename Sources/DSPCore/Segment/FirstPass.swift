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

  /// The spectral trajectory; nil if the recording is too short for a choice of segments.
  let sound: SpectralTrajectory?

  /// The steadiest segment; nil without a voiced frame.
  let steady: SteadySegment?

  /// Analyses the whole signal, unless `known` has the same settings.
  init(
    at signal: Signal, settings: AnalysisSettings, knowing known: FirstPass?,
    workspace: inout AnalysisWorkspace
  ) {
    let wanted = VoiceAnalyzer.pitchSettings(of: settings, range: settings.firstPitchRange)
    if let known, known.settings == wanted {
      self = known
    } else {
      self.settings = wanted
      track = PitchTracker.track(signal, settings: wanted, workspace: &workspace)
      sound = SteadySegment.course(of: signal, workspace: &workspace)
      steady = SteadySegment(in: track, of: sound)
    }
  }
}

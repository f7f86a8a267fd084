// What an analysis does first, and any other analysis of the same recording too.

import VoiceTypes

/// The pitch of a whole recording in the range that is looked through first, and how it sounds as it goes on.
///
/// An analysis that is given the look of another one at the same samples takes it over where it would look in the same
/// way, and looks itself where not: its numbers are the same, bit by bit.
public struct FirstLook: Sendable {
  private let settings: PitchSettings

  /// F0 frame by frame.
  let track: PitchTrack

  /// Level and spectrum, of what is long enough to have a choice of stretches.
  let sound: SoundCourse?

  /// The stretch that is held most steadily; nil without a voiced frame.
  let steady: SteadySegment?

  /// Looks over the whole signal, unless `known` is that look.
  init(
    at signal: Signal, settings: AnalysisSettings, knowing known: FirstLook?,
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

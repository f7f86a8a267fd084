// The cycles of a voice: where they begin, and how large they are.

import VoiceTypes

/// The pitch of a stretch, its pulses, their amplitudes, and the range that tells what a break is.
struct VoiceCycles: Sendable {
  /// The stretch.
  let signal: Signal

  /// F0 frame by frame.
  let pitch: PitchTrack

  /// The range that says what a voice break is.
  let range: PitchRange

  /// Glottal pulse times, in seconds, ascending.
  let pulses: [Double]

  /// The amplitude of each glottal cycle.
  let amplitudes: PulseAmplitudes

  /// Looks for the cycles of a stretch whose pitch is known.
  init(
    in scope: AnalysisScope, pitch: PitchTrack, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    signal = scope.part
    self.pitch = pitch
    range = scope.reportRange
    pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: settings.pulseFallback, workspace: &workspace)
    amplitudes = PulseAmplitudes(of: signal, pulses: pulses)
  }
}

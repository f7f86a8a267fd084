// The measures beside F0, jitter, shimmer and harmonicity (cc), in one place and in order.

public import VoiceTypes

/// Level, spectrum, continuity and regularity of one stretch.
public struct VoiceQuality: Sendable {
  /// Mean intensity, in decibels re 2e-5 of full scale.
  public let intensity: Measured

  /// Slope and tilt of the long-term average spectrum, and the alpha ratio.
  public let spectralBalance: SpectralBalance

  /// Voicing, breaks and periodicity.
  public let report: VoiceReport

  /// Mean harmonicity by autocorrelation, in decibels.
  public let harmonicityAutocorrelation: Measured

  /// Mean level difference of the first two harmonics, in decibels.
  public let firstHarmonics: Measured

  /// Mean subharmonic ratio, 0 … 1.
  public let subharmonicRatio: Measured

  /// Measures a stretch whose pitch and pulses are known.
  init(
    of signal: Signal, cycles: (pitch: PitchTrack, pulses: [Double], range: PitchRange),
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    let floor = settings.harmonicityFloor
    intensity = Intensity.mean(of: signal, floor: floor)
    spectralBalance = SpectralBalance(of: signal, workspace: &workspace)
    report = VoiceReport(
      pitch: cycles.pitch, pulses: cycles.pulses, range: cycles.range, duration: signal.duration)
    harmonicityAutocorrelation =
      Harmonicity.autocorrelation(
        of: signal, floor: floor, sincWindow: settings.sincWindow, workspace: &workspace
      ).mean
    firstHarmonics =
      FirstHarmonics(
        of: signal, pulses: cycles.pulses, limits: .voiceReport(for: cycles.range)
      ).mean
    subharmonicRatio = SubharmonicRatio(of: signal, pitch: cycles.pitch).mean
  }
}

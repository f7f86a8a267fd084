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

  /// The project-defined stability score.
  public let stability: StabilityScore

  /// Slow modulation of F0 and amplitude.
  public let tremor: Tremor

  /// Measures a stretch whose pitch and pulses are known.
  init(
    of signal: Signal, cycles: VoiceCycles, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
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
    let periods = PeriodSequence(pulses: cycles.pulses)
    stability = StabilityScore(
      periods: periods, amplitudes: cycles.amplitudes,
      voicing: VoicingContinuity(of: cycles.pitch, report: report))
    tremor = Tremor(periods: periods, amplitudes: cycles.amplitudes)
  }
}

/// The pitch of a stretch, its pulses, their amplitudes, and the range that tells what a break is.
struct VoiceCycles {
  let pitch: PitchTrack
  let pulses: [Double]
  let amplitudes: PulseAmplitudes
  let range: PitchRange
}

extension VoicingContinuity {
  /// The continuity that a voice report found; what it could not say counts as no gap beyond those
  /// of the frames.
  fileprivate init(of pitch: PitchTrack, report: VoiceReport) {
    let voiced = pitch.voicedFrequencies.count
    self.init(
      voiced: Seconds(Double(voiced) * pitch.timeStep),
      unvoicedFraction: report.unvoicedFraction.number
        ?? 1 - Double(voiced) / Double(max(1, pitch.frameCount)),
      degreeOfVoiceBreaks: report.degreeOfVoiceBreaks.number ?? 0)
  }
}

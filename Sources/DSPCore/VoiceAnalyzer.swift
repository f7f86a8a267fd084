// The stages of an analysis, in order.

public import VoiceTypes

/// What was measured on one signal.
public struct VoiceAnalysis: Sendable {
  /// F0 frame by frame.
  public let pitch: PitchTrack

  /// Statistics of F0.
  public let fundamentalFrequency: FundamentalFrequency

  /// Pulses and what follows from them; nil in the quick tier.
  public let perturbation: Perturbation?
}

/// The part of an analysis that the quick tier leaves out.
public struct Perturbation: Sendable {
  /// Glottal pulse times, in seconds, ascending.
  public let pulses: [Double]

  /// Period perturbation.
  public let jitter: Jitter

  /// Amplitude perturbation.
  public let shimmer: Shimmer

  /// Harmonics-to-noise ratio frame by frame.
  public let harmonicity: Harmonicity
}

/// The entry to the DSP core: a signal and settings in, measures out.
///
/// Pure: the same signal and settings give the same numbers, whatever the workspace was used for
/// before.
public enum VoiceAnalyzer {
  /// Larger samples could leave the range of a double when energies are multiplied.
  private static let largestSample = 1e60

  /// Whether the arithmetic holds for samples of this size; full scale is 1.
  public static func canMeasure(_ signal: Signal) -> Bool {
    signal.samples.allSatisfy { $0.magnitude <= largestSample }
  }

  /// The pitch analysis that `settings` ask for.
  public static func pitchSettings(of settings: AnalysisSettings) -> PitchSettings {
    var pitch = PitchSettings(method: settings.pitchMethod, range: settings.pitchRange.range)
    pitch.sincWindow = settings.sincWindow
    return pitch
  }

  /// Measures `signal` as `settings` say.
  public static func analyze(
    _ signal: Signal, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) -> VoiceAnalysis {
    let pitch = track(signal, settings: settings, workspace: &workspace)
    return VoiceAnalysis(
      pitch: pitch,
      fundamentalFrequency: FundamentalFrequency(of: pitch),
      perturbation: settings.tier == .quick
        ? nil : perturbation(of: signal, pitch: pitch, settings: settings, workspace: &workspace))
  }

  private static func track(
    _ signal: Signal, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    PitchTracker.track(signal, settings: pitchSettings(of: settings), workspace: &workspace)
  }

  private static func perturbation(
    of signal: Signal, pitch: PitchTrack, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) -> Perturbation {
    let pulses = GlottalPulses.find(in: signal, pitch: pitch, fallback: settings.pulseFallback)
    return Perturbation(
      pulses: pulses,
      jitter: Jitter(of: PeriodSequence(pulses: pulses)),
      shimmer: Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses)),
      harmonicity: Harmonicity.crossCorrelation(
        of: signal, floor: settings.harmonicityFloor, sincWindow: settings.sincWindow,
        workspace: &workspace))
  }
}

public import VoiceTypes

/// Feature extractor of the harmonics-to-noise ratio by forward cross-correlation, the usual one in
/// Praat.
public struct CrossCorrelationHarmonicity: FeatureExtractor {
  /// Mean and standard deviation.
  public static let measures: [Measure] = [.hnrMean, .hnrStandardDeviation]

  /// The harmonicity by cross-correlation.
  public static let intermediates: Set<Voice.Intermediate> = [.harmonicity]

  /// Frames, floor and silence threshold.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("harmonicity_method", .text(PitchMethod.crossCorrelation.rawValue)),
      NamedParameter("harmonicity_floor_hz", settings.harmonicityFloor.value),
      NamedParameter("harmonicity_time_step_s", HarmonicitySettings.timeStep.value),
      NamedParameter("harmonicity_silence_threshold", HarmonicitySettings.silenceThreshold),
      NamedParameter("harmonicity_periods_per_window", HarmonicitySettings.periodsPerWindow),
    ] + (settings.removesLowSound ? VoiceHighPass.choices(of: "harmonicity") : [])
  }

  /// The harmonicity track.
  public let harmonicity: Harmonicity

  /// Uses the harmonicity of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    harmonicity = voice.harmonicity
  }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    measure == .hnrMean ? harmonicity.mean : harmonicity.standardDeviation
  }

  /// The sampling error of the mean, over the frames.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    let halfWidth = SamplingError.halfWidth(
      ofMean: harmonicity.frames, timeStep: Seconds(harmonicity.timeStep))
    return halfWidth.map { [.hnrMean: $0] } ?? [:]
  }
}

/// Feature extractor of the harmonics-to-noise ratio by autocorrelation under a Gaussian window.
public struct AutocorrelationHarmonicity: FeatureExtractor {
  /// The mean.
  public static let measures: [Measure] = [.hnrAutocorrelationMean]

  /// The window; other parameters are those of the cross-correlation.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter(
        "harmonicity_ac_periods_per_window", HarmonicitySettings.autocorrelationPeriodsPerWindow)
    ]
  }

  /// The harmonicity track.
  public let harmonicity: Harmonicity

  /// Measures the segment of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    harmonicity = Harmonicity.autocorrelation(
      of: voice.filteredPart, floor: voice.settings.harmonicityFloor,
      sincWindow: voice.settings.sincWindow, extent: voice.harmonicityExtent,
      workspace: &workspace)
  }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured { harmonicity.mean }
}

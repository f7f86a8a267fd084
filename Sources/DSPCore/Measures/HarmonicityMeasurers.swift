// The two harmonicities of a document: that by cross-correlation, which Praat's users know, and that by
// autocorrelation under a Gaussian window.

public import VoiceTypes

/// Harmonics-to-noise ratio by forward cross-correlation.
public struct CrossCorrelationHarmonicity: Measurer {
  /// Mean and standard deviation.
  public static let measures: [Measure] = [.hnrMean, .hnrStandardDeviation]

  /// That of the voice.
  public static let materials: Set<Voice.Material> = [.harmonicity]

  /// Frames, floor and silence.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    [
      NamedSetting("harmonicity_method", .text(PitchMethod.crossCorrelation.rawValue)),
      NamedSetting("harmonicity_floor_hz", settings.harmonicityFloor.value),
      NamedSetting("harmonicity_time_step_s", HarmonicitySettings.timeStep.value),
      NamedSetting("harmonicity_silence_threshold", HarmonicitySettings.silenceThreshold),
      NamedSetting("harmonicity_periods_per_window", HarmonicitySettings.periodsPerWindow),
    ]
  }

  /// Frame by frame.
  public let harmonicity: Harmonicity

  /// That of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    harmonicity = voice.harmonicity
  }

  /// In decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    measure == .hnrMean ? harmonicity.mean : harmonicity.standardDeviation
  }

  /// Of the mean, over the frames.
  public func intervals(
    in voice: Voice, by bootstrap: BlockBootstrap
  ) -> [Measure: ConfidenceInterval] {
    let interval = bootstrap.interval(
      ofMean: harmonicity.frames, timeStep: Seconds(harmonicity.timeStep), stream: .harmonicity)
    return interval.map { [.hnrMean: $0] } ?? [:]
  }
}

/// Harmonics-to-noise ratio by autocorrelation.
public struct AutocorrelationHarmonicity: Measurer {
  /// The mean.
  public static let measures: [Measure] = [.hnrAutocorrelationMean]

  /// The window; all else is as for the other method.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    [
      NamedSetting(
        "harmonicity_ac_periods_per_window", HarmonicitySettings.autocorrelationPeriodsPerWindow)
    ]
  }

  /// Frame by frame.
  public let harmonicity: Harmonicity

  /// Measures the stretch of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    harmonicity = Harmonicity.autocorrelation(
      of: voice.part, floor: voice.settings.harmonicityFloor,
      sincWindow: voice.settings.sincWindow, extent: voice.harmonicityExtent,
      workspace: &workspace)
  }

  /// In decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured { harmonicity.mean }
}

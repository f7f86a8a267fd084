// Which seconds of a recording fed its measures, and why the others did not.

/// Why seconds of a recording lie outside the segment; the raw values are part of the contract.
public enum ExclusionReason: String, CaseIterable, Sendable {
  /// No voice was found here.
  case unvoiced
  /// A voice, but not the longest sound held without a gap.
  case shorterSound = "shorter_sound"
  /// The start of the held sound.
  case onset
  /// The end of the held sound.
  case offset
  /// F0 varies less in the seconds that were taken.
  case lessSteady = "less_steady"
}

/// Seconds of a recording that were not measured.
public struct ExcludedStretch: Sendable, Equatable {
  /// Where they start, from the start of the recording.
  public var start: Seconds

  /// Where they end.
  public var end: Seconds

  /// Why they were left out.
  public var reason: ExclusionReason

  /// A stretch of time and why it was left out.
  public init(start: Seconds, end: Seconds, reason: ExclusionReason) {
    self.start = start
    self.end = end
    self.reason = reason
  }
}

/// A part of the segment; the raw values are part of the contract.
public enum MeasuredPart: String, CaseIterable, Sendable {
  /// Every second of the segment.
  case all
  /// Frames with a pitch.
  case voicedFrames = "voiced_frames"
  /// Frames with a harmonicity by cross-correlation.
  case harmonicityFrames = "harmonicity_frames"
  /// Frames with a harmonicity by autocorrelation.
  case harmonicityACFrames = "harmonicity_ac_frames"
  /// Intervals between pulses that count as periods, and the cycles around their pulses.
  case periods
}

extension Measure {
  /// The part of the segment that this measure is taken from.
  public var part: MeasuredPart {
    switch self {
    case .f0Confidence, .f0VoicedFraction, .unvoicedFraction, .voiceBreaks, .degreeOfVoiceBreaks,
      .cpps, .intensityMean, .ltasSlope, .ltasTilt, .alphaRatio, .f1, .f2, .f3, .b1, .b2, .b3:
      .all
    case .f0Mean, .f0Median, .f0StandardDeviation, .f0Minimum, .f0Maximum,
      .f0StandardDeviationSemitones, .meanAutocorrelation, .nhr, .subharmonicRatio:
      .voicedFrames
    case .hnrMean, .hnrStandardDeviation: .harmonicityFrames
    case .hnrAutocorrelationMean: .harmonicityACFrames
    case .jitterLocal, .jitterLocalAbsolute, .jitterRAP, .jitterPPQ5, .jitterDDP, .shimmerLocal,
      .shimmerLocalDecibels, .shimmerAPQ3, .shimmerAPQ5, .shimmerAPQ11, .shimmerDDA,
      .stabilityScore, .h1H2, .pulses, .periods, .meanPeriod, .tremorF0Frequency,
      .tremorF0Intensity, .tremorAmplitudeFrequency, .tremorAmplitudeIntensity:
      .periods
    }
  }
}

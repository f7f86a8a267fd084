import RealModule
internal import VoiceMath
public import VoiceTypes

/// F0 statistics of a pitch track. Frames have equal weight; values are not interpolated.
public struct FundamentalFrequency: Sendable, Equatable {
  /// Mean over the voiced frames, in hertz.
  public let mean: Measured

  /// Median over the voiced frames, in hertz.
  public let median: Measured

  /// Standard deviation (n − 1) over the voiced frames, in hertz.
  public let standardDeviation: Measured

  /// The smallest frame value, in hertz.
  public let minimum: Measured

  /// The largest frame value, in hertz.
  public let maximum: Measured

  /// Standard deviation (n − 1) of the frame values on a semitone scale.
  public let standardDeviationSemitones: Measured

  /// 100 × the mean strength over all frames, with 0 for unvoiced frames; percent.
  public let confidencePercent: Measured

  /// Voiced frames over all frames, 0 … 1.
  public let voicedFraction: Measured

  /// Computes the statistics of a track.
  public init(of track: PitchTrack) {
    let voiced = track.voicedFrequencies
    let semitones = voiced.map { 12 * Double.log2($0) }
    mean = Self.measured(Statistics.mean(voiced))
    median = Self.measured(Statistics.quantile(0.5, of: voiced))
    minimum = Self.measured(voiced.min())
    maximum = Self.measured(voiced.max())
    standardDeviation = Statistics.spread(of: voiced)
    standardDeviationSemitones = Statistics.spread(of: semitones)
    guard track.frameCount > 0 else {
      confidencePercent = .unavailable(.noVoicing)
      voicedFraction = .unavailable(.noVoicing)
      return
    }
    let frames = Double(track.frameCount)
    confidencePercent = Measured(100 * track.strengths.reduce(0, +) / frames)
    voicedFraction = Measured(Double(voiced.count) / frames)
  }

  private static func measured(_ value: Double?) -> Measured {
    value.map { Measured($0) } ?? .unavailable(.noVoicing)
  }
}

extension FundamentalFrequency: FeatureExtractor {
  /// The F0 measures of the segment.
  public static let measures: [Measure] = [
    .f0Mean, .f0Median, .f0Minimum, .f0Maximum, .f0Confidence, .f0VoicedFraction,
  ]

  /// The pitch analysis.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    let pitch = VoiceAnalyzer.pitchSettings(of: settings, range: settings.firstPitchRange)
    return [
      NamedParameter("sinc_window", .text(settings.sincWindow.rawValue)),
      NamedParameter("pitch_method", .text(settings.pitchMethod.rawValue)),
      NamedParameter("pitch_range_rule", .text(settings.pitchRangeRule.rawValue)),
      NamedParameter("pitch_floor_hz", pitch.range.floor.value),
      NamedParameter("pitch_ceiling_hz", pitch.range.ceiling.value),
      NamedParameter("pitch_time_step_s", pitch.effectiveTimeStep.value),
      NamedParameter("pitch_periods_per_window", pitch.periodsPerWindow),
      NamedParameter("pitch_maximum_candidates", .count(pitch.maximumCandidates)),
      NamedParameter("pitch_silence_threshold", pitch.silenceThreshold),
      NamedParameter("pitch_voicing_threshold", pitch.voicingThreshold),
      NamedParameter("pitch_octave_cost", pitch.octaveCost),
      NamedParameter("pitch_octave_jump_cost", pitch.octaveJumpCost),
      NamedParameter("pitch_voiced_unvoiced_cost", pitch.voicedUnvoicedCost),
    ] + LoudEvent.choices(of: pitch.silenceReference)
  }

  /// Measures the pitch of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self.init(of: voice.pitch) }

  /// The value; all have the unit of the document.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .f0Median: median
    case .f0Minimum: minimum
    case .f0Maximum: maximum
    case .f0Confidence: confidencePercent
    case .f0VoicedFraction: voicedFraction
    default: mean
    }
  }

  /// The sampling errors of mean and median, over the frames.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] {
    let frames = voice.pitch.frequencies.map { $0 > 0 ? $0 : nil }
    let timeStep = Seconds(voice.pitch.timeStep)
    var halfWidths: [Measure: Double] = [:]
    halfWidths[.f0Mean] = SamplingError.halfWidth(ofMean: frames, timeStep: timeStep)
    halfWidths[.f0Median] = SamplingError.halfWidth(ofMedian: frames, timeStep: timeStep)
    return halfWidths
  }
}

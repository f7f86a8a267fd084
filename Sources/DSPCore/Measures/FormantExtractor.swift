internal import VoiceMath
public import VoiceTypes

/// Upper limit of the formant search by F0, as a proxy for vocal tract length. (Praat manual: 5000
/// Hz for an average man, 5500 Hz for an average woman.)
public enum FormantCeiling {
  /// The ceiling for a voice below `highVoice`.
  public static let lower: Hertz = 5000

  /// The ceiling for a voice from `highVoice` on.
  public static let higher: Hertz = 5500

  /// The median F0 from which the higher ceiling applies [E].
  public static let highVoice: Hertz = 160

  /// The ceiling for the voice of a pitch track.
  package static func of(_ pitch: PitchTrack) -> Hertz {
    let median = Statistics.quantile(0.5, of: pitch.voicedFrequencies) ?? 0
    return median >= highVoice.value ? higher : lower
  }
}

/// Feature extractor of the lowest three formants and their bandwidths.
public struct FormantExtractor: FeatureExtractor {
  /// Frequencies, then bandwidths.
  public static let measures: [Measure] = [.f1, .f2, .f3, .b1, .b2, .b3]

  /// The signal resampled to twice the ceiling.
  public static let intermediates: Set<Voice.Intermediate> = [.soundOfFormants]

  /// Ceilings, frames and margins.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("formant_ceiling_low_voice_hz", FormantCeiling.lower.value),
      NamedParameter("formant_ceiling_high_voice_hz", FormantCeiling.higher.value),
      NamedParameter("formant_high_voice_from_hz", FormantCeiling.highVoice.value),
      NamedParameter("formant_count", .count(FormantSettings.count)),
      NamedParameter("formant_half_window_s", FormantSettings.windowLength.value),
      NamedParameter("formant_oversampling", FormantSettings.oversampling),
      NamedParameter("formant_pre_emphasis_from_hz", FormantSettings.preEmphasisFrom.value),
      NamedParameter("formant_edge_margin_hz", FormantSettings.edgeMargin.value),
    ]
  }

  /// The formant track; nil below the lowest rate.
  public let formants: Formants?

  /// Measures the resampled signal.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    formants = voice.soundOfFormants.map {
      Formants.burg(of: $0, duration: voice.part.duration, workspace: &workspace)
    }
  }

  /// The value in hertz.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    guard let formants else { return .unavailable(.rateTooLow(voice.part.sampleRate)) }
    return switch measure {
    case .f2: formants.f2
    case .f3: formants.f3
    case .b1: formants.b1
    case .b2: formants.b2
    case .b3: formants.b3
    default: formants.f1
    }
  }
}

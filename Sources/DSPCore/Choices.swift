// Analysis parameters that affect results: those of each feature group, and the shared ones here.

public import VoiceTypes

extension VoiceAnalyzer {
  /// The parameter of the person, not of the analysis; recordings remain comparable across it.
  public static let usualF0Choice = "usual_f0_hz"

  /// The parameter of the equipment; it adds a value and changes no other.
  public static let calibrationChoice = "calibration_db"

  /// The parameters of a single recording: the measured segment.
  public static let stretchChoices = (from: "segment_from_s", to: "segment_to_s")

  /// The names of parameters that affect only recordings without a voice otherwise. Recordings
  /// remain comparable across them.
  public static let eventChoices = Set(LoudEvent.choices(of: .peakWithoutEvent).map(\.name))

  /// All parameters that affect results under `settings`; names are unique.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    let families = FeatureExtractors.all.filter {
      $0.measures.contains(where: settings.tier.carries)
    }
    return families.flatMap { $0.choices(in: settings) } + sharedChoices(in: settings)
  }

  /// The names of all parameters that affect `measures` in a comprehensive document of any preset:
  /// those of their feature groups and the shared ones.
  public static func choiceNames(of measures: Set<Measure>) -> Set<String> {
    let families = FeatureExtractors.all.filter { !measures.isDisjoint(with: $0.measures) }
    let choices = Preset.allCases.map { AnalysisSettings(preset: $0) }.flatMap { settings in
      families.flatMap { $0.choices(in: settings) } + sharedChoices(in: settings)
    }
    return Set(choices.map(\.name))
  }

  /// The parameters that affect all measures.
  private static func sharedChoices(in settings: AnalysisSettings) -> [NamedParameter] {
    var choices = [NamedParameter("segment", .text(settings.segment.rawValue))]
    if settings.pitchRangeRule == .twoPass { choices += PitchRangeSearch.choices }
    // The octave check uses the steady segment, whichever segment is measured.
    if settings.segment == .steady || settings.gates != .off { choices += SteadySegment.choices }
    choices.append(NamedParameter("gates", .text(settings.gates.rawValue)))
    if settings.judges {
      choices += PitchRangeSensitivity.choices + SignalTypeLimits.choices
    } else if settings.gates != .off {
      choices += SignalTypeLimits.octaveChoices
    }
    let ends = [
      (stretchChoices.from, settings.requestedSegment?.start),
      (stretchChoices.to, settings.requestedSegment?.end),
    ]
    for (name, time) in ends {
      if let time { choices.append(NamedParameter(name, time.value)) }
    }
    if let usual = settings.baselineF0 {
      choices.append(NamedParameter(usualF0Choice, usual.value))
    }
    if let calibration = settings.calibration {
      choices.append(NamedParameter(calibrationChoice, calibration.value))
    }
    if settings.statesIntervals { choices += SamplingError.choices }
    return choices
  }
}

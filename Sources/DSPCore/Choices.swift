// Every choice that can move a number of an analysis. Those of a family of measures stand with it, those of
// what all of them share here.

public import VoiceTypes

extension VoiceAnalyzer {
  /// The choice that is the person's and not the analysis's: recordings are compared across it.
  public static let usualF0Choice = "usual_f0_hz"

  /// The choices of one recording: which stretch of it is measured.
  public static let stretchChoices = (from: "segment_from_s", to: "segment_to_s")

  /// Every choice that can move a number under `settings`, by name; no name comes twice.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    let families = Measurers.all.filter { $0.measures.contains(where: settings.tier.carries) }
    return families.flatMap { $0.choices(in: settings) } + sharedChoices(in: settings)
  }

  /// The names of all choices that can move one of `measures` in a comprehensive document of any preset: those of
  /// their families, and those that all measures share.
  public static func choiceNames(of measures: Set<Measure>) -> Set<String> {
    let families = Measurers.all.filter { !measures.isDisjoint(with: $0.measures) }
    let choices = Preset.allCases.map { AnalysisSettings(preset: $0) }.flatMap { settings in
      families.flatMap { $0.choices(in: settings) } + sharedChoices(in: settings)
    }
    return Set(choices.map(\.name))
  }

  /// The choices that can move all measures.
  private static func sharedChoices(in settings: AnalysisSettings) -> [NamedSetting] {
    var choices = [NamedSetting("segment", .text(settings.segment.rawValue))]
    if settings.pitchRangeRule == .twoPass { choices += PitchRangeSearch.choices }
    // The octave is asked of the steady stretch, whatever is measured.
    if settings.segment == .steady || settings.gates != .off { choices += SteadySegment.choices }
    choices.append(NamedSetting("gates", .text(settings.gates.rawValue)))
    if settings.judges {
      choices += RangeStressTest.choices + SignalTypeLimits.choices
    } else if settings.gates != .off {
      choices += SignalTypeLimits.octaveChoices
    }
    let ends = [
      (stretchChoices.from, settings.requestedSegment?.start),
      (stretchChoices.to, settings.requestedSegment?.end),
    ]
    for (name, time) in ends {
      if let time { choices.append(NamedSetting(name, time.value)) }
    }
    if let usual = settings.baselineF0 { choices.append(NamedSetting(usualF0Choice, usual.value)) }
    if settings.tier == .comprehensive { choices += BlockBootstrap.choices }
    return choices
  }
}

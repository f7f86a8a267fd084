// Every choice that can move a number of an analysis. Those of a family of measures stand with it, those of
// what all of them share here.

public import VoiceTypes

extension VoiceAnalyzer {
  /// Every choice that can move a number under `settings`, by name; no name comes twice.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    let families = Measurers.all.filter { $0.measures.contains(where: settings.tier.carries) }
    var choices = families.flatMap { $0.choices(in: settings) }
    choices.append(NamedSetting("segment", .text(settings.segment.rawValue)))
    if settings.pitchRangeRule == .twoPass { choices += PitchRangeSearch.choices }
    if settings.segment == .steady { choices += SteadySegment.choices }
    if settings.gates { choices += RangeStressTest.choices + SignalTypeLimits.choices }
    if settings.tier == .comprehensive { choices += BlockBootstrap.choices }
    return choices
  }
}

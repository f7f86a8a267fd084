import DSPCore
import VoiceTypes

extension Biomarkers {
  /// Collects the measures of an analysis that `settings` request.
  init(of analysis: VoiceAnalysis, settings: AnalysisSettings) {
    self.init(unsetBecause: .notInTier)
    for measure in Measure.allCases {
      let tasks = measure.facts.tasks
      if tasks.contains(.sustainedVowel), !tasks.contains(settings.task) {
        self[measure] = .unavailable(.notAVowel)
      } else if settings.tier.carries(measure) {
        self[measure] =
          settings.asks(for: measure)
          ? analysis.value(of: measure) ?? .unavailable(.notInTier)
          : .unavailable(settings.reasonForOmission(of: measure))
      }
    }
    for (component, part) in analysis[StabilityScore.self]?.components ?? [:] {
      stabilityComponents[component.rawValue] = part.number
    }
  }

  /// Creates measures of samples that overflow.
  static func overflowing(tier: Tier) -> Biomarkers {
    guard tier == .quick else { return Biomarkers(unsetBecause: .numericOverflow) }
    var biomarkers = Biomarkers(unsetBecause: .notInTier)
    for measure in Measure.allCases where measure.isQuick {
      biomarkers[measure] = .unavailable(.numericOverflow)
    }
    return biomarkers
  }
}

extension AnalysisSettings {
  /// The reason for a measure of the tier that these settings do not request.
  fileprivate func reasonForOmission(of measure: Measure) -> Unavailability {
    if givenMeasures?.contains(measure) ?? true, !measure.facts.tasks.contains(task) {
      return .otherTask
    }
    return measure.facts.demand == .clinical && preset != .clinical ? .takenByName : .notRequested
  }
}

extension Contours {
  /// Creates the contours of an analysis, with times from the start of the recording.
  init(of analysis: VoiceAnalysis) {
    let pitch = analysis.pitch
    let offset = analysis.offset
    let points = (0..<pitch.frameCount).map { index in
      F0Point(
        time: pitch.time(ofFrame: index) + offset,
        frequency: pitch.isVoiced(index) ? pitch.frequencies[index] : nil,
        strength: pitch.strengths[index])
    }
    let voice = analysis.voice
    let harmonicity = voice.hasHarmonicity ? voice.harmonicity : nil
    self.init(
      f0: points, pulses: voice.hasCycles ? voice.pulses.map { $0 + offset } : [],
      harmonicity: harmonicity?.frames ?? [],
      harmonicityGrid: (
        start: (harmonicity?.firstFrameTime ?? 0) + offset, step: harmonicity?.timeStep ?? 0
      ))
  }
}

// What the DSP core measured, under the keys and in the units of the document.

import DSPCore
import VoiceTypes

extension Biomarkers {
  /// The measures of an analysis, for the tier of `settings`.
  init(of analysis: VoiceAnalysis, tier: Tier) {
    self.init(unsetBecause: .notInTier)
    for measure in Measure.allCases where tier == .comprehensive || measure.isQuick {
      self[measure] = analysis.measured(measure) ?? .unavailable(.notInTier)
    }
    for (component, part) in analysis.perturbation?.quality.stability.components ?? [:] {
      stabilityComponents[component.rawValue] = part.number
    }
  }

  /// The measures of samples that are too large for the arithmetic.
  static func overflowing(tier: Tier) -> Biomarkers {
    guard tier == .quick else { return Biomarkers(unsetBecause: .numericOverflow) }
    var biomarkers = Biomarkers(unsetBecause: .notInTier)
    for measure in Measure.allCases where measure.isQuick {
      biomarkers[measure] = .unavailable(.numericOverflow)
    }
    return biomarkers
  }
}

extension Contours {
  /// The curves of an analysis, in times of the recording.
  init(of analysis: VoiceAnalysis) {
    let pitch = analysis.pitch
    let offset = analysis.offset
    let points = (0..<pitch.frameCount).map { index in
      F0Point(
        time: pitch.time(ofFrame: index) + offset,
        frequency: pitch.isVoiced(index) ? pitch.frequencies[index] : nil,
        strength: pitch.strengths[index])
    }
    let harmonicity = analysis.perturbation?.harmonicity
    self.init(
      f0: points, pulses: analysis.perturbation?.pulses.map { $0 + offset } ?? [],
      harmonicity: harmonicity?.frames ?? [],
      harmonicityGrid: (
        start: (harmonicity?.firstFrameTime ?? 0) + offset, step: harmonicity?.timeStep ?? 0
      ))
  }
}

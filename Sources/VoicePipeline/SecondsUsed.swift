// How much of the segment each kind of measure really rests on.

import DSPCore
import VoiceTypes

extension VoiceAnalysis {
  /// The seconds of every part that was looked at.
  var secondsUsed: [MeasuredPart: Seconds] {
    let voiced = Double(pitch.voicedFrequencies.count) * pitch.timeStep
    var seconds: [MeasuredPart: Seconds] = [
      .all: Seconds(segment.end.value - segment.start.value), .voicedFrames: Seconds(voiced),
    ]
    guard let perturbation else { return seconds }
    let harmonicity = perturbation.harmonicity
    seconds[.harmonicityFrames] = Seconds(
      Double(harmonicity.values.count) * harmonicity.timeStep)
    if let harmonicity = perturbation.quality.harmonicityAutocorrelation {
      seconds[.harmonicityACFrames] = Seconds(
        Double(harmonicity.values.count) * harmonicity.timeStep)
    }
    seconds[.periods] = Seconds(
      PeriodSequence(pulses: perturbation.pulses).acceptedPeriods.reduce(0, +))
    return seconds
  }
}

import DSPCore
import VoiceTypes

extension VoiceAnalysis {
  /// Analysed duration per part of the recording.
  var secondsUsed: [MeasuredPart: Seconds] {
    let voiced = Double(pitch.voicedFrequencies.count) * pitch.timeStep
    var seconds: [MeasuredPart: Seconds] = [
      .all: Seconds(segment.end.value - segment.start.value), .voicedFrames: Seconds(voiced),
    ]
    seconds[.harmonicityFrames] = self[CrossCorrelationHarmonicity.self]?.harmonicity.secondsUsed
    seconds[.harmonicityACFrames] = self[AutocorrelationHarmonicity.self]?.harmonicity.secondsUsed
    if voice.hasCycles {
      seconds[.periods] = Seconds(voice.cycles.periods.acceptedPeriods.reduce(0, +))
    }
    seconds[.vowel] = Seconds(vowelTimes.upperBound - vowelTimes.lowerBound)
    let phonation = self[Phonation.self]?.duration ?? self[MaximumPhonation.self]?.duration
    seconds[.phonation] = phonation?.number.map { Seconds($0) }
    return seconds
  }
}

extension Harmonicity {
  /// Duration of the frames with a value.
  fileprivate var secondsUsed: Seconds { Seconds(Double(values.count) * timeStep) }
}

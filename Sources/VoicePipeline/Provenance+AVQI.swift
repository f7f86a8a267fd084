import DSPCore
import VoiceTypes
import WAVIngest

extension Provenance {
  /// Creates the provenance of an index, with all effective settings by name and unit.
  init(ofAVQI language: AVQILanguage?, vowelEnds: VowelEnds, channel: Int) {
    let version = AcousticVoiceQualityIndex.praatVersion
    let shimmer = AcousticVoiceQualityIndex.shimmerRange
    let harmonicity = AcousticVoiceQualityIndex.harmonicityRange
    let map: [String: JSONValue] = [
      "avqi_version": .string(AVQIFormula.v03_01.version.rawValue),
      "channel": .int(channel),
      "cpps_definition": .string(version.cppsDefinition.rawValue),
      "crossing_limit_hz": .number(VoicedWindows.crossingLimit.value),
      "harmonicity_ceiling_hz": .number(harmonicity.ceiling.value),
      "harmonicity_floor_hz": .number(harmonicity.floor.value),
      "high_pass_hz": .number(HannStopBand.rumble.high.value),
      "high_pass_smoothing_hz": .number(HannStopBand.rumble.smoothing.value),
      "language": .optional(language?.rawValue),
      "least_power_share": .number(VoicedWindows.leastPowerShare),
      "least_silence_s": .number(SoundingStretches.leastSilence.value),
      "least_sounding_s": .number(SoundingStretches.leastSounding.value),
      "praat_version": .string(version.rawValue),
      "pulse_fallback": .string(version.pulseFallback.rawValue),
      "shimmer_ceiling_hz": .number(shimmer.ceiling.value),
      "shimmer_floor_hz": .number(shimmer.floor.value),
      "silence_depth_db": .number(SoundingStretches.silenceDepth.value),
      "sinc_window": .string(version.sincWindow.rawValue),
      "vowel_ends": .string(vowelEnds.rawValue),
      "vowel_limit_s": .number(ConcatenatedVoice.vowelLimit.value),
      "window_s": .number(VoicedWindows.width),
    ]
    self.init(measuredWith: map, preset: .praat)
  }
}

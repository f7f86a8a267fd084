// What made the numbers: version, settings and libraries.

import DSPCore
import VoiceTypes
import WAVIngest

/// The version of this software, as `--version` prints it and every document states it.
public enum SoftwareVersion {
  /// Semantic version; a change that moves a number raises at least the minor part.
  public static let current = "0.6.0"
}

extension Provenance {
  /// The provenance of an analysis with `settings`.
  init(of settings: AnalysisSettings) {
    self.init(measuredWith: settings.named, preset: settings.preset)
  }

  /// The provenance of numbers that these settings rule.
  init(measuredWith map: [String: JSONValue], preset: Preset) {
    self.init(
      version: SoftwareVersion.current,
      preset: preset,
      settings: map,
      settingsSHA256: ContentHash.sha256(of: Array(JSONValue.map(map).text(.compact).utf8)),
      libraries: [
        "fftw": DSPLibraries.fftwVersion, "libsndfile": SampleLibrary.version,
      ])
  }
}

extension AnalysisSettings {
  /// Every setting that can move a number, by name and with its unit.
  var named: [String: JSONValue] {
    let pitch = VoiceAnalyzer.pitchSettings(of: self, range: firstPitchRange)
    let periods = PeriodLimits()
    var named: [String: JSONValue] = [
      "preset": .string(preset.rawValue),
      "tier": .string(tier.rawValue),
      "praat_version": .optional(givenPraatVersion?.rawValue),
      "sinc_window": .string(sincWindow.rawValue),
      "pitch_method": .string(pitchMethod.rawValue),
      "pitch_range_rule": .string(pitchRangeRule.rawValue),
      "pitch_floor_hz": .number(pitch.range.floor.value),
      "pitch_ceiling_hz": .number(pitch.range.ceiling.value),
      "pitch_time_step_s": .number(pitch.effectiveTimeStep.value),
      "pitch_maximum_candidates": .int(pitch.maximumCandidates),
      "pitch_silence_threshold": .number(pitch.silenceThreshold),
      "pitch_voicing_threshold": .number(pitch.voicingThreshold),
      "pitch_octave_cost": .number(pitch.octaveCost),
      "pitch_octave_jump_cost": .number(pitch.octaveJumpCost),
      "pitch_voiced_unvoiced_cost": .number(pitch.voicedUnvoicedCost),
      "segment": .string(segment.rawValue),
    ]
    guard tier == .comprehensive else { return named }
    if let givenMeasures {
      // In the order of the document, so that one selection is one setting.
      named["measures"] = .array(
        Measure.allCases.filter(givenMeasures.contains).map { .string($0.rawValue) })
    }
    named["pulse_fallback"] = .string(pulseFallback.rawValue)
    named["period_floor_s"] = .number(periods.floor)
    named["period_ceiling_s"] = .number(periods.ceiling)
    named["maximum_period_factor"] = .number(periods.maximumPeriodFactor)
    named["maximum_amplitude_factor"] = .number(periods.maximumAmplitudeFactor)
    named["harmonicity_method"] = "cc"
    named["harmonicity_floor_hz"] = .number(harmonicityFloor.value)
    named["harmonicity_time_step_s"] = .number(HarmonicitySettings.timeStep.value)
    named["harmonicity_silence_threshold"] = .number(HarmonicitySettings.silenceThreshold)
    named["harmonicity_periods_per_window"] = .number(HarmonicitySettings.periodsPerWindow)
    named["harmonicity_ac_periods_per_window"] = .number(
      HarmonicitySettings.autocorrelationPeriodsPerWindow)
    named["cpps_definition"] = .string(cppsDefinition.rawValue)
    named["formant_ceiling_low_voice_hz"] = .number(FormantCeiling.lower.value)
    named["formant_ceiling_high_voice_hz"] = .number(FormantCeiling.higher.value)
    named["intensity_floor_hz"] = .number(harmonicityFloor.value)
    return named
  }
}

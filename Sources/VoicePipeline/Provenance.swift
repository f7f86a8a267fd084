import DSPCore
import VoiceTypes
import WAVIngest

/// Version of this software in `--version` and in documents.
public enum SoftwareVersion {
  /// Semantic version. A change of any number raises at least the minor part.
  public static let current = "0.34.0"
}

extension Provenance {
  /// Creates the provenance of an analysis.
  init(of settings: AnalysisSettings) {
    self.init(measuredWith: settings.named, preset: settings.preset)
  }

  /// Creates the provenance of the settings `map`. The hash excludes the baseline F0, because
  /// recordings before and after the baseline are measured alike. It also excludes the calibration,
  /// and the times of a requested segment, but not the fact of the request.
  init(measuredWith map: [String: JSONValue], preset: Preset) {
    let own = VoiceAnalyzer.stretchChoices
    let names: Set = [
      VoiceAnalyzer.usualF0Choice, VoiceAnalyzer.calibrationChoice, own.from, own.to,
    ]
    let common = JSONValue.map(map.filter { !names.contains($0.key) })
    self.init(
      version: SoftwareVersion.current,
      preset: preset,
      settings: map,
      settingsSHA256: ContentHash.sha256(of: Array(common.text(.compact).utf8)),
      libraries: [
        "fftw": DSPLibraries.fftwVersion, "libsndfile": SampleLibrary.version,
      ])
  }
}

extension AnalysisSettings {
  /// Effective settings by name and unit.
  var named: [String: JSONValue] {
    var named: [String: JSONValue] = [
      "preset": .string(preset.rawValue),
      "tier": .string(tier.rawValue),
      "praat_version": .optional(
        (givenPraatVersion ?? (preset == .praat ? .usual : nil))?.rawValue),
      "channel": .int(reading.channel),
      "lost_end": .string(reading.truncationPolicy.rawValue),
    ]
    for choice in VoiceAnalyzer.choices(in: self) { named[choice.name] = choice.value.json }
    // Documents of vowels have the same settings as before tasks existed.
    if task != .sustainedVowel { named["task"] = .string(task.rawValue) }
    if tier == .comprehensive { named["checks"] = .string(checks.rawValue) }
    if tier == .comprehensive, let givenMeasures {
      // Document order, so that equal selections have equal settings.
      named["measures"] = .array(
        Measure.allCases.filter(givenMeasures.contains).map { .string($0.rawValue) })
    }
    return named
  }
}

extension NamedParameter.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .count(let count): .int(count)
    case .text(let text): .string(text)
    }
  }
}

extension Provenance {
  /// Creates the provenance of an index, with all effective settings by name and unit.
  init(of index: ConcatenatedIndex, language: IndexLanguage?, vowelEnds: VowelEnds, channel: Int) {
    let version = ConcatenatedIndex.praatVersion
    var map: [String: JSONValue] = [
      "channel": .int(channel),
      "cpps_definition": .string(version.cppsDefinition.rawValue),
      "crossing_limit_hz": .number(VoicedWindows.crossingLimit.value),
      "high_pass_hz": .number(HannStopBand.rumble.high.value),
      "high_pass_of": .string(
        IndexRole.allCases.filter(index.highPassed.contains).map(\.rawValue)
          .joined(separator: ", ")),
      "high_pass_smoothing_hz": .number(HannStopBand.rumble.smoothing.value),
      "index": .string(index.rawValue),
      "language": .optional(language?.rawValue),
      "least_power_share": .number(VoicedWindows.leastPowerShare),
      "least_silence_s": .number(NonsilentIntervals.leastSilence.value),
      "least_sounding_s": .number(NonsilentIntervals.leastSounding.value),
      "period_limits": .string(index.periodLimits.rawValue),
      "praat_version": .string(version.rawValue),
      "pulse_ceiling_hz": .number(index.pulseRange.ceiling.value),
      "pulse_fallback": .string(version.pulseFallback.rawValue),
      "pulse_floor_hz": .number(index.pulseRange.floor.value),
      "sample_rate_hz": .optional(index.rate?.value),
      "silence_depth_db": .number(NonsilentIntervals.silenceDepth.value),
      "sinc_window": .string(version.sincWindow.rawValue),
      "vowel_ends": .string(vowelEnds.rawValue),
      "vowel_limit_s": .number(ConcatenatedVoice.vowelLimit.value),
      "vowel_part": .string(index.vowelPart.rawValue),
      "window_s": .number(VoicedWindows.width),
    ]
    if index.parts.contains(.harmonicity) {
      let range = ConcatenatedIndex.harmonicityRange
      map["harmonicity_ceiling_hz"] = .number(range.ceiling.value)
      map["harmonicity_floor_hz"] = .number(range.floor.value)
    }
    self.init(measuredWith: map, preset: .praat)
  }
}

// What made the numbers: version, settings and libraries.

import DSPCore
import VoiceTypes
import WAVIngest

/// The version of this software, as `--version` prints it and every document states it.
public enum SoftwareVersion {
  /// Semantic version; a change that moves a number raises at least the minor part.
  public static let current = "0.19.0"
}

extension Provenance {
  /// The provenance of an analysis with `settings`.
  init(of settings: AnalysisSettings) {
    self.init(measuredWith: settings.named, preset: settings.preset)
  }

  /// The provenance of numbers that these settings rule. What is usual for a person does not count in
  /// the fingerprint: their recordings before and after it was known are measured alike. Nor does which
  /// seconds of a recording somebody chose: that somebody did counts.
  init(measuredWith map: [String: JSONValue], preset: Preset) {
    let own = VoiceAnalyzer.stretchChoices
    let names: Set = [VoiceAnalyzer.usualF0Choice, own.from, own.to]
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
  /// Every setting that can move a number, by name and with its unit.
  var named: [String: JSONValue] {
    var named: [String: JSONValue] = [
      "preset": .string(preset.rawValue),
      "tier": .string(tier.rawValue),
      "praat_version": .optional(
        (givenPraatVersion ?? (preset == .praat ? .usual : nil))?.rawValue),
      "channel": .int(reading.channel),
      "lost_end": .string(reading.lostEnd.rawValue),
    ]
    for choice in VoiceAnalyzer.choices(in: self) { named[choice.name] = choice.value.json }
    if tier == .comprehensive, let givenMeasures {
      // In the order of the document, so that one selection is one setting.
      named["measures"] = .array(
        Measure.allCases.filter(givenMeasures.contains).map { .string($0.rawValue) })
    }
    return named
  }
}

extension NamedSetting.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .count(let count): .int(count)
    case .text(let text): .string(text)
    }
  }
}

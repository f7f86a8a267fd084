// Aliases of measures: names in reports, and keys without group and unit.

import VoiceTypes

/// Aliases of measures.
enum MeasureAlias {
  /// Measures that a name may denote, in document order; empty for an unknown name.
  ///
  /// A report name denotes one measure. A key without group and unit may denote several.
  static func measures(named name: String) -> [Measure] {
    let letters = letters(of: name)
    guard !letters.isEmpty else { return [] }
    let ways: [@Sendable (Measure) -> [String]] = [
      { [$0.title, $0.facts.name.spoken] },
      { [$0.rawValue, $0.key] },
      { [withoutUnit($0), "\($0.group.rawValue)_\(withoutUnit($0))"] },
    ]
    return ways.lazy.map { way in
      Measure.allCases.filter { way($0).contains { Self.letters(of: $0) == letters } }
    }.first { !$0.isEmpty } ?? []
  }

  /// Keys and groups by names of other programs and of clinical use.
  private static let keys = [
    "mpt": "phonation.maximum_phonation_time_s", "szratio": "phonation.maximum_phonation_time_s",
    "pitch": "f0", "fundamentalfrequency": "f0", "harmonicity": "hnr",
    "harmonicstonoiseratio": "hnr", "meanhnr": "hnr.mean_db",
    "noisetoharmonicsratio": "voice_quality.nhr",
    "loudness": "voice_quality.intensity_mean_db", "spl": "voice_quality.sound_pressure_level_db",
    "snr": "quality.snr", "signaltonoiseratio": "quality.snr",
    // Names of MDVP.
    "jitt": "jitter.local_percent", "jita": "jitter.local_absolute_us",
    "ppq": "jitter.ppq5_percent", "shim": "shimmer.local_percent", "shdb": "shimmer.local_db",
    "apq": "shimmer.apq11_percent",
  ]

  /// Key or group of an alias; nil for an unknown name.
  static func key(named name: String) -> String? { keys[letters(of: name)] }

  /// Whether a name is the title of an article, in the singular or the plural.
  static func isName(_ name: String, of article: Article) -> Bool {
    let (letters, title) = (letters(of: name), letters(of: article.title))
    return letters == title || letters + "s" == title
  }

  /// Unit suffixes of keys.
  private static let units = ["percent", "semitones", "hz", "db", "us", "s"]

  private static func withoutUnit(_ measure: Measure) -> String {
    let parts = measure.key.split(separator: "_")
    guard parts.count > 1, let last = parts.last, units.contains(String(last)) else {
      return measure.key
    }
    return parts.dropLast().joined(separator: "_")
  }

  /// Letters and digits only. Case, spaces, dots and brackets are ignored.
  private static func letters(of name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

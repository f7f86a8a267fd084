// The names under which people look for a measure: those of reports, and keys without group and unit.

import VoiceTypes

/// Other names of measures.
enum MeasureAlias {
  /// What a name may mean, in the order of the documents; none for a stranger.
  ///
  /// Whoever writes a name as reports do means that measure; a key without its group and unit may be
  /// that of several.
  static func measures(named name: String) -> [Measure] {
    let letters = letters(of: name)
    guard !letters.isEmpty else { return [] }
    let ways: [@Sendable (Measure) -> [String]] = [
      { [$0.facts.name.title, $0.facts.name.spoken] },
      { [$0.rawValue, $0.key] },
      { [withoutUnit($0), "\($0.group.rawValue)_\(withoutUnit($0))"] },
    ]
    return ways.lazy.map { way in
      Measure.allCases.filter { way($0).contains { Self.letters(of: $0) == letters } }
    }.first { !$0.isEmpty } ?? []
  }

  /// The endings of keys that are units.
  private static let units = ["percent", "semitones", "hz", "db", "us", "s"]

  private static func withoutUnit(_ measure: Measure) -> String {
    let parts = measure.key.split(separator: "_")
    guard parts.count > 1, let last = parts.last, units.contains(String(last)) else {
      return measure.key
    }
    return parts.dropLast().joined(separator: "_")
  }

  /// Letters and digits alone, as case, blanks, points and brackets do not matter.
  private static func letters(of name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

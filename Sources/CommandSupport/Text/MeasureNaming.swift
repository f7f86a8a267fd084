package import VoiceReport
package import VoiceTypes

/// The naming of measures in reports.
package enum MeasureNaming: Sendable {
  /// Display names.
  case names
  /// Keys of the results document.
  case keys

  /// The units that fit the names.
  package var scale: MeasureFormat.Scale { self == .keys ? .document : .readable }

  package func text(_ measure: Measure) -> String {
    switch self {
    case .names: measure.facts.name.title
    case .keys: measure.rawValue
    }
  }

  /// Returns the name of a group: its key in sentence case, or in capitals for abbreviations.
  package func text(_ group: MeasureGroup) -> String {
    guard self == .names else { return group.rawValue }
    let words = group.rawValue.replacing("_", with: " ")
    return words.count <= Self.longestAbbreviation
      ? words.uppercased() : words.prefix(1).uppercased() + words.dropFirst()
  }

  private static let longestAbbreviation = 3
}

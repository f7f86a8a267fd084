// What measures are called in reports: names for people, or the keys of documents.

import CommandSupport
import VoiceTypes

/// How a report names measures.
package enum MeasureNaming: Sendable {
  /// The names that people use.
  case names
  /// The keys of the document, for those who look a number up there or ask `explain`.
  case keys

  /// A measure.
  func text(_ measure: Measure) -> String {
    switch self {
    case .names: measure.facts.name.title
    case .keys: measure.rawValue
    }
  }

  /// A group of measures. The key is the name, but for abbreviations.
  func text(_ group: MeasureGroup) -> String {
    guard self == .names else { return group.rawValue }
    let words = group.rawValue.replacing("_", with: " ")
    return words.count <= Self.longestAbbreviation
      ? words.uppercased() : words.prefix(1).uppercased() + words.dropFirst()
  }

  private static let longestAbbreviation = 3
}

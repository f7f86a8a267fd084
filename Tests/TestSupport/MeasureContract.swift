// Properties of each measure that readers of documents rely on, as last reviewed: a line of
// `Fixtures/golden/measures.txt`, which `MeasureInventoryTests` records.

package import Foundation
package import VoiceTypes

/// The properties of a measure.
package struct MeasureContract: Sendable {
  /// The file with the lines.
  package static let file = Repository.fixtures.appendingPathComponent("golden/measures.txt")

  /// The key in documents.
  package let key: String

  /// Whether the quick tier has it.
  package let isQuick: Bool

  /// Whether documents contain an interval.
  package let hasInterval: Bool

  /// Whether a voice without a clear F0 has it.
  package let standsWithoutF0: Bool

  /// All measures in the order of documents.
  package static func all() throws -> [MeasureContract] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return MeasureContract(
        key: String(words[0]), isQuick: words.contains("quick"),
        hasInterval: words.contains("interval"), standsWithoutF0: words.contains("without_f0"))
    }
  }

  /// The current line of a measure.
  package static func line(of measure: Measure, hasInterval: Bool) -> String {
    [
      measure.rawValue, measure.isQuick ? "quick" : "comprehensive",
      measure.facts.demand == .clinical ? "by_name" : "always",
      hasInterval ? "interval" : "no_interval",
      measure.facts.validityCriteria.contains(.typeThree) ? "with_f0" : "without_f0",
    ].joined(separator: " ")
  }
}

// Regular expressions that are compiled once: ten thousand documents are looked through for the same few.

import Foundation
import Synchronization

/// A regular expression over Unicode code points.
package struct Pattern: Sendable {
  private let expression: NSRegularExpression

  private static let made = Mutex<[String: Pattern]>([:])

  /// - Throws: An error of Foundation where the text is no expression.
  package init(_ text: String) throws { expression = try NSRegularExpression(pattern: text) }

  /// The expression of a text, which is compiled at its first use.
  package static func of(_ text: String) throws -> Pattern {
    try made.withLock { made in
      if let pattern = made[text] { return pattern }
      let pattern = try Pattern(text)
      made[text] = pattern
      return pattern
    }
  }

  private static func all(of text: String) -> NSRange { NSRange(text.startIndex..., in: text) }

  package func isFound(in text: String) -> Bool {
    expression.firstMatch(in: text, range: Self.all(of: text)) != nil
  }

  /// What matches, in order.
  package func matches(in text: String) -> [String] {
    expression.matches(in: text, range: Self.all(of: text)).compactMap { match in
      Range(match.range, in: text).map { String(text[$0]) }
    }
  }

  /// A text without what matches.
  package func removed(from text: String) -> String {
    expression.stringByReplacingMatches(
      in: text, range: Self.all(of: text), withTemplate: "")
  }
}

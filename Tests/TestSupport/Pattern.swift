// Regular expressions that are compiled once, for tests with ten thousand documents.

import Foundation
import Synchronization

/// A regular expression over Unicode code points.
package struct Pattern: Sendable {
  private let expression: NSRegularExpression

  private static let made = Mutex<[String: Pattern]>([:])

  private init(_ text: String) throws {
    // As in JSON Schema, `$` is the end. Foundation's `$` also matches before a line break.
    let isAnchored = text.hasSuffix("$") && !text.hasSuffix("\\$")
    expression = try NSRegularExpression(
      pattern: isAnchored ? text.dropLast() + "\\z" : text)
  }

  /// The compiled expression of a text.
  /// - Throws: An error of Foundation where the text is no expression.
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

  /// The matches, in order.
  package func matches(in text: String) -> [String] {
    expression.matches(in: text, range: Self.all(of: text)).compactMap { match in
      Range(match.range, in: text).map { String(text[$0]) }
    }
  }

  /// A text without the matches.
  package func removed(from text: String) -> String {
    expression.stringByReplacingMatches(
      in: text, range: Self.all(of: text), withTemplate: "")
  }
}

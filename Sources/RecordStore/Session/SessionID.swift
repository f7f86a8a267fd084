internal import VoiceTypes

/// Names a session: a UUID in its usual text form, lower case.
package struct SessionID: Sendable, Hashable, Comparable, CustomStringConvertible {
  private static let groups = [8, 4, 4, 4, 12]

  /// 36 characters.
  package let text: String

  /// A text of five groups of hexadecimal digits; upper case is made lower.
  package init?(_ text: String) {
    let lower = text.lowercased()
    let groups = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == Self.groups,
      Hex.areLowerCaseDigits(groups.joined().utf8)
    else { return nil }
    self.text = lower
  }

  /// The text.
  package var description: String { text }

  /// Whether the text of the first comes first.
  package static func < (first: SessionID, second: SessionID) -> Bool { first.text < second.text }
}

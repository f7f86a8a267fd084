internal import VoiceTypes

/// Names a session: a UUID in its usual text form, lower case.
public struct SessionID: Sendable, Hashable, Comparable, CustomStringConvertible {
  private static let groups = [8, 4, 4, 4, 12]

  /// 36 characters.
  public let text: String

  /// A text of five groups of hexadecimal digits; upper case is made lower.
  public init?(_ text: String) {
    let lower = text.lowercased()
    let groups = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == Self.groups,
      Hex.areLowerCaseDigits(groups.joined().utf8)
    else { return nil }
    self.text = lower
  }

  /// The text.
  public var description: String { text }

  /// Whether the text of the first comes first.
  public static func < (first: SessionID, second: SessionID) -> Bool { first.text < second.text }
}

extension SessionID {
  /// A name that no other session has: a UUID of version 4 (RFC 9562).
  public static func fresh() -> SessionID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = 0x40 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = Array(Hex.text(of: bytes))
    var (text, used) = ("", 0)
    for length in groups {
      text += (text.isEmpty ? "" : "-") + String(digits[used..<(used + length)])
      used += length
    }
    guard let session = SessionID(text) else { preconditionFailure("a UUID is a session's name") }
    return session
  }
}

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
  /// The name that a hash stands for, always the same: a UUID of version 8 (RFC 9562).
  ///
  /// - Parameter sha256: 64 hexadecimal digits; nil for anything else.
  package static func named(_ sha256: String) -> SessionID? {
    guard Hex.isSHA256(sha256), let hash = Hex.bytes(of: Array(sha256.utf8)) else { return nil }
    var bytes = Array(hash.prefix(16))
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    return of(bytes)
  }

  private static func of(_ bytes: [UInt8]) -> SessionID {
    let digits = Array(Hex.text(of: bytes))
    var (text, used) = ("", 0)
    for length in groups {
      text += (text.isEmpty ? "" : "-") + String(digits[used..<(used + length)])
      used += length
    }
    guard let session = SessionID(text) else { preconditionFailure("a UUID is a session's name") }
    return session
  }

  /// A name that no other session has: a UUID of version 4 (RFC 9562).
  public static func fresh() -> SessionID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = 0x40 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    return of(bytes)
  }
}

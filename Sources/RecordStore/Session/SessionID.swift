internal import VoiceTypes

/// The id of a session: a lower-case UUID.
public struct SessionID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 36 characters.
  public let text: String

  /// Parses a UUID of either case.
  public init?(_ text: String) {
    let lower = text.lowercased()
    let groups = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == UUIDText.groups,
      Hex.areLowerCaseDigits(groups.joined().utf8)
    else { return nil }
    self.text = lower
  }

  /// The text.
  public var description: String { text }

  /// The order of the texts.
  public static func < (first: SessionID, second: SessionID) -> Bool { first.text < second.text }
}

extension SessionID {
  /// The id for a hash: a UUID of version 8 (RFC 9562).
  /// - Parameter sha256: 64 hexadecimal digits. Nil is returned for other texts.
  package static func named(_ sha256: String) -> SessionID? {
    guard Hex.isSHA256(sha256), let hash = Hex.bytes(of: Array(sha256.utf8)) else { return nil }
    return SessionID(UUIDText.text(of: Array(hash.prefix(16)), version: 8))
  }

  /// A random id: a UUID of version 4 (RFC 9562).
  public static func fresh() -> SessionID {
    guard let session = SessionID(UUIDText.random()) else {
      preconditionFailure("a UUID is a valid session id")
    }
    return session
  }
}

// An operator key.

internal import VoiceTypes

/// A key of 256 bits and its name.
package struct StoreKey: Sendable {
  /// Bytes of a key.
  static let byteCount = 32

  /// Hexadecimal digits of a default name [E].
  private static let nameDigits = 8

  /// Maximum length of a name, which is part of every document [E].
  private static let longestName = 32

  /// The name: 1 to 32 lower-case letters, digits and hyphens.
  let id: String

  let bytes: [UInt8]

  /// A key with its name, or with a hash of the key as name.
  init?(_ bytes: [UInt8], named id: String? = nil) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
    let own = StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: "", for: .keyName)
    self.id = id ?? String(own.prefix(Self.nameDigits))
  }

  /// Whether a text is a valid key name.
  static func isName(_ text: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return (1...longestName).contains(text.utf8.count) && text.utf8.allSatisfy(letters.contains)
  }

  /// A hash that identifies the key in a store.
  func check(in store: String) -> String {
    StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: store, for: .check)
  }
}

// One key of those that open an encrypted store.

internal import VoiceTypes

/// A key of 256 bits, and what it is called.
package struct StoreKey: Sendable {
  /// Bytes of a key.
  static let byteCount = 32

  /// Hexadecimal digits of a name that is made from a key: enough to tell a few keys apart [E].
  private static let nameDigits = 8

  /// Letters of a name at most: it stands in every document [E].
  private static let longestName = 32

  /// What people call it: 1 to 32 lower-case letters, digits and hyphens.
  let id: String

  let bytes: [UInt8]

  /// A key from its bytes, called as it was named, or else by a hash that tells nothing of it.
  init?(_ bytes: [UInt8], named id: String? = nil) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
    let own = StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: "", for: .keyName)
    self.id = id ?? String(own.prefix(Self.nameDigits))
  }

  /// Whether a text can be the name of a key.
  static func isName(_ text: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return (1...longestName).contains(text.utf8.count) && text.utf8.allSatisfy(letters.contains)
  }

  /// By what a store knows the key again: a hash that nobody without the key can compute.
  func check(in store: String) -> String {
    StoreSecrets(secret: bytes, isSealing: true).keyedHash(of: store, for: .check)
  }
}

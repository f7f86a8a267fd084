internal import Platform
internal import VoiceTypes

/// Content hash of a recording, used in documents, the audit trail and the store.
public enum ContentHash {
  /// SHA-256 (FIPS 180-4) of `bytes`, as 64 lower-case hexadecimal digits.
  public static func sha256(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes)) }
}

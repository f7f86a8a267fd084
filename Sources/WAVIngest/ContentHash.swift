// The identity of a recording's bytes, which documents, the audit trail and the store share.

internal import Platform
internal import VoiceTypes

/// Fingerprints of contents.
public enum ContentHash {
  /// SHA-256 (FIPS 180-4) of `bytes`, as 64 lower-case hexadecimal digits.
  public static func sha256(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes)) }
}

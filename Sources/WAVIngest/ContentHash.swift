// The name of a recording's bytes: what a document, an audit trail and a store agree on.

internal import Crypto
internal import VoiceTypes

/// Fingerprints of contents.
public enum ContentHash {
  /// SHA-256 (FIPS 180-4) of `bytes`, as 64 lower-case hexadecimal digits.
  public static func sha256(of bytes: [UInt8]) -> String {
    var hasher = SHA256()
    // The buffer spans exactly the elements of `bytes` and does not outlive the closure.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe hasher.update(bufferPointer: buffer)
    }
    return Hex.text(of: hasher.finalize())
  }
}

// The name of a recording's bytes: what a document, an audit trail and a store agree on.

internal import Crypto

/// Fingerprints of contents.
public enum ContentHash {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// SHA-256 (FIPS 180-4) of `bytes`, as 64 lower-case hexadecimal digits.
  public static func sha256(of bytes: [UInt8]) -> String {
    var hasher = SHA256()
    // The buffer spans exactly the elements of `bytes` and does not outlive the closure.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe hasher.update(bufferPointer: buffer)
    }
    return hexadecimal(hasher.finalize())
  }

  private static func hexadecimal(_ digest: SHA256Digest) -> String {
    let digits = digest.flatMap { byte in
      [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0x0F)]]
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

// Argon2id (RFC 9106) of libsodium with its interactive limits, 64 MiB and two passes. The OWASP
// Password Storage Cheat Sheet requires 19 MiB and two passes at least.

#if PlainServer
  internal import CSodium

  /// A password hasher with Argon2id of libsodium.
  package struct Argon2id: PasswordHasher {
    private static let passes = UInt64(crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE)
    private static let memoryLimit = Int(crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE)
    private static let textBytes = Int(crypto_pwhash_argon2id_STRBYTES)

    /// Initialises libsodium; nil on failure, as without a random source.
    package init?() { guard sodium_init() >= 0 else { return nil } }

    package var memoryBytes: Int { Self.memoryLimit }

    /// Returns `$argon2id$v=19$m=65536,t=2,p=1$SALT$HASH`.
    package func hash(_ password: [UInt8]) -> String? {
      var text = [CChar](repeating: 0, count: Self.textBytes)
      let bytes = password.map { CChar(bitPattern: $0) }
      // SAFETY: the library writes at most STRBYTES bytes, the length of `text`, and reads
      // `bytes.count` bytes of the password.
      let status = unsafe crypto_pwhash_argon2id_str(
        &text, bytes, UInt64(bytes.count), Self.passes, Self.memoryLimit)
      guard status == 0 else { return nil }
      return String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func matches(_ password: [UInt8], _ kept: String) -> Bool {
      let text = kept.utf8.map { CChar(bitPattern: $0) } + [0]
      let bytes = password.map { CChar(bitPattern: $0) }
      // SAFETY: the text is zero-terminated.
      return unsafe crypto_pwhash_argon2id_str_verify(text, bytes, UInt64(bytes.count)) == 0
    }
  }
#endif

// Argon2id (RFC 9106) of libsodium with the parameters of the OWASP Password Storage Cheat Sheet:
// 19 MiB, two passes and one lane. A hash contains its parameters, so hashes with the 64 MiB of
// versions before 0.28 remain valid.

#if PlainServer
  internal import CSodium

  package struct Argon2id: PasswordHasher {
    private static let passes: UInt64 = 2
    private static let memoryBytes = 19 << 20
    private static let textBytes = Int(crypto_pwhash_argon2id_STRBYTES)

    /// Initialises libsodium; nil on failure, as without a random source.
    package init?() { guard sodium_init() >= 0 else { return nil } }

    /// Returns `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
    package func hash(_ password: [UInt8]) -> String? {
      var text = [CChar](repeating: 0, count: Self.textBytes)
      let bytes = password.map { CChar(bitPattern: $0) }
      // SAFETY: the library writes at most STRBYTES bytes, the length of `text`, and reads
      // `bytes.count` bytes of the password.
      let status = unsafe crypto_pwhash_argon2id_str(
        &text, bytes, UInt64(bytes.count), Self.passes, Self.memoryBytes)
      guard status == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func matches(_ password: [UInt8], _ kept: String) -> Bool {
      let text = kept.utf8.map { CChar(bitPattern: $0) } + [0]
      let bytes = password.map { CChar(bitPattern: $0) }
      // SAFETY: the text is zero-terminated.
      return unsafe crypto_pwhash_argon2id_str_verify(text, bytes, UInt64(bytes.count)) == 0
    }
  }
#endif

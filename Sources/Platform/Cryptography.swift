// Hashes and encryption with OpenSSL's libcrypto. No other file imports it.
//
// Pointer safety: each pointer is to an array or buffer passed with its length, or to a context
// that `deinit` frees. libcrypto retains no pointer after a call.

internal import CCrypto

/// Error of libcrypto.
package enum CryptographyError: Error, Sendable, Equatable {
  /// The key is wrong, or ciphertext, tag or associated data were modified.
  case notAuthentic
  /// Key or nonce length is wrong, or memory is exhausted.
  case failed
}

/// Incremental SHA-256 (FIPS 180-4), without OpenSSL's providers. Their start takes 1 ms.
@safe package struct SHA256: ~Copyable {
  /// Size of a digest in bytes.
  package static let byteCount = 32

  private var context = SHA256_CTX()

  /// Creates the hash of empty input.
  package init() {
    let status = unsafe SHA256_Init(&context)
    precondition(status == 1, "libcrypto initializes the hash")
  }

  /// Appends bytes to the input.
  package mutating func update(_ bytes: [UInt8]) {
    let status = unsafe SHA256_Update(&context, bytes, bytes.count)
    precondition(status == 1, "libcrypto hashes any bytes")
  }

  /// Returns the digest of the input, 32 bytes.
  package consuming func finalize() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
      let status = unsafe SHA256_Final(digest.baseAddress, &context)
      precondition(status == 1, "libcrypto finalizes the hash")
      count = Self.byteCount
    }
  }

  /// Returns the digest of `bytes`, 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}

/// Keyed hashes and key derivation.
package enum KeyedHash {
  /// HMAC with SHA-256 (RFC 2104).
  /// - Returns: 32 bytes.
  package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
      let result = unsafe HMAC(
        EVP_sha256(), key, Int32(key.count), bytes, bytes.count, code.baseAddress, nil)
      precondition(unsafe result != nil, "libcrypto has no memory for a hash")
      count = SHA256.byteCount
    }
  }

  /// HKDF with SHA-256 and an empty salt (RFC 5869), for at most one block of output.
  /// - Parameter info: Purpose of the derived key.
  /// - Returns: 32 bytes.
  package static func hkdfSHA256(_ secret: [UInt8], info: [UInt8]) -> [UInt8] {
    let extracted = hmacSHA256(secret, key: [UInt8](repeating: 0, count: SHA256.byteCount))
    return hmacSHA256(info + [1], key: extracted)
  }
}

/// AES-256 in Galois/Counter mode (NIST SP 800-38D).
package enum AESGCM {
  /// Key size in bytes.
  package static let keyBytes = 32
  fileprivate static let nonceBytes = 12
  private static let tagBytes = 16

  /// Encrypts bytes with a random nonce.
  /// - Parameter associated: Additional authenticated data, which is not stored.
  /// - Returns: Nonce (12 bytes), ciphertext, tag (16 bytes).
  package static func seal(
    _ bytes: [UInt8], key: [UInt8], associated: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    try seal(bytes, key: key, nonce: RandomBytes.make(nonceBytes), associated: associated)
  }

  /// Encrypts bytes with a given nonce. A nonce must never be reused with the same key.
  package static func seal(
    _ bytes: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let cipher = try Cipher(.encrypting, key: key, nonce: nonce)
    try cipher.authenticate(associated)
    let sealed = try cipher.update(bytes)
    try cipher.end()
    return try nonce + sealed + cipher.tag(tagBytes)
  }

  /// Decrypts nonce, ciphertext and tag. Throws `notAuthentic` on any mismatch.
  package static func open(
    _ sealed: [UInt8], key: [UInt8], associated: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    guard sealed.count >= nonceBytes + tagBytes else { throw .notAuthentic }
    let cipher = try Cipher(.decrypting, key: key, nonce: Array(sealed.prefix(nonceBytes)))
    try cipher.authenticate(associated)
    let opened = try cipher.update(Array(sealed.dropFirst(nonceBytes).dropLast(tagBytes)))
    try cipher.expect(tag: Array(sealed.suffix(tagBytes)))
    do { try cipher.end() } catch { throw .notAuthentic }
    return opened
  }
}

/// AES-256-GCM operation.
@safe private struct Cipher: ~Copyable {
  enum Direction: Int32 { case decrypting = 0, encrypting = 1 }

  private let context: OpaquePointer

  init(_ direction: Direction, key: [UInt8], nonce: [UInt8]) throws(CryptographyError) {
    guard key.count == AESGCM.keyBytes, nonce.count == AESGCM.nonceBytes,
      let context = unsafe EVP_CIPHER_CTX_new()
    else { throw .failed }
    let status = unsafe EVP_CipherInit_ex(
      context, EVP_aes_256_gcm(), nil, key, nonce, direction.rawValue)
    guard status == 1 else {
      unsafe EVP_CIPHER_CTX_free(context)
      throw .failed
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  func authenticate(_ associated: [UInt8]) throws(CryptographyError) {
    var count: Int32 = 0
    try Self.check(
      unsafe EVP_CipherUpdate(context, nil, &count, associated, Int32(associated.count)))
  }

  func update(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    guard let length = Int32(exactly: bytes.count) else { throw .failed }
    var written: Int32 = 0
    var output = [UInt8](repeating: 0, count: bytes.count)
    try Self.check(unsafe EVP_CipherUpdate(context, &output, &written, bytes, length))
    return output
  }

  func expect(tag: [UInt8]) throws(CryptographyError) {
    var tag = tag
    try Self.check(
      unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag))
  }

  func end() throws(CryptographyError) {
    // GCM has no final block.
    var (last, count): (UInt8, Int32) = (0, 0)
    try Self.check(unsafe EVP_CipherFinal_ex(context, &last, &count))
  }

  func tag(_ bytes: Int) throws(CryptographyError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: bytes)
    try Self.check(unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(bytes), &tag))
    return tag
  }

  private static func check(_ status: Int32) throws(CryptographyError) {
    guard status == 1 else { throw .failed }
  }
}

/// Random bytes of the system generator.
package enum RandomBytes {
  /// Returns `count` random bytes, suitable for keys.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}

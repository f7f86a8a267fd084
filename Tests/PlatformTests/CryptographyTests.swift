// Published examples of every algorithm that libcrypto is asked for.

import Platform
import Testing
import VoiceTypes

@Suite struct CryptographyTests {
  private static func bytes(_ hex: String) throws -> [UInt8] {
    try #require(Hex.bytes(of: Array(hex.utf8)))
  }

  /// FIPS 180-4, examples for one block and for no bytes.
  @Test(arguments: [
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ])
  func `SHA-256 gives the published digest`(text: String, digest: String) {
    #expect(Hex.text(of: SHA256.hash(Array(text.utf8))) == digest)
  }

  @Test func `SHA-256 in two parts equals SHA-256 of the whole`() {
    var hash = SHA256()
    hash.update(Array("a".utf8))
    hash.update(Array("bc".utf8))

    #expect(hash.finalize() == SHA256.hash(Array("abc".utf8)))
  }

  /// RFC 4231, test cases 2 and 6 (a key longer than a block).
  @Test(arguments: [
    (
      "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      String(repeating: "aa", count: 131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `HMAC-SHA-256 gives the published code`(key: String, text: String, code: String) throws {
    let found = try KeyedHash.hmacSHA256(Self.bytes(text), key: Self.bytes(key))

    #expect(Hex.text(of: found) == code)
  }

  /// RFC 5869, test case 3 (no salt, no info), the first 32 bytes.
  @Test func `HKDF-SHA-256 gives the published key`() {
    let key = KeyedHash.hkdfSHA256([UInt8](repeating: 0x0b, count: 22), info: [])

    #expect(
      Hex.text(of: key) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  /// The GCM specification (McGrew and Viega), test case 16, with its data as associated data.
  @Test func `AES-256-GCM gives the published ciphertext and opens it`() throws {
    let key = try Self.bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    let nonce = try Self.bytes("cafebabefacedbaddecaf888")
    let plain = try Self.bytes(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
        + "b16aedf5aa0de657ba637b39")
    let associated = try Self.bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")

    let sealed = try AESGCM.seal(plain, key: key, nonce: nonce, associated: associated)

    #expect(
      Hex.text(of: sealed.dropFirst(12))
        == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b")
    #expect(try AESGCM.open(sealed, key: key, associated: associated) == plain)
  }

  /// Which part of a sealed document is changed.
  enum Change: CaseIterable { case nonce, ciphertext, tag, associated, key, length }

  @Test(arguments: Change.allCases)
  func `a change anywhere makes AES-256-GCM refuse to open`(change: Change) throws {
    var key = [UInt8](repeating: 1, count: 32)
    var associated: [UInt8] = [2]
    var sealed = try AESGCM.seal([3, 4], key: key, associated: associated)
    switch change {
    case .nonce: sealed[0] ^= 1
    case .ciphertext: sealed[12] ^= 1
    case .tag: sealed[sealed.count - 1] ^= 1
    case .associated: associated[0] ^= 1
    case .key: key[0] ^= 1
    case .length: sealed = Array(sealed.prefix(27))
    }

    #expect(throws: CryptographyError.notAuthentic) {
      try AESGCM.open(sealed, key: key, associated: associated)
    }
  }

  @Test func `AES-256-GCM seals and opens an empty text`() throws {
    let key = [UInt8](repeating: 1, count: 32)

    let sealed = try AESGCM.seal([], key: key, associated: [])

    #expect(sealed.count == 28)
    #expect(try AESGCM.open(sealed, key: key, associated: []) == [])
  }

  @Test func `a key of another length is refused`() {
    #expect(throws: CryptographyError.failed) {
      try AESGCM.seal([1], key: [UInt8](repeating: 0, count: 16), associated: [])
    }
  }
}

// Encrypted documents: a line of JSON with format and key name, then nonce, ciphertext and tag of AES-256-GCM. Line,
// owner and name are associated data, so no file can replace another.

internal import Platform
internal import VoiceTypes

/// The owner and name of an encrypted document.
struct SealedPlace {
  /// The session or another owner.
  let owner: String

  /// The name of the document.
  let name: String
}

extension Keyring {
  /// Encrypts a document with the current key.
  func seal(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    let head = SealedHead(key: current).bytes
    guard let key = documentKey(current),
      let sealed = try? AESGCM.seal(bytes, key: key, associated: Self.bound(head, to: place))
    else { throw .unusable("\(place.name) could not be encrypted") }
    return head + sealed
  }

  /// Decrypts a document. Throws `damaged` for changed bytes, another owner or another name.
  func open(_ bytes: [UInt8], of place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard let head = SealedHead(of: bytes) else {
      throw .damaged(path: place.name, problem: "the header of the encrypted document is invalid")
    }
    let sealed = bytes.dropFirst(head.bytes.count)
    guard let key = documentKey(head.key),
      let opened = try? AESGCM.open(
        Array(sealed), key: key, associated: Self.bound(head.bytes, to: place))
    else {
      throw .damaged(
        path: place.name,
        problem: "decryption failed: the content was changed or moved")
    }
    return opened
  }

  /// Whether the key ring has the key of a document. True for unencrypted bytes.
  func hasKey(of bytes: [UInt8]) -> Bool {
    SealedHead(of: bytes).map { documentKey($0.key) != nil } ?? true
  }

  private static func bound(_ head: [UInt8], to place: SealedPlace) -> [UInt8] {
    head + Array(place.owner.utf8) + [0] + Array(place.name.utf8)
  }
}

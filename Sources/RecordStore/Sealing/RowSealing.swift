// The encryption of a store. The row of the store has its keys, which the key of the operator decrypts. Each value is
// authenticated with its owner and its name.

internal import Synchronization
internal import VoiceTypes

/// Encrypts and decrypts what a store keeps in rows, by the keys that it has now.
package final class RowSealing: Sendable {
  private struct Known {
    let file: StoreFile
    let ring: Keyring
  }

  private static let idBytes = 16

  /// What the bytes are called that say of the keys.
  private static let place = "the keys of the store"

  private let keys: StoreKeys
  private let known: Mutex<Known>

  /// Whether bytes begin as those of an encrypted document do.
  package static func begins(_ bytes: [UInt8]) -> Bool { SealedHead.begins(bytes) }

  /// The secret that hashes are made of; it is in what the keys open.
  package let secret: [UInt8]

  /// What a new store keeps of its keys.
  package static func newFile(
    for keys: StoreKeys, secret: [UInt8]? = nil, at time: StoreTime
  ) throws(StoreError) -> [UInt8] {
    let id = Hex.text(of: StoreSecrets.random(bytes: idBytes))
    let ring = Keyring(for: keys.first, secret: secret)
    let names = try ring.names(under: keys.first, of: id)
    let secrets = StoreSecrets(secret: ring.secret, isSealing: true)
    return StoreFile(id: id, createdAt: time, secrets, keys: names).json.fileBytes
  }

  /// Opens what a store keeps of its keys.
  package init(_ file: [UInt8], _ keys: StoreKeys) throws(StoreError) {
    let opened = try Self.open(file, keys)
    self.keys = keys
    secret = opened.ring.secret
    known = Mutex(opened)
  }

  private static func open(_ file: [UInt8], _ keys: StoreKeys) throws(StoreError) -> Known {
    let file = try StoreFile(parsing: file, file: place)
    let ring = try Keyring(of: file, with: keys)
    let secrets = StoreSecrets(secret: ring.secret, isSealing: true)
    guard secrets.keyedHash(of: file.id, for: .check) == file.keyCheck else { throw .wrongKey }
    return Known(file: file, ring: ring)
  }

  /// The hashes of the store.
  package var names: StoreNames { StoreNames(StoreSecrets(secret: secret, isSealing: true)) }

  /// Takes over what the store keeps of its keys now, whoever changed it.
  package func follow(_ file: [UInt8]) throws(StoreError) {
    do {
      let opened = try Self.open(file, keys)
      known.withLock { $0 = opened }
    } catch {
      // What this program was doing is not at fault, and goes on when it has the key.
      guard case .formerKey = error else { throw error }
      throw .fileSystem(.withoutKey(Self.place))
    }
  }

  /// What the store is to keep when the first of the keys is to be its key; nil where it is, or was before.
  package func changed() throws(StoreError) -> [UInt8]? {
    try Keyring.changing(known.withLock { $0.file }, to: keys)?.json.fileBytes
  }

  /// What everything is to be under, as far as it is known here what the store keeps of its keys.
  package func rekeyTarget() throws(StoreError) -> RekeyTarget {
    try RekeyTarget(of: known.withLock { $0.file }, keys)
  }

  private var ring: Keyring { known.withLock { $0.ring } }

  /// Bytes as a row holds them.
  /// - Parameters:
  ///   - owner: Whose they are.
  ///   - name: What they are called there.
  package func seal(
    _ bytes: [UInt8], of owner: String, _ name: String
  ) throws(StoreError) -> [UInt8] {
    try ring.seal(bytes, for: SealedPlace(owner: owner, name: name))
  }

  /// Whether they can be opened, as far as the key is concerned.
  package func hasKey(of bytes: [UInt8]) -> Bool { ring.hasKey(of: bytes) }

  /// What bytes of a row were before.
  package func open(
    _ bytes: [UInt8], of owner: String, _ name: String
  ) throws(StoreError) -> [UInt8] {
    try ring.open(bytes, of: SealedPlace(owner: owner, name: name))
  }

  // MARK: - What bytes say

  /// As many of the first bytes as say by which key the others are.
  package static let headBytes = SealedHead.mostBytes

  /// The name of the key that bytes are under, of which the first ones do; nil where they name none.
  package static func keyName(of bytes: [UInt8]) -> String? { SealedHead(of: bytes)?.key }
}

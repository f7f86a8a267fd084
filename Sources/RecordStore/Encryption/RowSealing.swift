// The encryption of a store. The row of the store has its keys, which the key of the operator decrypts. Each value is
// authenticated with its owner and its name.

internal import Synchronization
internal import VoiceTypes

/// Encrypts and decrypts values of rows with the current keys of the store.
package final class RowSealing: Sendable {
  private typealias Known = (file: StoreFile, ring: Keyring)

  private static let idBytes = 16

  /// The associated data of the key file.
  private static let place = "the keys of the store"

  private let keys: StoreKeys
  private let known: Mutex<Known>

  /// Whether bytes begin like an encrypted value.
  package static func begins(_ bytes: [UInt8]) -> Bool { SealedHead.begins(bytes) }

  /// The secret of all hashes.
  package let secret: [UInt8]

  /// The key file of a new store.
  package static func newFile(
    for keys: StoreKeys, secret: [UInt8]? = nil, at time: StoreTime
  ) throws(StoreError) -> [UInt8] {
    let id = Hex.text(of: StoreSecrets.random(bytes: idBytes))
    let ring = Keyring(for: keys.first, secret: secret)
    let names = try ring.names(under: keys.first, of: id)
    let secrets = StoreSecrets(secret: ring.secret, isSealing: true)
    let file = StoreFile(
      id: id, createdAt: time, isEncrypted: true, keyCheck: secrets.keyedHash(of: id, for: .check),
      keys: names)
    return StoredJSON.bytes(file)
  }

  /// Decrypts the key file.
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
    return (file, ring)
  }

  package var names: StoreSecrets { StoreSecrets(secret: secret, isSealing: true) }

  /// Loads a changed key file.
  package func follow(_ file: [UInt8]) throws(StoreError) {
    do {
      let opened = try Self.open(file, keys)
      known.withLock { $0 = opened }
    } catch {
      // The current operation is correct, and continues with the new key.
      guard case .formerKey = error else { throw error }
      throw .fileSystem(.withoutKey(Self.place))
    }
  }

  /// The key file with the first given key as the current one. Nil if the store knows this key.
  package func changed() throws(StoreError) -> [UInt8]? {
    try Keyring.changing(known.withLock { $0.file }, to: keys).map(StoredJSON.bytes)
  }

  /// The target key of a rotation, according to the loaded key file.
  func rekeyTarget() throws(StoreError) -> RekeyTarget {
    try RekeyTarget(of: known.withLock { $0.file }, keys)
  }

  private var ring: Keyring { known.withLock { $0.ring } }

  /// Encrypts bytes for a row.
  /// - Parameters:
  ///   - owner: The owner of the value.
  ///   - name: The name of the value.
  package func seal(
    _ bytes: [UInt8], of owner: String, _ name: String
  ) throws(StoreError) -> [UInt8] {
    try ring.seal(bytes, for: RowContext(owner, name))
  }

  /// Whether the key of a value is available.
  package func hasKey(of bytes: [UInt8]) -> Bool { ring.hasKey(of: bytes) }

  package func open(
    _ bytes: [UInt8], of owner: String, _ name: String
  ) throws(StoreError) -> [UInt8] {
    try ring.open(bytes, of: RowContext(owner, name))
  }
}

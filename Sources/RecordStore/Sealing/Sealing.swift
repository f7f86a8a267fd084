// A document at rest: a line of JSON that says what follows and by which key, then AES-256-GCM's nonce,
// ciphertext and tag. The line, the owner and the name are authenticated with it, so that no file can
// be put in the place of another.

internal import Platform
internal import Synchronization
internal import VoiceTypes

/// What a sealed document belongs to.
struct SealedPlace {
  /// The session, or what else owns the document.
  let owner: String

  /// The name within its owner.
  let name: String
}

/// Encrypts and decrypts the documents of an open store, by the keys that it has now.
final class Sealing: Sendable {
  private struct Known {
    var ring: Keyring

    /// The `store.json` that the ring was read from: its device and number; nil before it was looked at.
    var file: (device: UInt64, inode: UInt64)?
  }

  /// The keys that this program was given.
  let keys: StoreKeys

  private let path: String
  private let disk: Disk
  private let known: Mutex<Known>

  init(_ ring: Keyring, _ keys: StoreKeys, at path: String, _ disk: Disk) {
    self.keys = keys
    self.path = path
    self.disk = disk
    known = Mutex(Known(ring: ring))
  }

  private var ring: Keyring { known.withLock { $0.ring } }

  /// The name of the key that documents are encrypted under now; nil where there is one key only.
  var currentKey: String? { ring.current }

  func seal(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    try ring.seal(bytes, for: place)
  }

  func open(_ bytes: [UInt8], of place: SealedPlace) throws(StoreError) -> [UInt8] {
    // Another program may have changed the key since.
    if !ring.hasKey(of: bytes) { try follow() }
    return try ring.open(bytes, of: place)
  }

  // MARK: - Keys that change

  /// Makes sure, for whoever appends, that what is written now is encrypted under the current key: fails
  /// with a fault that passes where another program changed it meanwhile.
  func checkThatCurrent() throws(StoreError) {
    let former = ring.current
    try follow()
    guard ring.current == former else { throw .fileSystem(.interfered(with: path)) }
  }

  /// Reads the key ring again if `store.json` is another file than it was.
  func follow() throws(StoreError) {
    guard let facts = try disk.facts(of: path) else { throw .fileSystem(.away(path)) }
    let isSame = known.withLock {
      $0.file.map { $0 == (facts.device, facts.inode) } ?? false
    }
    if isSame { return }
    let bytes = try disk.run { files throws(FileSystemError) in try files.read(path) }
    let file = try StoreFile(parsing: bytes, file: path)
    do {
      let ring = try Keyring(of: file, with: keys)
      known.withLock { $0 = Known(ring: ring, file: (facts.device, facts.inode)) }
    } catch {
      // What this program was doing is not at fault, and goes on when it has the key.
      guard case .formerKey = error else { throw error }
      throw .fileSystem(.withoutKey(path))
    }
  }
}

extension Keyring {
  /// Encrypts a document under the current key.
  func seal(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    let head = SealedHead(key: current).bytes
    guard let key = documentKey(current),
      let sealed = try? AESGCM.seal(bytes, key: key, associated: Self.bound(head, to: place))
    else { throw .unusable("\(place.name) could not be encrypted") }
    return head + sealed
  }

  /// Decrypts a document; one that was changed, or belongs elsewhere, is damaged.
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

  /// Whether the key of a document is in the ring; so it is of what is none.
  func hasKey(of bytes: [UInt8]) -> Bool {
    SealedHead(of: bytes).map { documentKey($0.key) != nil } ?? true
  }

  private static func bound(_ head: [UInt8], to place: SealedPlace) -> [UInt8] {
    head + Array(place.owner.utf8) + [0] + Array(place.name.utf8)
  }
}

extension RecordStore {
  /// Bytes as the store keeps them: encrypted, if the store is.
  func sealed(_ bytes: [UInt8], for place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard let sealing else { return bytes }
    return try sealing.seal(bytes, for: place)
  }

  /// Bytes that the store kept, as they were before.
  func opened(_ bytes: [UInt8], of place: SealedPlace) throws(StoreError) -> [UInt8] {
    guard let sealing else { return bytes }
    return try sealing.open(bytes, of: place)
  }
}

// What a key opens of a store: the secret that everything else is derived from, and a key of its own for
// the documents of each key that the store ever had. The ring lies in `store.json`, encrypted by the
// current key alone. So a key is changed by writing one small file, after which the new key opens
// everything and the former one nothing, and the documents are re-encrypted when there is time for it
// (`records rekey`). Keys of documents stay in the ring: what a program encrypted that had not yet
// learnt of the change is never lost.

internal import Platform
internal import VoiceTypes

/// The secret and the keys of the documents of an encrypted store.
struct Keyring: Sendable {
  private static let secretBytes = 32

  /// What never changes as long as there is the store.
  let secret: [UInt8]

  /// The key that documents are encrypted under from now on; nil where that is the secret itself, as it
  /// was up to 0.11.0.
  private(set) var current: String?

  /// The keys of documents by the names of the keys of the store.
  private var documents: [String: [UInt8]]

  /// The ring of a new store.
  /// - Parameter secret: That of a store beside it, so that both have the same hashes; nil for one by chance.
  init(for key: StoreKey, secret: [UInt8]? = nil) {
    self.secret = secret ?? StoreSecrets.random(bytes: Self.secretBytes)
    (current, documents) = (nil, [:])
    add(key)
  }

  /// What keys open of a store.
  init(of file: StoreFile, with keys: StoreKeys) throws(StoreError) {
    guard let names = file.keys else {
      guard let key = keys.all.first(where: { $0.check(in: file.id) == file.keyCheck }) else {
        throw .wrongKey
      }
      (secret, current, documents) = (key.bytes, nil, [:])
      return
    }
    let checks = keys.all.map { $0.check(in: file.id) }
    guard let index = checks.firstIndex(of: names.current.check) else {
      guard names.former.contains(where: { checks.contains($0.check) }) else { throw .wrongKey }
      throw .formerKey(current: names.current.id)
    }
    guard let ring = Self.opened(names, by: keys.all[index], in: file.id) else {
      throw .damaged(path: StoreFile.name, problem: "the key ring does not decrypt")
    }
    self = ring
  }

  /// The key of the documents that were encrypted under a name; nil for the secret itself.
  func documentKey(_ id: String?) -> [UInt8]? {
    guard let id else { return StoreSecrets(secret: secret, isSealing: true).key(for: .sealing) }
    return documents[id]
  }

  private mutating func add(_ key: StoreKey) {
    documents[key.id] = StoreSecrets.random(bytes: StoreKey.byteCount)
    current = key.id
  }

  // MARK: - In store.json

  /// What `store.json` says of the keys when `key` is the current one.
  func names(
    under key: StoreKey, of store: String, former: [KeyNames.Known] = []
  ) throws(StoreError) -> KeyNames {
    let known = KeyNames.Known(id: key.id, check: key.check(in: store))
    let bytes = Array(Self.shape.json(of: self).text(.compact).utf8)
    do {
      let sealed = try AESGCM.seal(
        bytes, key: Self.ringKey(key), associated: Self.authenticated(known, store))
      return KeyNames(current: known, ring: Hex.text(of: sealed), former: former)
    } catch {
      throw .unusable("the keys of the store could not be encrypted")
    }
  }

  /// `store.json` with the first of the keys as the current one; nil where the store knows that key.
  static func changing(_ file: StoreFile, to keys: StoreKeys) throws(StoreError) -> StoreFile? {
    let key = keys.first
    let former = file.knownKeys(keys)
    guard !former.contains(where: { $0.check == key.check(in: file.id) }) else { return nil }
    guard !former.contains(where: { $0.id == key.id }) else { throw .keyNameTaken(key.id) }
    var ring = try Keyring(of: file, with: keys)
    ring.add(key)
    var changed = file
    changed.keys = try ring.names(under: key, of: file.id, former: former)
    return changed
  }

  private static func opened(
    _ names: KeyNames, by key: StoreKey, in store: String
  ) -> Keyring? {
    guard let sealed = Hex.bytes(of: Array(names.ring.utf8)),
      let bytes = try? AESGCM.open(
        sealed, key: ringKey(key), associated: authenticated(names.current, store)),
      let json = try? JSONValue.parse(bytes),
      var ring = try? shape.read(json, file: StoreFile.name),
      ring.documents[names.current.id] != nil
    else { return nil }
    ring.current = names.current.id
    return ring
  }

  private static func ringKey(_ key: StoreKey) -> [UInt8] {
    StoreSecrets(secret: key.bytes, isSealing: true).key(for: .keyring)
  }

  private static func authenticated(_ known: KeyNames.Known, _ store: String) -> [UInt8] {
    Array(StoreFile.keyedSchema.utf8) + [0] + Array(store.utf8) + [0] + Array(known.id.utf8)
  }
}

extension Keyring: Shaped {
  static let shape = Shape<Keyring> {
    Field("secret", \.secret, .keyBytes)
    Field("documents", \.documents, .map(of: .keyBytes))
  } make: { secret, documents in
    Keyring(secret: secret, documents: documents)
  }

  private init(secret: [UInt8], documents: [String: [UInt8]]) {
    (self.secret, self.documents) = (secret, documents)
    current = nil
  }
}

extension StoreFile {
  /// The keys that a store has or had; one that it was made with as the secret is called what it is
  /// called among those that were given.
  fileprivate func knownKeys(_ given: StoreKeys) -> [KeyNames.Known] {
    if let keys { return keys.former + [keys.current] }
    return given.all.filter { $0.check(in: id) == keyCheck }
      .map { KeyNames.Known(id: $0.id, check: keyCheck) }
  }
}

extension JSONCoder where Value == [UInt8] {
  /// 32 bytes as hexadecimal digits.
  fileprivate static var keyBytes: JSONCoder {
    mapped(.hash, allowed: "a key", { Hex.bytes(of: Array($0.utf8)) }, { Hex.text(of: $0) })
  }
}

// The key ring of a store: the secret of all derived keys, and a document key for each operator key. The current
// operator key encrypts the ring in `store.json`. A key change rewrites this small file only: the new key then
// decrypts all documents, and the former key none. `records rekey` re-encrypts the documents later. Document keys stay
// in the ring, for documents of programs that had not read the new ring.

internal import VoiceTypes

/// The secret and the document keys of an encrypted store.
struct Keyring: Sendable {
  private static let secretBytes = 32

  /// The secret. It never changes.
  let secret: [UInt8]

  /// The name of the key for new documents. Nil for the secret, as in versions up to 0.11.0.
  private(set) var current: String?

  /// The document keys by the names of the operator keys.
  private var documents: [String: [UInt8]]

  /// The ring of a new store.
  /// - Parameter secret: The secret of another store with the same hashes. Nil: random.
  init(for key: StoreKey, secret: [UInt8]? = nil) {
    self.secret = secret ?? StoreSecrets.random(bytes: Self.secretBytes)
    (current, documents) = (nil, [:])
    add(key)
  }

  /// Decrypts the ring of a store.
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

  /// The key of a document. Nil for an unknown name. A nil name: the secret.
  func documentKey(_ id: String?) -> [UInt8]? {
    guard let id else { return StoreSecrets(secret: secret, isSealing: true).key(for: .sealing) }
    return documents[id]
  }

  private mutating func add(_ key: StoreKey) {
    documents[key.id] = StoreSecrets.random(bytes: StoreKey.byteCount)
    current = key.id
  }

  // MARK: - In store.json

  /// The names of the keys with `key` as the current one.
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

  /// The file with the first key as the current one. Nil if the store already knows this key.
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

  private static func opened(_ names: KeyNames, by key: StoreKey, in store: String) -> Keyring? {
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

// MARK: - Documents

/// Encrypted documents: a line of JSON with format and key name, then nonce, ciphertext and tag of AES-256-GCM. Line,
/// owner and name are associated data, so no file can replace another.
extension Keyring {
  /// Encrypts a document with the current key.
  func seal(_ bytes: [UInt8], for place: RowContext) throws(StoreError) -> [UInt8] {
    let head = SealedHead(key: current).bytes
    guard let key = documentKey(current),
      let sealed = try? AESGCM.seal(bytes, key: key, associated: Self.bound(head, to: place))
    else { throw .unusable("\(place.name) could not be encrypted") }
    return head + sealed
  }

  /// Decrypts a document. Throws `damaged` for changed bytes, another owner or another name.
  func open(_ bytes: [UInt8], of place: RowContext) throws(StoreError) -> [UInt8] {
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

  private static func bound(_ head: [UInt8], to place: RowContext) -> [UInt8] {
    head + Array(place.owner.utf8) + [0] + Array(place.name.utf8)
  }
}

// MARK: - JSON

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
  /// The keys of the store. A key that was once used as the secret gets its name from the given keys.
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

/// The format and key name of an encrypted document.
struct SealedHead: Equatable {
  /// The format of documents that the secret encrypts.
  private static let plainSchema = "sagevoice/sealed/1"

  /// The format of documents of a named key.
  private static let keyedSchema = "sagevoice/sealed/2"

  /// Maximum bytes of the line.
  static let mostBytes = 256

  private static let lineFeed = UInt8(ascii: "\n")

  /// The name of the key. Nil for the secret.
  let key: String?

  init(key: String?) { self.key = key }

  /// Whether bytes begin like an encrypted document of any version.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array(#"{"schema":"sagevoice/sealed/"#.utf8))
  }

  /// Parses the line at the start of `bytes`. Nil without one, or for another encoding.
  init?(of bytes: [UInt8]) {
    guard let end = bytes.prefix(Self.mostBytes).firstIndex(of: Self.lineFeed),
      let json = try? JSONValue.parse(Array(bytes[..<end]))
    else { return nil }
    if case .string(let name)? = json["key"] { key = name } else { key = nil }
    guard bytes.starts(with: self.bytes) else { return nil }
  }

  var bytes: [UInt8] {
    let line: JSONValue =
      if let key {
        ["schema": .string(Self.keyedSchema), "cipher": "AES-256-GCM", "key": .string(key)]
      } else {
        ["schema": .string(Self.plainSchema), "cipher": "AES-256-GCM"]
      }
    return line.lineBytes
  }
}

/// The id and the keys of a store: a value of its row, and `store.json` of a store of version 0.24 or earlier.
struct StoreFile: Sendable, Equatable {
  /// The format of a store without a key ring, also of versions up to 0.11.0.
  static let plainSchema = "sagevoice/store/1"

  /// The format of a store with a key ring.
  static let keyedSchema = "sagevoice/store/2"

  /// The path from the folder of the store.
  static let name = "store.json"

  /// 32 random hexadecimal digits.
  let id: String

  /// The creation time.
  let createdAt: StoreTime

  /// Whether the store needs a key file.
  let isEncrypted: Bool

  /// A check value of the secret.
  let keyCheck: String

  /// The keys of an encrypted store. Nil if the only key is the secret, as in versions up to 0.11.0.
  var keys: KeyNames?

  var schema: String { keys == nil ? Self.plainSchema : Self.keyedSchema }
}

extension StoreFile: Shaped {
  static let shape = Shape(StoreFile.init(id:createdAt:isEncrypted:keyCheck:keys:)) {
    Derived("schema", \.schema, .anyText, .notNeeded)
    Field("store_id", \.id, .anyText)
    Field("created_at", \.createdAt, .time)
    Field("encrypted", \.isEncrypted, .flag)
    Field("key_check", \.keyCheck, .hash)
    Field("keys", \.keys, ifThere: .shaped)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .store)
  }
}

/// The names and check values of the keys.
struct KeyNames: Sendable, Equatable, Shaped {
  /// A current or former key.
  struct Known: Sendable, Equatable, Shaped {
    let id: String

    /// The check value of the key (`StoreKey.check`).
    let check: String

    static let shape = Shape(Known.init) {
      Field("id", \.id, .anyText)
      Field("check", \.check, .hash)
    }
  }

  /// The key that encrypts the ring and new documents.
  let current: Known

  /// The key ring, encrypted with the current key, in hexadecimal digits.
  let ring: String

  /// The former keys, oldest first. They decrypt nothing any more.
  let former: [Known]

  static let shape = Shape(KeyNames.init) {
    Field("current", \.current, .shaped)
    Field("ring", \.ring, .anyText)
    Field("former", \.former, .list(of: .shaped))
  }
}

// The id and the keys of a store: a value of its row, and `store.json` of a store of version 0.24 or earlier.

internal import VoiceTypes

/// The id and the keys of a store.
struct StoreFile: Sendable, Equatable {
  /// The name and number of the format of a store that no key ring is in, which versions up to 0.11.0
  /// read too.
  static let plainSchema = "sagevoice/store/1"

  /// The same of one with a key ring.
  static let keyedSchema = "sagevoice/store/2"

  /// The path from the store's folder.
  static let name = "store.json"

  /// 32 hexadecimal digits by chance.
  let id: String

  /// When the store was made.
  let createdAt: StoreTime

  /// Whether a key file belongs to it.
  let isEncrypted: Bool

  /// What only the right secret gives.
  let keyCheck: String

  /// What opens an encrypted store; nil where the one key is the secret, as it was up to 0.11.0.
  var keys: KeyNames?

  init(id: String, createdAt: StoreTime, _ secrets: StoreSecrets, keys: KeyNames?) {
    self.id = id
    self.createdAt = createdAt
    isEncrypted = secrets.isSealing
    keyCheck = secrets.keyedHash(of: id, for: .check)
    self.keys = keys
  }

  var schema: String { keys == nil ? Self.plainSchema : Self.keyedSchema }

  var json: JSONValue { Self.shape.json(of: self) }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .store)
  }
}

extension StoreFile: Shaped {
  static let shape = Shape<StoreFile> {
    Derived("schema", \.schema, .anyText, .notNeeded)
    Field("store_id", \.id, .anyText)
    Field("created_at", \.createdAt, .time)
    Field("encrypted", \.isEncrypted, .flag)
    Field("key_check", \.keyCheck, .hash)
    Field("keys", \.keys, ifThere: .shaped)
  } make: { id, createdAt, isEncrypted, keyCheck, keys in
    StoreFile(
      id: id, createdAt: createdAt, isEncrypted: isEncrypted, keyCheck: keyCheck, keys: keys)
  }

  private init(
    id: String, createdAt: StoreTime, isEncrypted: Bool, keyCheck: String, keys: KeyNames?
  ) {
    self.id = id
    self.createdAt = createdAt
    self.isEncrypted = isEncrypted
    self.keyCheck = keyCheck
    self.keys = keys
  }
}

/// The keys of an encrypted store, without the keys themselves.
struct KeyNames: Sendable, Equatable, Shaped {
  /// A key that is or was in use.
  struct Known: Sendable, Equatable, Shaped {
    let id: String

    /// What only this key gives (`StoreKey.check`).
    let check: String

    static let shape = Shape(Known.init) {
      Field("id", \.id, .anyText)
      Field("check", \.check, .hash)
    }
  }

  /// The one that opens the ring, and that new documents are encrypted under.
  let current: Known

  /// The key ring, encrypted by the current key, as hexadecimal digits.
  let ring: String

  /// Those before it, the oldest first. None of them opens anything any more.
  let former: [Known]

  static let shape = Shape(KeyNames.init) {
    Field("current", \.current, .shaped)
    Field("ring", \.ring, .anyText)
    Field("former", \.former, .list(of: .shaped))
  }
}

// The id and the keys of a store: a value of its row, and `store.json` of a store of version 0.24 or earlier.

internal import VoiceTypes

/// The id and the keys of a store.
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

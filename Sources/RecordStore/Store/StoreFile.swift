// `store.json`: what makes a folder a store.

internal import VoiceTypes

/// What a store says of itself.
struct StoreFile: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/store/1"

  /// 32 hexadecimal digits by chance.
  let id: String

  /// When the store was made.
  let createdAt: StoreTime

  /// Whether a key file belongs to it.
  let isEncrypted: Bool

  /// What only the right key, or the right secret, gives.
  let keyCheck: String

  init(id: String, createdAt: StoreTime, _ secrets: StoreSecrets) {
    self.id = id
    self.createdAt = createdAt
    isEncrypted = secrets.isSealing
    keyCheck = secrets.keyedHash(of: id, for: .check)
  }

  var json: JSONValue {
    [
      "schema": .string(Self.schema), "store_id": .string(id),
      "created_at": .string(createdAt.text), "encrypted": .bool(isEncrypted),
      "key_check": .string(keyCheck),
    ]
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let document = try Migrations.store.current(DocumentPlace(parsing: bytes, file: file))
    id = try document.member("store_id").text()
    createdAt = try document.member("created_at").time()
    isEncrypted = try document.member("encrypted").flag()
    keyCheck = try document.member("key_check").hash()
  }
}

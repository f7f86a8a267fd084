// `store.json`: what makes a folder a store.

internal import VoiceTypes

/// What a store says of itself.
struct StoreFile: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/store/1"

  /// The path from the store's folder.
  static let name = "store.json"

  /// Which files of `failed/` logs name.
  enum FailedFiles: String {
    /// Those of sessions: so it is in a store of a version up to 0.5.1.
    case partlyNamed = "partly_named"
    case named
  }

  /// 32 hexadecimal digits by chance.
  let id: String

  /// When the store was made.
  let createdAt: StoreTime

  /// Whether a key file belongs to it.
  let isEncrypted: Bool

  /// What only the right key, or the right secret, gives.
  let keyCheck: String

  /// Which files of `failed/` logs name; without the member, only those of sessions.
  var failedFiles: FailedFiles

  init(id: String, createdAt: StoreTime, _ secrets: StoreSecrets) {
    self.id = id
    self.createdAt = createdAt
    isEncrypted = secrets.isSealing
    keyCheck = secrets.keyedHash(of: id, for: .check)
    failedFiles = .named
  }

  var json: JSONValue {
    [
      "schema": .string(Self.schema), "store_id": .string(id),
      "created_at": .string(createdAt.text), "encrypted": .bool(isEncrypted),
      "key_check": .string(keyCheck), "failed_files": .string(failedFiles.rawValue),
    ]
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let document = try Migrations.store.current(DocumentPlace(parsing: bytes, file: file))
    id = try document.member("store_id").text()
    createdAt = try document.member("created_at").time()
    isEncrypted = try document.member("encrypted").flag()
    keyCheck = try document.member("key_check").hash()
    failedFiles =
      document.value["failed_files"] == nil
      ? .partlyNamed : try document.member("failed_files").choice()
  }
}

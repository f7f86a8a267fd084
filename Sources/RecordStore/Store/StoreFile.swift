// `store.json`: what makes a folder a store.

internal import VoiceTypes

/// What a store says of itself.
struct StoreFile: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/store/1"

  /// The path from the store's folder.
  static let name = "store.json"

  /// Which files of `failed/` logs name.
  enum FailedFiles: String, CaseIterable {
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

  var json: JSONValue { Self.shape.json(of: self) }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .store)
  }
}

extension StoreFile: Shaped {
  static let shape = Shape(StoreFile.init(id:createdAt:isEncrypted:keyCheck:failedFiles:)) {
    Derived(schema: schema)
    Field("store_id", \.id, .anyText)
    Field("created_at", \.createdAt, .time)
    Field("encrypted", \.isEncrypted, .flag)
    Field("key_check", \.keyCheck, .hash)
    Field("failed_files", \.failedFiles, .choice, ifMissing: .partlyNamed)
  }

  private init(
    id: String, createdAt: StoreTime, isEncrypted: Bool, keyCheck: String,
    failedFiles: FailedFiles
  ) {
    self.id = id
    self.createdAt = createdAt
    self.isEncrypted = isEncrypted
    self.keyCheck = keyCheck
    self.failedFiles = failedFiles
  }
}

// The encryption of a store. The row of the store has its keys, which the key of the operator decrypts. Each value is
// authenticated with its owner and its name.

internal import Synchronization
internal import VoiceTypes

/// Encrypts and decrypts values of rows with the current keys of the store.
package final class RowEncryption: Sendable {
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

/// Encrypts and decrypts rows.
struct RowCodec: Sendable {
  /// Hashes of people and recordings.
  let names: StoreSecrets

  /// The encryption. Nil in a plain store.
  var sealing: RowEncryption?

  /// The codec before the store is open.
  static let unknown = RowCodec(names: .none)
}

/// The owner and name of a value. Encryption authenticates both.
struct RowContext {
  let owner: String
  let name: String

  init(_ owner: String, _ name: String) { (self.owner, self.name) = (owner, name) }

  /// A document of a session.
  init(_ session: SessionID, _ document: SessionDocument) {
    self.init(session.text, document.rawValue)
  }

  /// A document of a person.
  init(_ user: UserHash, _ document: String) { self.init(user.text, document) }

  /// A version of a profile or baseline.
  init(_ user: UserHash, _ kind: String, _ number: Int) {
    self.init(user.text, "\(kind) \(number)")
  }

  /// The report of a file, or its bytes.
  static func failed(_ sha256: String, isReport: Bool) -> RowContext {
    RowContext(sha256, isReport ? "report" : "file")
  }

  /// The report of an unreadable file.
  static let stranded = RowContext("stranded", "report")

  /// A file of a job.
  static func jobFile(_ name: String, of session: String) -> RowContext {
    RowContext(session, "job/\(name)")
  }

  /// The history of a session in another store.
  static func history(_ session: SessionID) -> RowContext { RowContext(session.text, "history") }
}

extension StoreTransaction {
  func sealed(_ bytes: [UInt8], as place: RowContext) throws -> [UInt8] {
    guard let sealing = form.sealing else { return bytes }
    return try sealing.seal(bytes, of: place.owner, place.name)
  }

  /// Encrypted bytes as a parameter of a statement.
  func value(_ bytes: [UInt8], as place: RowContext) throws -> SQLValue {
    .bytes(try sealed(bytes, as: place))
  }

  func opened(_ bytes: [UInt8], as place: RowContext) throws -> [UInt8] {
    guard let sealing = form.sealing else { return bytes }
    // Another program may have changed the key since.
    if !sealing.hasKey(of: bytes), let keys = try keys() { try sealing.follow(keys) }
    return try sealing.open(bytes, of: place.owner, place.name)
  }

  /// Reads a row. Returns nil if the row is damaged.
  @discardableResult
  func unlessDamaged<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error as StoreError where error.isDamage {
      return nil
    }
  }

  func column(_ text: String?, _ use: StoreSecrets.SearchedColumn) -> SQLValue {
    .listed(text.map { form.names.column($0, use) })
  }

  /// The encrypted keys of the store. Nil in a plain store.
  /// - Parameter isChanging: Whether the transaction locks the row.
  func keys(isChanging: Bool = false) throws -> [UInt8]? {
    let found = try run(
      "select keys from store where tenant = $1 and keys is not null"
        + (isChanging ? dialect.forUpdate : ""))
    return try found.first?.bytes(0)
  }
}

extension StoreError {
  /// Whether one value is damaged. Other values may be readable.
  package var isDamage: Bool {
    switch self {
    case .damaged, .newerSchema: true
    default: false
    }
  }
}

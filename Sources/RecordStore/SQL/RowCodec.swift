// The content of rows: plain, or encrypted with keys that only the programs have.

internal import VoiceTypes

/// Encrypts and decrypts rows.
struct RowCodec: Sendable {
  /// Hashes of people and recordings.
  let names: StoreSecrets

  /// The encryption. Nil in a plain store.
  var sealing: RowSealing?

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

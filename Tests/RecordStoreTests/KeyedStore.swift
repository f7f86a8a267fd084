// An encrypted store with values of every kind, and keys to change.

import TestSupport
import VoiceTypes

@testable import RecordStore

/// An encrypted store in a folder, and programs with their own keys.
struct KeyedStore: Sendable {
  /// The key of a new store.
  static let old = key("old", 7)
  static let new = key("new", 8)

  let scratch: Scratch
  let root: String
  private let clock = FixedClock()
  private let files = POSIXFileSystem()

  static func key(_ name: String, _ byte: UInt8) -> StoreKey {
    guard let key = StoreKey([UInt8](repeating: byte, count: 32), named: name) else {
      preconditionFailure("a key has 32 bytes")
    }
    return key
  }

  static func keys(_ keys: [StoreKey]) -> StoreKeys {
    StoreKeys(first: keys[0], others: Array(keys.dropFirst()))
  }

  init() throws {
    scratch = try Scratch()
    root = scratch.store
    try files.makeFolder(root)
    let store = try open(.writing, [Self.old])
    for number in 1...2 { try SessionLife("", .encrypted, number: number).live(in: store) }
    try store.session(SessionLife("", number: 3).id).record(StateRecord(.claimed))
    let user = store.userHash(of: "anna")
    let first = try store.save(["mean": 1], for: user, inPlaceOf: nil, reason: "first")
    _ = try store.save(["mean": 2], for: user, inPlaceOf: first, reason: "second")
    try store.save(TestPerson.person("anna"), for: user, reason: "first")
    try store.raise([TestPerson.alert], by: SessionLife("", number: 1).id, for: user)
    try store.save(["step": "consent"], as: .journey, of: user)
    let fault = StateFault("c", message: "Größe", advice: "a")
    for session in [nil, SessionLife("", number: 1).id] {
      try store.quarantine(scratch.failed([1, 2, session == nil ? 3 : 4], of: session))
    }
    try store.reportStranded("/in/left.wav", named: "left.wav", for: fault)
  }

  /// A copy of a store.
  init(copyOf other: KeyedStore) throws {
    scratch = try Scratch()
    root = scratch.store
    _ = try StoreBackup(of: other.root, to: root).make()
  }

  /// A store in another folder of the same test.
  init(at root: String, of other: KeyedStore) { (scratch, self.root) = (other.scratch, root) }

  func open(
    _ access: StoreAccess, _ keys: [StoreKey], _ files: any FileSystem = POSIXFileSystem(),
    outages: StoreOutages.Plan = .none
  ) throws -> RecordStore {
    let database = OutageDatabase(
      try SQLiteDatabase(at: StoreFolder.database(in: root), for: access, files: files))
    database.plan = outages
    var options = StoreOptions(access, actor: "test", clock: clock, fileSystem: files)
    (options.database, options.keys) = (database, Self.keys(keys))
    return try RecordStore(at: root, options)
  }

  /// Opens the store with a new key before the old one and re-encrypts it.
  @discardableResult
  func rekey(_ files: any FileSystem = POSIXFileSystem()) throws -> RekeyReport {
    try open(.writing, [Self.new, Self.old], files).rekey()
  }

  /// The findings of a verification.
  func findings(_ keys: [StoreKey] = [new]) throws -> [Finding] {
    try open(.reading, keys).verify().findings
  }

  /// The decrypted values by their places.
  func contents(_ keys: [StoreKey]) throws -> [String: [UInt8]] {
    try open(.reading, keys).decrypted()
  }

  /// The encrypted values by column, with audio files.
  func encrypted() throws -> [String: [[UInt8]]] {
    let store = try open(.reading, [Self.new, Self.old])
    let columns = [
      "kept_session": ["header", "state"], "kept_document": ["bytes"], "kept_version": ["bytes"],
      "kept_person_document": ["bytes"], "failed_file": ["bytes", "report"],
      "stranded_file": ["report"],
    ]
    var found: [String: [[UInt8]]] = [:]
    for (table, names) in columns {
      for name in names {
        found["\(table).\(name)"] = try store.read { rows in
          try rows.run("select \(name) from \(table) where tenant = $1 and length(\(name)) > 0")
            .map { try $0.bytes(0) }
        }
      }
    }
    let sessions = try store.sessions(toSync: nil)
    found["audio"] = try sessions.compactMap { try store.audioFile(of: $0) }
      .map { try files.read($0) }
    return found
  }

  /// The names of the keys of all encrypted values.
  func keyNames() throws -> [String] {
    try encrypted().values.joined().map { SealedHead(of: $0)?.key ?? "none" }
  }
}

extension RecordStore {
  /// The decrypted values by their places.
  func decrypted() throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for id in try sessions(toSync: nil) {
      for document in SessionDocument.allCases {
        found["\(id.text)/\(document.name)"] = try session(id).read(document)
      }
    }
    for user in try people() {
      found["\(user.text), person"] = try person(for: user).map { StoredJSON.bytes($0) }
      found["\(user.text), baselines"] = try baselines(for: user)
        .flatMap { StoredJSON.bytes($0) }
      for document in PersonDocument.allCases {
        found["\(user.text)/\(document)"] = try read(document, of: user)?.fileBytes
      }
    }
    for (report, bytes) in try failures() {
      found["failed/\(report.name) \(report.sha256)"] = StoredJSON.bytes(report) + bytes
    }
    for report in try strandedReports() {
      found["stranded/\(report.name)"] = StoredJSON.bytes(report)
    }
    return found
  }
}

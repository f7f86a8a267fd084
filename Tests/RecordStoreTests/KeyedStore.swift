// A store with something of everything that is encrypted, and keys to change.

import Foundation
import TestSupport
import VoiceTypes

@testable import RecordStore

/// Who made an encrypted store.
enum KeyedKind: CaseIterable, Sendable {
  /// Version 0.11.0, whose one key is the secret of the store.
  case stored
  /// This version.
  case made
}

/// An encrypted store of one test, and the programs that open it with keys of theirs.
struct KeyedStore: Sendable {
  /// The key that the stores are made with, under the name that key files give it.
  static let old = key("old", 7)
  static let new = key("new", 8)

  let scratch: Scratch
  let kind: KeyedKind
  private let clock = FixedClock()
  private let files = POSIXFileSystem()

  let root: String

  static func key(_ name: String, _ byte: UInt8) -> StoreKey {
    guard let key = StoreKey([UInt8](repeating: byte, count: 32), named: name) else {
      preconditionFailure("a key has 32 bytes")
    }
    return key
  }

  static func keys(_ keys: [StoreKey]) -> StoreKeys {
    StoreKeys(first: keys[0], others: Array(keys.dropFirst()))
  }

  init(_ kind: KeyedKind) throws {
    scratch = try Scratch()
    root = scratch.store
    self.kind = kind
    if kind == .stored {
      let source = Repository.fixtures.appendingPathComponent("stores/sealed-1")
      try FileManager.default.copyItem(atPath: source.path, toPath: scratch.store)
      try StoredModes.set(in: scratch.store)
    }
    let store = try open(.writing, [Self.old])
    for number in 1...2 {
      try SessionLife(root, .encrypted, number: number).live(in: store)
    }
    // Of this one nothing is encrypted but its row in the index.
    try store.session(SessionLife(root, number: 3).id).record(StateRecord(.claimed))
    let user = store.userHash(of: "anna")
    try store.keep(["mean": 1], for: user, reason: "first")
    try store.keep(["mean": 2], for: user, reason: "second")
    try store.keep(Told.person("anna"), for: user, reason: "first")
    try store.raise([Told.alert], by: SessionLife(root, number: 1).id, for: user)
    try store.keepJourney(["step": "consent"], for: user)
    let fault = StateFault("c", message: "Größe", advice: "a")
    for session in [nil, SessionLife(root, number: 1).id] {
      let source = "\(scratch.path)/x.wav"
      try files.create(source, [1, 2, session == nil ? 3 : 4])
      try store.keepFailed(
        FailedFile(source: source, name: "x.wav", fault: fault, session: session))
    }
    try store.reportLeft("/in/left.wav", named: "left.wav", for: fault)
  }

  /// A copy of a store, to try something on.
  init(copyOf other: KeyedStore) throws {
    scratch = try Scratch()
    root = scratch.store
    kind = other.kind
    try FileManager.default.copyItem(atPath: other.root, toPath: root)
  }

  /// A store in another folder of the same test.
  init(at root: String, of other: KeyedStore) {
    (scratch, kind) = (other.scratch, other.kind)
    self.root = root
  }

  func open(
    _ access: StoreAccess, _ keys: [StoreKey], _ fileSystem: any FileSystem = POSIXFileSystem()
  ) throws(StoreError) -> RecordStore {
    var options = StoreOptions(access, actor: "test", clock: clock, fileSystem: fileSystem)
    options.keys = Self.keys(keys)
    return try RecordStore(at: root, options)
  }

  /// Opens the store with a new key before the old one and re-encrypts it.
  @discardableResult
  func rekey(_ fileSystem: any FileSystem = POSIXFileSystem()) throws(StoreError) -> RekeyReport {
    try open(.writing, [Self.new, Self.old], fileSystem).rekey()
  }

  /// What verifying finds, with the new key alone.
  func findings(_ keys: [StoreKey] = [new]) throws(StoreError) -> [Finding] {
    try open(.reading, keys).verify().findings
  }

  /// Everything that is encrypted, in the clear, by where it lies.
  func contents(_ keys: [StoreKey]) throws(StoreError) -> [String: [UInt8]] {
    let store = try open(.reading, keys)
    var found: [String: [UInt8]] = [:]
    for session in try store.sessionIDs() {
      for document in SessionDocument.allCases {
        found["\(session.text)/\(document.name)"] = try store.read(document, of: session)
      }
    }
    for name in try store.baselineNames() + store.peopleNames() {
      let bytes = try store.disk.readIfPresent(store.layout.path(of: name)) ?? []
      found[name] = try store.opened(bytes, of: SealedPlace(owner: "store", name: name))
    }
    for report in try store.failureReports() {
      found["failed/\(report.name) \(report.sha256)"] = try store.failedBytes(report)
    }
    for report in try store.failedListing().reports {
      found["report \(report.reportFile)"] = Array("\(report.name) \(report.fault.message)".utf8)
    }
    for row in try store.sessions(SessionQuery()) {
      let shown = "\(row.name ?? "") \(row.recordedAt ?? "") \(row.context ?? "")"
      found["row \(row.id.text)"] = Array(shown.utf8)
    }
    return found
  }

  /// All files but the index and what is on its way.
  func documents() throws -> [String: [UInt8]] {
    try tree().filter { path, _ in
      !path.hasPrefix("/staging/") && !path.hasPrefix("/index.sqlite")
    }
  }

  /// The bytes of all files by their paths.
  func tree(_ folder: String = "") throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in try files.list(root + folder) {
      let path = "\(folder)/\(name)"
      if try files.facts(of: root + path)?.kind == .folder {
        found.merge(try tree(path)) { $1 }
      } else {
        found[path] = try files.read(root + path)
      }
    }
    return found
  }
}

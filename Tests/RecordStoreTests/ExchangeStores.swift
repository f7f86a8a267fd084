// Stores in memory to exchange sessions between, and exports in a folder.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// The stores of a test, and the folder of its exports.
final class ExchangeStores {
  let scratch: Scratch
  let files = POSIXFileSystem()
  let clock = FixedClock()

  init() throws { scratch = try Scratch() }

  /// The path of a file in the folder of the test.
  func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  func empty(
    _ kind: StoreKind = .open, on database: (any SQLDatabase)? = nil,
    _ fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> RecordStore {
    try RecordStore(
      database ?? SQLiteDatabase(), tenant: "a", keys: kind.key, login: "test", clock: clock,
      files: fileSystem)
  }

  /// A store with a session per person.
  func store(
    _ kind: StoreKind = .open, people: [String?] = ["anna@example.org", nil],
    _ fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> (RecordStore, [SessionLife]) {
    let store = try empty(kind, fileSystem)
    var lives: [SessionLife] = []
    for (index, person) in people.enumerated() {
      var life = SessionLife("", kind, number: index + 1)
      life.userID = person
      try life.live(in: store)
      lives.append(life)
    }
    return (store, lives)
  }

  /// Exports all sessions of a store.
  @discardableResult
  func export(
    _ store: RecordStore, to name: String, _ people: ExportedBaselines = .none,
    form: ExportForm = .complete
  ) throws -> ExportReport {
    var request = ExportRequest(
      of: try store.sessions(toSync: nil), to: path(name), version: "0.5.0")
    (request.baselines, request.form) = (people, form)
    return try store.export(request)
  }

  @discardableResult
  func imported(_ name: String, into store: RecordStore) throws -> ImportReport {
    try store.importSessions(from: path(name))
  }

  /// Imports an export into empty stores whose database fails at each call, and then once more.
  func interruptImport(
    of name: String, into kind: StoreKind = .open,
    _ check: (RecordStore, ImportReport, _ before: [SessionID], Comment) throws -> Void
  ) throws -> Int {
    var call = 0
    while true {
      call += 1
      let database = OutageDatabase(try SQLiteDatabase())
      let store = try empty(kind, on: database)
      database.plan = .away(from: database.calls + call, calls: nil, .beforeTheCall)
      _ = try? imported(name, into: store)
      database.plan = .none
      guard database.wasAway else { return call - 1 }

      let before = try store.sessions(toSync: nil)
      let report = try imported(name, into: store)
      try check(store, report, before, "call \(call)")
      #expect(try store.check() == [], "call \(call)")
    }
  }

  /// Calls `body` with each file of an export below a folder with one byte changed, every `stride` bytes.
  func changeBytes(
    of name: String, below folder: String, every stride: Int = 1,
    _ body: (_ place: String) throws -> Void
  ) throws {
    for (file, bytes) in try tree(name) where file.hasPrefix(folder) {
      let path = path("\(name)/\(file)")
      for index in Swift.stride(from: 0, to: bytes.count, by: stride) {
        var changed = bytes
        changed[index] ^= 1
        try files.removeFile(path)
        try files.create(path, changed)
        try body("\(file), byte \(index)")
      }
      try files.removeFile(path)
      try files.create(path, bytes)
    }
  }

  /// Writes an export as a ZIP file with a changed text in one of its files, and a manifest that matches.
  func forge(
    _ name: String, as zipped: String, file isOne: (String) -> Bool, _ old: String, to new: String
  ) throws {
    var contents = try tree(name)
    let found = contents.keys.first(where: isOne)
    let path = try #require(found)
    let bytes = try #require(contents[path])
    let forged = Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
    #expect(forged != bytes)
    let list = String(decoding: try #require(contents["export.json"]), as: UTF8.self)
    contents[path] = forged
    contents["export.json"] = Array(
      list.replacing(StoreSecrets.sha256(of: bytes), with: StoreSecrets.sha256(of: forged))
        .replacing("\"size_bytes\": \(bytes.count)\n", with: "\"size_bytes\": \(forged.count)\n")
        .utf8)
    try zip(zipped, contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// The bytes of all files below a folder by their paths.
  func tree(_ name: String) throws -> [String: [UInt8]] { try Scratch.tree(path(name)) }

  /// A ZIP file of these files.
  func zip(_ name: String, _ contents: [(String, [UInt8])]) throws {
    let writer = try ZIPWriter(at: Array(path(name).utf8))
    for (name, bytes) in contents { try writer.add(bytes, as: name) }
    try writer.finish()
  }
}

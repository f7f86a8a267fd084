// Stores to exchange sessions between, and what lies in a folder.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// Folders of one test: stores and exports.
final class ExchangeStores {
  let scratch: Scratch
  let files = POSIXFileSystem()

  init() throws { scratch = try Scratch() }

  /// The path of something in the folder of the test.
  func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// A store with a session per person.
  func store(
    _ name: String, _ kind: StoreKind = .open, people: [String?] = ["anna@example.org", nil]
  ) throws -> [SessionLife] {
    var lives: [SessionLife] = []
    for (index, person) in people.enumerated() {
      var life = SessionLife(path(name), kind, number: index + 1)
      life.userID = person
      try life.live(in: life.open())
      lives.append(life)
    }
    return lives
  }

  /// A store that has nothing in it.
  func empty(
    _ name: String, _ kind: StoreKind = .open, _ fileSystem: any FileSystem = POSIXFileSystem()
  ) throws(StoreError) -> RecordStore {
    var life = SessionLife(path(name), kind)
    life.fileSystem = fileSystem
    return try life.open()
  }

  /// Exports all sessions of a store.
  @discardableResult
  func export(
    _ life: SessionLife, to name: String, _ form: ExportForm = .complete
  ) throws -> ExportReport {
    let store = try life.open(life.kind == .encrypted ? .writing : .reading)
    var request = ExportRequest(of: try store.sessionIDs(), to: path(name), version: "0.5.0")
    request.form = form
    return try store.export(request)
  }

  /// Exports all sessions of a store by its name, with what is kept of people.
  @discardableResult
  func export(
    _ from: String, _ kind: StoreKind = .open, to name: String, _ people: ExportedBaselines = .all,
    form: ExportForm = .complete
  ) throws -> ExportReport {
    let store = try SessionLife(path(from), kind).open(kind == .encrypted ? .writing : .reading)
    var request = ExportRequest(of: try store.sessionIDs(), to: path(name), version: "0.5.0")
    (request.baselines, request.form) = (people, form)
    return try store.export(request)
  }

  @discardableResult
  func imported(_ name: String, into store: RecordStore) throws -> ImportReport {
    try store.importSessions(from: path(name))
  }

  /// Imports an export into an empty store that dies at a step.
  func interrupt(
    importOf name: String, into store: String, _ faulty: FaultyFileSystem, at step: Int
  ) throws {
    let other = try empty(store, .open, faulty)
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? imported(name, into: other)
  }

  /// Calls `body` with each change of one byte of the files of an export below a folder, or of each `stride`th
  /// byte; after it all is as it was.
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

  /// Writes an export anew as a ZIP file, with a text in one of its files changed and the list of files to fit:
  /// what somebody does who knows how exports are made.
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
  func tree(_ name: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for child in try files.list(path(name)) {
      let facts = try files.facts(of: path("\(name)/\(child)"))
      if facts?.kind == .folder {
        for (rest, bytes) in try tree("\(name)/\(child)") { found["\(child)/\(rest)"] = bytes }
      } else {
        found[child] = try files.read(path("\(name)/\(child)"))
      }
    }
    return found
  }

  /// A ZIP file of these files.
  func zip(_ name: String, _ contents: [(String, [UInt8])]) throws {
    let writer = try ZIPWriter(at: Array(path(name).utf8))
    for (name, bytes) in contents { try writer.add(bytes, as: name) }
    try writer.finish()
  }
}

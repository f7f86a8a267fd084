// Stores to exchange sessions between, and what lies in a folder.

import TestSupport
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

// Imports of changed and forged exports.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct UnsafeImportTests {
  private let stores: ExchangeStores
  private let source: RecordStore
  private let life: SessionLife

  init() throws {
    stores = try ExchangeStores()
    let (store, lives) = try stores.store(people: ["anna"])
    (source, life) = (store, lives[0])
    try stores.export(source, to: "out")
  }

  /// The files of a good export, in order.
  private func good() throws -> [(String, [UInt8])] {
    try stores.tree("out").sorted { $0.key < $1.key }
  }

  private func imported(_ name: String) throws -> ImportReport {
    try stores.imported(name, into: stores.empty())
  }

  /// Expects that an export is refused and that the store stays empty.
  private func expectRefused(_ name: String, _ word: String) throws {
    let store = try stores.empty()
    let error = #expect(throws: ExchangeError.self) { try stores.imported(name, into: store) }
    #expect(error?.description.contains(word) ?? false, "\(String(describing: error))")
    #expect(try store.sessions(toSync: nil) == [])
  }

  @Test func `files of a ZIP in another order are imported`() throws {
    try stores.zip("x.zip", try good().reversed())

    #expect(try imported("x.zip").imported == [life.id])
  }

  @Test func `a change of any byte of a ZIP is found or changes nothing`() throws {
    try stores.export(source, to: "x.zip")
    let bytes = try stores.files.read(stores.path("x.zip"))
    var found = 0
    let indices = Array(stride(from: 0, to: bytes.count, by: 7))
    for index in indices {
      var changed = bytes
      changed[index] ^= 1
      let name = "\(index).zip"
      try stores.files.create(stores.path(name), changed)
      let store = try stores.empty()
      if (try? stores.imported(name, into: store)) == nil {
        found += 1
        #expect(try store.sessions(toSync: nil) == [], "byte \(index)")
      } else {
        #expect(try store.session(life.id).read(.computed) == life.computed, "byte \(index)")
        #expect(try store.session(life.id).read(.audio) == life.audio, "byte \(index)")
      }
    }
    print("tampering: \(found) of \(indices.count) flipped bytes of a ZIP refused")
    #expect(found > indices.count * 8 / 10)
  }

  @Test func `a change of any byte of a folder is found`() throws {
    for (name, bytes) in try good() {
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
        var changed = bytes
        changed[index] ^= 1
        let path = stores.path("out/\(name)")
        try stores.files.removeFile(path)
        try stores.files.create(path, changed)
        // The version in the manifest, and its spaces, have no effect.
        if name != ExportManifest.name || (try? imported("out")) == nil {
          #expect(throws: ExchangeError.self, "\(name), byte \(index)") { try imported("out") }
        }
        try stores.files.removeFile(path)
        try stores.files.create(path, bytes)
      }
    }
    #expect(try imported("out").imported == [life.id])
  }

  @Test func `a document that is changed with the manifest is found by the history`() throws {
    try stores.forge(
      "out", as: "x.zip", file: { $0.hasSuffix("/answers.json") }, #""age":34"#, to: #""age":35"#)

    try expectRefused("x.zip", "differs from the audit log")
  }

  @Test(
    arguments: [
      "../evil.json", "/tmp/evil.json", "sessions/../../evil.json", "sessions/./x",
      "sessions/AAAAAAAA-bbbb-4ccc-8ddd-000000000001/header.json", "x\\..\\y", "export.json/",
      "sessions/aaaaaaaa-bbbb-4ccc-8ddd-000000000001/artifacts/../../../x", "other.txt",
    ])
  func `a file name that no export has is refused`(name: String) throws {
    try stores.zip("x.zip", try good() + [(name, [1, 2, 3])])
    let before = try stores.files.list(stores.scratch.path)

    try expectRefused("x.zip", "x.zip")

    #expect(try stores.files.list(stores.scratch.path) == before)
  }

  @Test func `a manifest with another path is refused`() throws {
    var files = try good()
    let list = try #require(files.firstIndex { $0.0 == ExportManifest.name })
    files[list].1 = Array(
      String(decoding: files[list].1, as: UTF8.self)
        .replacing("\"answers.json\"", with: "\"../../../x\"").utf8)
    try stores.zip("x.zip", files)

    try expectRefused("x.zip", "invalid or repeated path")
  }

  @Test func `a link is refused`() throws {
    let path = stores.path("out/sessions/\(life.id.text)/answers.json")
    try stores.files.removeFile(path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")

    try expectRefused("out", "link")
  }

  @Test func `missing and repeated files are reported`() throws {
    try stores.zip("x.zip", try good().filter { !$0.0.hasSuffix("quick.json") })
    try expectRefused("x.zip", "quick.json")
    try stores.zip("y.zip", try good() + good())

    try expectRefused("y.zip", "twice")
  }

  @Test func `an export beyond the limits is refused`() throws {
    var limits = ImportLimits()
    limits.documentBytes = 1999
    let store = try stores.empty()

    #expect(throws: ExchangeError.self) {
      try store.importSessions(from: stores.path("out"), limits)
    }
    limits = ImportLimits()
    limits.totalBytes = 2001
    #expect(throws: ExchangeError.self) {
      try store.importSessions(from: stores.path("out"), limits)
    }
    #expect(try store.sessions(toSync: nil) == [])
  }

  @Test func `scattered files beyond the limit of memory are refused`() throws {
    try stores.export(stores.store(people: ["anna", "ben"]).0, to: "two")
    let files = try stores.tree("two").sorted { $0.key < $1.key }
    try stores.zip("ordered.zip", files)
    // All first files, then all second ones: every session waits for its last.
    try stores.zip("mixed.zip", files.sorted { $0.key.suffix(12) < $1.key.suffix(12) })
    var limits = ImportLimits()
    limits.heldBytes = 60_000

    let store = try stores.empty()
    let error = #expect(throws: ExchangeError.self) {
      try store.importSessions(from: stores.path("mixed.zip"), limits)
    }

    #expect(error?.description.contains("in sequence") ?? false)
    #expect(try store.sessions(toSync: nil) == [])
    #expect(try store.importSessions(from: stores.path("ordered.zip"), limits).imported.count == 2)
  }

  @Test func `a file is read to its limit only`() throws {
    try stores.zip("x.zip", [("bomb", [UInt8](repeating: 0, count: 50_000_000))])
    let reader = try ZIPReader(at: Array(stores.path("x.zip").utf8))
    _ = try reader.next()

    #expect(try reader.read(limit: 1000).count == 1001)
  }

  @Test func `a file or folder that is no export is refused`() throws {
    try stores.files.create(stores.path("x.zip"), Array("no ZIP at all".utf8))
    try expectRefused("x.zip", "the ZIP file cannot be read")
    try stores.files.makeFolder(stores.path("empty"))
    try expectRefused("empty", "export.json")

    let error = #expect(throws: ExchangeError.self) { try imported("nowhere") }
    #expect(
      error
        == .input(
          path: stores.path("nowhere"), problem: "the folder or file does not exist; check the path"
        ))
  }
}

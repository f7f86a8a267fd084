// Links, modes and lost logs: what somebody with a shell can do to a store.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class LinkTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let life: SessionLife

  init() throws {
    scratch = try Scratch()
    life = SessionLife(scratch.store)
    try life.live(in: life.open())
    try SessionLife(scratch.store, number: 2).live(in: life.open())
  }

  private func path(_ name: String) -> String {
    "\(scratch.store)/" + name.replacing("ID", with: life.id.text)
  }

  /// Puts a link in the place of a file or a folder, which lies elsewhere from then on.
  private func link(_ name: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: "\(scratch.path)/away")
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: "\(scratch.path)/away")
  }

  private func findings() throws -> [Finding] { try life.open(.reading).verify().findings }

  // MARK: - Links

  @Test(arguments: [
    "sessions", "failed", "tombstones", "sessions/ID", "sessions/ID/header.json",
    "sessions/ID/artifacts", "sessions/ID/audit.log",
  ])
  func `a link in the place of a file or a folder is found`(name: String) throws {
    try link(name)

    let found = try findings()

    #expect(found.contains { $0.kind == .tampered && $0.problem.contains("symbolic link") })
    #expect(found.allSatisfy { $0.kind == .tampered || $0.kind == .index }, "\(found)")
    #expect(found.count { $0.kind == .tampered } == 1, "\(found)")
  }

  @Test func `a session that is a link is neither read nor written`() throws {
    try link("sessions/ID")

    #expect(throws: StoreError.self) { try life.open(.reading).existingSession(life.id)?.header() }
    #expect(throws: StoreError.self) {
      try life.open().session(life.id).record(StateRecord(.failed))
    }
  }

  @Test func `a purge of a session that is a link leaves what it leads to`() throws {
    let store = try life.open()
    try link("sessions/ID")

    _ = try? store.purge(.sessions([life.id]), reason: "r", .forGood)

    #expect(try files.list("\(scratch.path)/away").count > 4)
  }

  @Test(arguments: ["sessions", "staging", "audit.log"])
  func `nothing is written through a link`(name: String) throws {
    try link(name)

    let error = #expect(throws: StoreError.self) { try life.open() }

    #expect(error?.description.contains("symbolic link") ?? false, "\(String(describing: error))")
  }

  // MARK: - Modes

  @Test(
    arguments: [
      ("audit.log", 0o644), ("sessions/ID/header.json", 0o660), ("sessions/ID", 0o755),
      ("append.lock", 0o666), ("index.sqlite", 0o604), (".", 0o711), ("store.json", 0o700),
    ] as [(String, Int)])
  func `what others may get at is found`(name: String, mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))

    let found = try findings()

    // SQLite gives the mode of the index to what it keeps beside it.
    #expect(Set(found.map(\.kind)) == [.permissions])
    #expect(found.first?.advice.contains("chmod") ?? false)
  }

  @Test func `a copy that nobody may write to is good`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400], ofItemAtPath: path("sessions/ID/header.json"))

    #expect(try findings() == [])
  }

  // MARK: - The log of the store

  @Test(arguments: ["", "{\"torn"])
  func `a log that was emptied is not begun anew beside sessions`(left: String) throws {
    try files.truncate(path("audit.log"), to: 0)
    try files.append(Array(left.utf8), to: path("audit.log"))

    let error = #expect(throws: StoreError.self) { try life.open() }

    #expect(error?.description.contains("backup") ?? false)
    #expect(try files.read(path("audit.log")) == Array(left.utf8))
    let found = try findings()
    #expect(found.contains { $0.kind == .tampered && $0.problem.contains("the log is empty") })
  }

  @Test func `a log that is missing is not begun anew beside a tombstone`() throws {
    _ = try life.open().purge(.all, reason: "r", .forGood)
    try files.removeFile(path("audit.log"))

    #expect(throws: StoreError.self) { try life.open() }
    #expect(try files.facts(of: path("audit.log")) == nil)
  }

  @Test func `a log that is emptied under a running program is not begun anew`() throws {
    let session = try life.open().session(life.id)
    try session.record(StateRecord(.failed))
    try files.truncate(path("audit.log"), to: 0)

    #expect(throws: StoreError.self) { try session.record(StateRecord(.filed)) }
    #expect(try files.read(path("audit.log")) == [])
  }

  // MARK: - Tombstones

  @Test(arguments: ["", "{}"])
  func `a tombstone that the log does not name takes nothing away`(text: String) throws {
    let tombstone = path("tombstones/ID.json")
    try files.create(tombstone, Array(text.utf8))

    let store = try life.open()

    #expect(try store.existingSession(life.id)?.read(.audio) == life.audio)
    #expect(try store.wasPurged(life.id) == false)
    try store.session(life.id).record(StateRecord(.failed))
    let found = try findings()
    #expect(found.map(\.kind) == [.tampered])
    #expect(found.map(\.file) == ["tombstones/\(life.id.text).json"])
  }

  @Test func `a session behind a tombstone that was put there is verified all the same`() throws {
    try files.create(path("tombstones/ID.json"), [])
    try files.removeFile(path("sessions/ID/quick.json"))

    #expect(try findings().contains { $0.session == life.id && $0.file == "quick.json" })
  }
}

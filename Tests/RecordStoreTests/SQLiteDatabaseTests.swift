// SQLite as the database of a store: transactions, locks, the schema, verification and deletion.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SQLiteDatabaseTests {
  private struct Failure: Error {}

  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = "\(scratch.path)/store.sqlite"
  }

  private func database(_ access: StoreAccess = .writing) throws -> SQLiteDatabase {
    try SQLiteDatabase(at: path, for: access)
  }

  private func store(_ access: StoreAccess = .writing) throws -> RecordStore {
    try RecordStore(try database(access), tenant: "a", access: access, clock: FixedClock())
  }

  /// A store with a session of a person, whose answers contain `marker`.
  private func filled(marker: String) throws -> (RecordStore, SessionID) {
    let (store, id) = (try store(), SessionLife("", number: 1).id)
    var header = SessionHeader(
      recording: SessionLife("", number: 1).recording,
      settingsSHA256: String(repeating: "5", count: 64), version: "1")
    header.user = store.userHash(of: "anna")
    try store.session(id).commit(
      SessionChange(
        "claimed", header: header, state: StateRecord(.filed),
        documents: [.answers: Array(marker.utf8), .computed: Array("{}".utf8)]))
    return (store, id)
  }

  /// The bytes of the file and its write-ahead log.
  private func bytes() throws -> Data {
    try ["", "-wal"].reduce(into: Data()) { all, suffix in
      guard FileManager.default.fileExists(atPath: path + suffix) else { return }
      all += try Data(contentsOf: URL(fileURLWithPath: path + suffix))
    }
  }

  @Test func `a new file has mode 0600, and so has its log`() throws {
    let (store, _) = try filled(marker: "{}")
    defer { withExtendedLifetime(store) {} }

    for name in [path, path + "-wal"] {
      let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a transaction that throws changes nothing`() throws {
    let (store, id) = try filled(marker: "{}")

    #expect(throws: StoreError.self) {
      try store.write { rows in
        try rows.purge([id], reason: "r")
        throw Failure()
      }
    }

    #expect(try store.holds(id) && store.check() == [])
  }

  @Test func `a store that is open for reading refuses changes`() throws {
    let (_, id) = try filled(marker: "{}")
    let reader = try store(.reading)

    #expect(try reader.holds(id))
    #expect(throws: StoreError.readOnly) {
      try reader.purge(.sessions([id]), reason: "r", .forGood)
    }
    #expect(throws: StoreError.self) {
      try reader.read { rows in _ = try rows.run("delete from kept_session where tenant = $1") }
    }
  }

  @Test func `opening a missing store for reading fails and creates no file`() throws {
    #expect(throws: StoreError.self) { try store(.reading) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a lock excludes other openings of the file until its release`() throws {
    let (first, second) = (try store(), try store())
    let lock = try #require(try first.lockForWatching())

    #expect(try second.lockForWatching() == nil)
    lock.release()
    #expect(try second.lockForWatching() != nil)
  }

  @Test(arguments: [
    "update kept_line set action = 'x' where number = 1 and tenant = $1",
    "delete from kept_line where number = 1 and tenant = $1",
    "update kept_document set bytes = x'00' where name = 'computed' and tenant = $1",
    "update kept_document set content_sha = 'x' where tenant = $1",
    "update kept_session set header = x'00' where tenant = $1",
    "insert into purged (tenant, session) select $1, id from kept_session",
  ])
  func `verification reports a changed row of a session`(change: String) throws {
    let (store, id) = try filled(marker: "{}")
    try store.session(id).commit(SessionChange("state", state: StateRecord(.claimed)))
    #expect(try store.check() == [])

    try store.write { rows in _ = try rows.run(change) }

    #expect(try store.check().contains { $0.hasPrefix(id.text) })
  }

  @Test func `verification reports a changed line of the tenant`() throws {
    let (store, id) = try filled(marker: "{}")
    _ = try store.purge(.sessions([id]), reason: "r", .forGood)
    #expect(try store.check() == [])

    try store.write { rows in
      _ = try rows.run("update tenant_line set action = 'x' where tenant = $1")
    }

    #expect(try store.check().contains { $0.hasPrefix("history: ") })
  }

  @Test func `erasure leaves no byte of a document in the file or its log`() throws {
    let marker = "MARKER-\(String(repeating: "m", count: 6000))"
    let (store, _) = try filled(marker: marker)
    #expect(try bytes().range(of: Data("MARKER-".utf8)) != nil)

    try store.eraseAll(of: "anna", reason: "r")

    #expect(try bytes().range(of: Data("MARKER-".utf8)) == nil)
    #expect(try bytes().range(of: Data(repeating: UInt8(ascii: "m"), count: 64)) == nil)
  }

  @Test func `a file of a later version is refused`() throws {
    _ = try filled(marker: "{}")
    let later = try store()
    try later.write { rows in
      _ = try rows.run("insert into grdb_migrations (identifier) select 'later' where $1 <> ''")
    }

    #expect(throws: StoreError.self) { try store() }
  }

  @Test func `two connections see each other's commits`() throws {
    let (first, id) = try filled(marker: "{}")
    let second = try store()

    try second.session(id).commit(SessionChange("state", state: StateRecord(.claimed)))

    #expect(try first.session(id).state()?.state == .claimed)
    #expect(try first.actions(of: id) == ["claimed", "state"] && first.check() == [])
  }
}

// SQLite as the database of a store: transactions, access and locks.

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

  private func store(_ access: StoreAccess = .writing) throws -> RecordStore {
    try RecordStore(
      try SQLiteDatabase(at: path, for: access), tenant: "a", access: access, clock: FixedClock())
  }

  private func filled() throws -> (RecordStore, SessionID) {
    let (store, life) = (try store(), SessionLife(""))
    try life.live(in: store)
    return (store, life.id)
  }

  @Test func `a transaction that throws changes nothing`() throws {
    let (store, id) = try filled()

    #expect(throws: StoreError.self) {
      try store.write { rows in
        try rows.purge([id], reason: "r")
        throw Failure()
      }
    }

    #expect(try store.holds(id) && store.check() == [])
  }

  @Test func `a store that is open for reading refuses changes`() throws {
    let (_, id) = try filled()
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
    #expect(try POSIXFileSystem().facts(of: path) == nil)
  }

  @Test func `a lock excludes other openings of the file until its release`() throws {
    let (first, second) = (try store(), try store())
    let lock = try #require(try first.lockForWatching())

    #expect(try second.lockForWatching() == nil)
    lock.release()
    #expect(try second.lockForWatching() != nil)
  }
}

// The transactions of frequent calls. Each one waits for the disk once.

import Platform
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct CostTests {
  private func transactions(_ made: MemoryStore, _ body: (RecordStore) throws -> Void) throws -> Int
  {
    let before = made.database.calls
    try body(made.store)
    return made.database.calls - before
  }

  private func filled(_ count: Int) throws -> MemoryStore {
    let made = try MemoryStore(clock: FixedClock())
    for number in 1...count {
      let life = SessionLife("", number: number)
      try made.store.session(life.id).commit(life.changes(in: made.store)[0])
    }
    return made
  }

  @Test func `a change, a page of a list and the opening are one transaction each`() throws {
    let made = try filled(30)
    let session = try made.store.session(SessionLife("").id)
    var query = SessionQuery()
    query.limit = 10

    #expect(try transactions(made) { _ in try session.record(StateRecord(.failed)) } == 1)
    #expect(try transactions(made) { _ = try $0.sessions(query) } == 1)
    #expect(try transactions(made) { _ in _ = try RecordStore(made.database, tenant: "a") } == 1)
  }

  @Test func `a purge of 250 sessions writes three transactions of them`() throws {
    let made = try filled(250)

    // The selection, the sessions, and the people without one.
    #expect(try transactions(made) { _ = try $0.purge(.all, reason: "r", .forGood) } == 1 + 3 + 1)
  }

  @Test func `a purge overwrites deleted rows once`() throws {
    let made = try filled(250)
    let counted = ScrubCounter(made.database)
    let store = try RecordStore(counted, tenant: "a")

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(counted.scrubs == 1)
  }
}

/// A database that counts how often deleted rows are overwritten.
private final class ScrubCounter: SQLDatabase {
  private let database: any SQLDatabase
  private let count = Mutex(0)

  init(_ database: any SQLDatabase) { self.database = database }

  var scrubs: Int { count.withLock { $0 } }
  var dialect: SQLDialect { database.dialect }

  func checkSchema() throws(StoreError) { try database.checkSchema() }

  func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value { try database.transaction(of: tenant, access, body) }

  func lock(_ name: String) throws(StoreError) -> (any FileLock)? { try database.lock(name) }

  func scrub() throws(StoreError) {
    count.withLock { $0 += 1 }
    try database.scrub()
  }
}

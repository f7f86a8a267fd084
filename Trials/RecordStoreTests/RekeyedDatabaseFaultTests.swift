// A key rotation of a database with a crash at every step, and with writers between its steps.

import PostgresStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct RekeyedDatabaseFaultTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)

  @Test(arguments: StoreOutages.Break.allCases)
  func `key rotation can be repeated after an interruption at any step`(
    moment: StoreOutages.Break
  ) throws {
    let template = try SealedRoom.full(of: [Self.old])
    let contents = try template.contents([Self.old])
    var step = 0
    while true {
      step += 1
      let room = try SealedRoom(copyOf: template)
      let database = OutageDatabase(PostgresDatabase(room.pool))
      database.plan = .away(from: step, calls: nil, moment)
      let report = try? room.store([Self.new, Self.old], through: database).rekey()
      guard database.wasAway else { break }
      let context: Comment = "step \(step), \(moment)"
      #expect(report == nil, context)

      #expect(try room.contents([Self.new, Self.old]) == contents, context)
      #expect(try room.store([Self.new, Self.old], for: .reading).check() == [], context)
      let rest = try room.store([Self.new, Self.old]).rekey()

      #expect(rest.left == [] && rest.unneeded == ["old"], context)
      try room.expectAll(contents, under: Self.new, context)
    }
    print("rekey: a database, \(moment) at \(step - 1) steps")
    #expect(step > 15)
  }

  @Test func `concurrent writes during key rotation are kept`() throws {
    let room = try SealedRoom.full(of: [Self.old])
    let writer = try room.store([Self.new, Self.old])
    let life = SessionLife("", number: 1)
    let user = writer.userHash(of: SealedRoom.anna)
    let database = BusyDatabase(room.pool) { call in
      try writer.session(life.id).commit(
        SessionChange("bundled", documents: [.bundle: [UInt8(call)]]))
      try writer.session(SessionLife("", number: 100 + call).id).commit(
        SessionChange("claimed", documents: [.answers: [UInt8(call)]]))
      try writer.save(["call": .int(call)], as: .progress, of: user)
    }

    let report = try room.store([Self.new, Self.old], through: database).rekey()

    let calls = database.calls
    #expect(calls > 15 && report.left == [] && report.unneeded == ["old"])
    let store = try room.store([Self.new])
    #expect(try store.session(life.id).read(.bundle) == [UInt8(calls)])
    #expect(try store.session(life.id).read(.answers) == life.answers)
    #expect(try store.read(.progress, of: user) == ["call": .int(calls)])
    for call in 1...calls {
      let session = try store.session(SessionLife("", number: 100 + call).id)
      #expect(try session.read(.answers) == [UInt8(call)])
    }
    #expect(try Set(room.keyNames().values.joined()) == ["new"])
    #expect(try store.check() == [])
  }

  @Test func `items written with the former key meanwhile are rotated in a second pass`() throws {
    let room = try SealedRoom.full(of: [Self.old])
    let stale = try room.store([Self.old])
    let database = BusyDatabase(room.pool) { call in
      guard call < 15 else { return }
      try stale.session(SessionLife("", number: 100 + call).id).commit(
        SessionChange("claimed", documents: [.answers: [UInt8(call)]]))
    }

    let report = try room.store([Self.new, Self.old], through: database).rekey()

    #expect(report.left == [] && report.unneeded == ["old"])
    #expect(try Set(room.keyNames().values.joined()) == ["new"])
    #expect(try room.store([Self.new]).check() == [])
  }

  @Test func `a key that is still written with is not reported as unused`()
    throws
  {
    let room = try SealedRoom.full(of: [Self.old])
    let stale = try room.store([Self.old])
    let database = BusyDatabase(room.pool) { call in
      try stale.session(SessionLife("", number: 100 + call).id).commit(
        SessionChange("claimed", documents: [.answers: [1]]))
    }

    let report = try room.store([Self.new, Self.old], through: database).rekey()
    let rest = try room.store([Self.new]).rekey()

    #expect(report.left == [] && report.unneeded == [])
    #expect(rest.total > 0 && rest.unneeded == ["old"])
    #expect(try Set(room.keyNames().values.joined()) == ["new"])
  }

  @Test func `items removed during key rotation stay removed`() throws {
    let room = try SealedRoom.full(of: [Self.old])
    let other = try room.store([Self.new, Self.old])
    let erased = Mutex(false)
    let database = BusyDatabase(room.pool) { call in
      // The owners to process were selected before.
      guard call > 9, !(erased.withLock { $0 }) else { return }
      erased.withLock { $0 = true }
      try other.eraseAll(of: SealedRoom.anna, reason: "asked for")
    }

    let report = try room.store([Self.new, Self.old], through: database).rekey()

    #expect(report.left == [] && erased.withLock { $0 })
    let store = try room.store([Self.new])
    #expect(try store.person(for: store.userHash(of: SealedRoom.anna)) == nil)
    #expect(try store.existingSession(SessionLife("", number: 1).id) == nil)
    #expect(try store.failures().map(\.report.name) == ["nobody.wav"])
    #expect(try Set(room.keyNames().values.joined()) == ["new"])
    #expect(try store.check() == [])
  }

  @Test func `two processes can re-encrypt one database together`() async throws {
    let room = try SealedRoom.full(of: [Self.old])
    let contents = try room.contents([Self.old])
    let count = try room.keyNames().values.joined().count

    async let first = room.store([Self.new, Self.old]).rekey()
    async let second = room.store([Self.new, Self.old]).rekey()
    let reports = try await [first, second]

    #expect(reports.map(\.left) == [[], []])
    #expect(reports[0].total + reports[1].total == count)
    try room.expectAll(contents, under: Self.new)
  }

  @Test func `another new key during key rotation ends it without loss`()
    throws
  {
    let room = try SealedRoom.full(of: [Self.old])
    let contents = try room.contents([Self.old])
    let third = KeyedStore.key("third", 9)
    let database = BusyDatabase(room.pool) { call in
      guard call == 8 else { return }
      _ = try room.store([third, Self.new, Self.old])
    }

    let fault = #expect(throws: StoreError.self) {
      try room.store([Self.new, Self.old], through: database).rekey()
    }
    let report = try room.store([third, Self.new]).rekey()

    // A program without the third key waits for it.
    #expect(fault?.outlook == .transient)
    #expect(report.left == [] && report.unneeded == ["old", "new"])
    try room.expectAll(contents, under: third)
  }
}

/// A database with an action before each use.
private final class BusyDatabase: SQLDatabase {
  private let database: PostgresDatabase
  private let count = Mutex(0)
  private let meanwhile: @Sendable (Int) throws -> Void

  init(_ pool: ConnectionPool, _ meanwhile: @escaping @Sendable (Int) throws -> Void) {
    (database, self.meanwhile) = (PostgresDatabase(pool), meanwhile)
  }

  var calls: Int { count.withLock { $0 } }
  var dialect: SQLDialect { database.dialect }

  private func act() throws {
    let call = count.withLock { count in
      count += 1
      return count
    }
    try meanwhile(call)
  }

  func checkSchema() throws(StoreError) {
    do { try act() } catch { throw StoreError(error) }
    try database.checkSchema()
  }

  func transaction<Value>(
    of tenant: String, _ access: StoreAccess, _ body: (any SQLConnection) throws -> Value
  ) throws -> Value {
    try act()
    return try database.transaction(of: tenant, access, body)
  }

  func lock(_ name: String) throws(StoreError) -> (any FileLock)? { try database.lock(name) }
  func scrub() throws(StoreError) { database.scrub() }
}

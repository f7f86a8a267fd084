// Migration of a guest from the store of guests to the store of accounts.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct GuestMigrationTests {
  private static let guest = "guest-" + SessionLife("", number: 9).id.text
  private static let sessions = [1, 2].map { SessionLife("", number: $0).id }

  /// A store, and a store of guests.
  private final class Room {
    let scratch: Scratch
    let clock = FixedClock()
    let databases: [OutageDatabase]
    let store: RecordStore
    let guests: RecordStore

    init(_ kind: StoreKind = .open) throws {
      scratch = try Scratch()
      databases = try (1...2).map { _ in OutageDatabase(try SQLiteDatabase()) }
      store = try RecordStore(
        databases[0], tenant: "a", keys: kind.key, login: "test", clock: clock)
      guests = try RecordStore(
        databases[1], tenant: "a", keys: kind.key, login: "test", clock: clock,
        secret: store.secret)
    }

    var move: GuestMigration { GuestMigration(from: guests, to: store) }
    var user: UserHash { store.userHash(of: GuestMigrationTests.guest) }

    /// Two sessions, a quarantined file, a profile, a baseline and documents of a guest.
    func fill() throws {
      let guest = GuestMigrationTests.guest
      for number in [1, 2] {
        var life = SessionLife("", number: number)
        life.userID = guest
        life.answers = Array("{\"user_id\":\"\(guest)\",\"age\":3\(number)}".utf8)
        let session = try guests.session(life.id)
        for var change in life.changes(in: guests) {
          change.header?.setPerson(userID: guest, of: guests)
          try session.commit(change)
        }
        clock.advance(milliseconds: 1000)
      }
      let session = GuestMigrationTests.sessions[1]
      try guests.quarantine(scratch.failed([1, 2, 3], "b.wav", of: session))
      try TestPerson.save(guest, in: guests)
    }
  }

  /// All data of the guest in a store.
  private struct Kept: Equatable {
    var sessions: [SessionID]
    var documents: [[UInt8]?] = []
    var persons: [ProfileRecord]
    var baselines: [BaselineRecord]
    var personal: [PersonDocument: JSONValue]
    var files: [[UInt8]]

    init(in store: RecordStore, of user: UserHash) throws {
      sessions = try store.sessions(of: user)
      for id in sessions {
        let session = try store.session(id)
        for document in SessionDocument.allCases { documents.append(try session.read(document)) }
      }
      let copy = try store.copy(ofPerson: GuestMigrationTests.guest)
      (persons, baselines, personal) = (copy.persons, copy.baselines, copy.documents)
      files = try store.failures().map(\.bytes)
    }

    var isEmpty: Bool {
      sessions.isEmpty && persons.isEmpty && baselines.isEmpty && personal.isEmpty && files.isEmpty
    }
  }

  /// Both stores after a migration.
  private struct Outcome {
    var kept: Kept
    var histories: [[String]]
    var lines: [String]
    var isLeft: Bool
    var findings: [String]

    init(_ room: Room) throws {
      kept = try Kept(in: room.store, of: room.user)
      histories = try kept.sessions.map { try room.store.actions(of: $0) }
      lines = try room.store.tenantLines().map(\.action)
      isLeft = try !Kept(in: room.guests, of: room.user).isEmpty
      findings = try room.store.check() + room.guests.check()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `guest migration moves everything unchanged`(kind: StoreKind) throws {
    let room = try Room(kind)
    try room.fill()
    let before = try Kept(in: room.guests, of: room.user)
    #expect(before.sessions == Self.sessions && before.persons.count == 2)

    try room.move.copyAll(Self.guest)
    #expect(try Kept(in: room.guests, of: room.user) == before)
    try room.move.clear(Self.guest)

    let outcome = try Outcome(room)
    #expect(outcome.kept == before && outcome.kept.files == [[1, 2, 3]])
    #expect(outcome.histories == [["taken_in"], ["taken_in"]])
    #expect(outcome.lines.contains("person_taken_in"))
    #expect(outcome.findings == [] && !outcome.isLeft)
    #expect(
      try room.guests.tenantLines().map(\.action).suffix(3) == [
        "purged", "purged", "person_purged",
      ])
    let rows = try room.store.sessions(SessionQuery())
    #expect(rows.map(\.state) == [.filed, .filed])
    #expect(rows.map(\.tier) == [.comprehensive, .comprehensive])
    #expect(rows.map(\.person) == [.anonymous, .anonymous])
  }

  @Test func `an export of migrated sessions can be imported with original times`() throws {
    let room = try Room()
    try room.fill()
    let entries = try room.guests.copy(of: Self.sessions[0]).entries
    try room.move.copyAll(Self.guest)
    room.clock.advance(milliseconds: 86_400_000)

    let path = "\(room.scratch.path)/all.zip"
    try room.store.exportAll(of: Self.guest, to: path, version: "1")
    let other = try RecordStore(SQLiteDatabase(), tenant: "b", clock: room.clock)
    let report = try other.importSessions(from: path)

    #expect(report.imported.count == 2 && report.baselines == 1 && report.people == 1)
    let imported = try other.copy(of: Self.sessions[0]).entries
    #expect(Array(imported.prefix(entries.count)) == entries)
    #expect(
      imported.dropFirst(entries.count).map(\.action) == ["taken_in", "exported", "imported"])
  }

  /// Repeats a migration as a server does, with a record of the arrival between both steps.
  private static func migrate(in room: Room) throws {
    var (hasArrived, faults) = (false, 0)
    while true {
      do throws(StoreError) {
        if !hasArrived { try room.move.copyAll(guest) }
        hasArrived = true
        return try room.move.clear(guest)
      } catch {
        guard error.outlook == .transient else { throw error }
        faults += 1
        if faults == 3 { for database in room.databases { database.plan = .none } }
        if faults > 3 { throw error }
      }
    }
  }

  @Test(arguments: Disturbance.allCases, [0, 1])
  func `guest migration survives a failure of either store at any call`(
    disturbance: Disturbance, index: Int
  ) throws {
    let undisturbed = try Room()
    try undisturbed.fill()
    try Self.migrate(in: undisturbed)
    let expected = try Outcome(undisturbed)
    var call = 0
    while true {
      call += 1
      let room = try Room()
      try room.fill()
      let before = try Kept(in: room.guests, of: room.user)
      let outages = room.databases[index]
      outages.plan = .away(
        from: outages.calls + call, calls: disturbance == .away ? nil : 1,
        disturbance == .oneAnswer ? .beforeTheAnswer : .beforeTheCall)
      try Self.migrate(in: room)
      guard outages.wasAway else { break }
      outages.plan = .none

      let outcome = try Outcome(room)
      #expect(outcome.kept == before, "call \(call)")
      #expect(outcome.histories == expected.histories && outcome.lines == expected.lines)
      #expect(outcome.findings == [] && !outcome.isLeft, "call \(call)")
    }
    #expect(call > 8)
  }

  @Test func `changes between two attempts are migrated once`() throws {
    let room = try Room()
    try room.fill()
    try room.move.copyAll(Self.guest)

    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    try room.guests.session(Self.sessions[0]).commit(change)
    try room.guests.save(["step": "MARKSTEP 3"], as: .journey, of: room.user)
    try room.guests.save(TestPerson.person(Self.guest, age: 36), for: room.user, reason: "told")
    let before = try Kept(in: room.guests, of: room.user)
    try room.move.copyAll(Self.guest)
    try room.move.copyAll(Self.guest)

    #expect(try Kept(in: room.store, of: room.user) == before)
    // The arrival, the later event, and the removal of the recording.
    #expect(try room.store.actions(of: Self.sessions[0]) == ["taken_in", "taken_in", "taken_in"])
    #expect(try room.store.check() == [])
  }

  @Test func `a session that was changed in the target between attempts stays`() throws {
    let room = try Room()
    try room.fill()
    try room.move.copyAll(Self.guest)
    let id = Self.sessions[0]
    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    try room.store.session(id).commit(change)

    try room.move.copyAll(Self.guest)
    try room.move.clear(Self.guest)

    #expect(try room.store.existingSession(id)?.read(.audio) == nil)
    #expect(try room.store.actions(of: id) == ["taken_in", "audio_purged"])
    #expect(try room.store.sessions(of: room.user).count == 2 && room.store.check() == [])
  }

  @Test func `a session that differs from its history is not migrated`() throws {
    let room = try Room()
    try room.fill()
    try room.guests.write { rows in
      try rows.write(Array("{}".utf8), as: .computed, of: Self.sessions[1])
    }

    #expect(throws: StoreError.self) { try room.move.copyAll(Self.guest) }

    #expect(try room.store.sessions(toSync: nil) == [Self.sessions[0]])
    #expect(try room.guests.sessions(of: room.user).count == 2)
  }

  @Test func `a session that was purged in the target stays purged`() throws {
    let room = try Room()
    try room.fill()
    try room.move.copyAll(Self.guest)
    try room.store.purge(Self.sessions[0])

    try room.move.clear(Self.guest)

    #expect(try room.store.sessions(of: room.user) == [Self.sessions[1]])
    #expect(try Kept(in: room.guests, of: room.user).isEmpty)
  }

  @Test func `sessions lost by the target are migrated again`() throws {
    let room = try Room()
    try room.fill()
    try room.move.copyAll(Self.guest)
    // A restored backup lacks the session.
    try room.store.write { rows in
      _ = try rows.run(
        "delete from kept_session where tenant = $1 and id = $2", .session(Self.sessions[1]))
    }

    try room.move.clear(Self.guest)

    #expect(try room.store.sessions(of: room.user).count == 2)
    #expect(try room.guests.sessions(of: room.user).isEmpty)
  }

  @Test func `a store of guests of another store is refused`() throws {
    let room = try Room()
    let folder = room.scratch.store
    _ = try room.store.guests(in: folder, actor: "test", clock: room.clock)
    let other = try RecordStore(SQLiteDatabase(), tenant: "a", clock: room.clock)

    #expect(throws: StoreError.self) {
      try other.guests(in: folder, actor: "test", clock: room.clock)
    }
  }

  @Test func `a store of guests in a folder is created once`() throws {
    let room = try Room()
    let folder = room.scratch.store

    let first = try room.store.guests(in: folder, actor: "test", clock: room.clock)
    try first.save(["step": 1], as: .journey, of: room.user)
    let again = try room.store.guests(in: folder, actor: "test", clock: room.clock)

    #expect(try again.read(.journey, of: room.user) == ["step": 1])
    #expect(again.userHash(of: "anna") == room.store.userHash(of: "anna"))
  }
}

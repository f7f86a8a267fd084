// The history of a guest goes from a store of folders into a database, whatever fails on its way: once, as it was,
// and out of the folders when all of it is there.

import PostgresStore
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct GuestMoveTests {
  private static let guest = "guest-" + SessionLife("", number: 9).id.text

  /// A database with an empty tenant of its own, and a store of guests beside it.
  private final class Room {
    let scratch: Scratch
    let clock = FixedClock()
    let database: OutageDatabase
    let store: SQLStore
    let files = FaultyFileSystem()
    private var opened: RecordStore?

    init(_ database: OutageDatabase, tenant: String) throws {
      scratch = try Scratch()
      self.database = database
      database.plan = .none
      store = try SQLStore(database, tenant: tenant, clock: clock, files: files)
      opened = try store.guests(in: scratch.store, actor: "test", clock: clock)
    }

    convenience init() throws { try self.init(Self.outages(), tenant: "a") }

    static func outages() throws -> OutageDatabase {
      let server = try PostgresServer.shared()
      return OutageDatabase(
        PostgresDatabase(server.pool(to: try server.freshDatabase(), as: .clinic)))
    }

    var guests: RecordStore {
      get throws { try #require(opened) }
    }

    /// Opens the store of guests as the next program would.
    func startAnew() throws {
      files.plan = .none
      // It is alone then.
      opened = nil
      let options = StoreOptions(.writing, actor: "test", clock: clock, fileSystem: files)
      opened = try RecordStore(at: scratch.store, options)
    }

    var move: GuestMove {
      get throws { GuestMove(from: try guests, to: database) }
    }

    var user: UserHash { database.userHash(of: GuestMoveTests.guest) }

    /// Two sessions, a file that could not be used, and all else that is kept of a guest.
    func fill() throws {
      let (guests, guest) = (try guests, GuestMoveTests.guest)
      for number in [1, 2] {
        var life = SessionLife("", number: number)
        life.userID = guest
        life.answers = Array("{\"user_id\":\"\(guest)\",\"age\":3\(number)}".utf8)
        let session = try guests.session(life.id)
        for var change in life.changes(in: guests) {
          change.header?.take(userID: guest, of: guests)
          try session.commit(change)
        }
        clock.advance(milliseconds: 1000)
      }
      let source = "\(scratch.path)/b.wav"
      try POSIXFileSystem().create(source, [1, 2, 3])
      try guests.keepFailed(
        FailedFile(
          source: source, name: "b.wav", fault: ContractedStore.fault,
          session: SessionLife("", number: 2).id))
      try Told.keep(guest, in: guests)
    }
  }

  /// All that a store says of the guest.
  private struct Kept: Equatable {
    var sessions: [SessionID]
    var documents: [[UInt8]?] = []
    var person: KeptPerson?
    var baselines: [KeptBaseline]
    var personal: [JSONValue?]
    var alerts: [PersonAlert]

    init(in store: any ServedStore, of user: UserHash) throws {
      sessions = try store.sessions(of: user)
      for id in sessions {
        let session = try #require(try store.existingSession(id))
        for document in SessionDocument.allCases { documents.append(try session.read(document)) }
      }
      person = try store.person(for: user)
      baselines = try store.baselines(for: user)
      personal = try PersonDocument.allCases.map { try store.read($0, of: user) }
      alerts = try store.alerts(for: user)
    }
  }

  /// What both stores hold at the end.
  private struct Outcome: Equatable {
    var kept: Kept
    var histories: [[String]]
    var failures: [[UInt8]]
    var told: [String]
    var findings: [String]
    var left: [String]

    init(_ room: Room) throws {
      kept = try Kept(in: room.database, of: room.user)
      histories = try kept.sessions.map { try room.store.actions(of: $0) }
      failures = try room.store.failures().map(\.bytes)
      told = try room.store.tenantLines().map(\.action)
      findings = try room.store.check() + room.guests.verify().findings.map(\.description)
      left = try ["sessions", "people", "baselines", "failed", "staging"].flatMap {
        try POSIXFileSystem().list("\(room.scratch.store)/\($0)")
      }
    }
  }

  /// Lets a history go over as a server does: that all has arrived is written down between the two halves.
  private static func move(
    in room: Room, restarting: Bool
  ) throws {
    var (hasArrived, faults) = (false, 0)
    while true {
      do {
        if !hasArrived { try room.move.carry(guest) }
        hasArrived = true
        return try room.move.clear(guest)
      } catch let error as StoreError {
        guard restarting || error.outlook == .passes else { throw error }
        faults += 1
        if restarting { try room.startAnew() }
        if faults == 3 { room.database.plan = .none }
        if faults > 3 { throw error }
      }
    }
  }

  @Test func `guest migration moves everything to the database unchanged`() throws {
    let room = try Room()
    try room.fill()
    let before = try Kept(in: room.guests, of: room.user)
    #expect(before.sessions.count == 2 && before.alerts.count == 2 && before.person?.number == 2)

    try room.move.carry(Self.guest)
    #expect(try Kept(in: room.guests, of: room.user) == before)
    try room.move.clear(Self.guest)

    let outcome = try Outcome(room)
    #expect(outcome.kept == before)
    #expect(outcome.histories == [["taken_in"], ["taken_in"]])
    #expect(outcome.failures == [[1, 2, 3]])
    #expect(outcome.told == ["person_taken_in"])
    #expect(outcome.findings == [] && outcome.left == [])
    let line = try #require(try room.guests.storeLog().lines.last?.entry)
    #expect(line.action == "person_purged" && line.new == GuestMove.reason)
    let rows = try room.store.sessions(SessionQuery())
    #expect(
      rows.map(\.state) == [.filed, .filed] && rows.map(\.tier) == [.comprehensive, .comprehensive])
    #expect(rows.map(\.person) == [.anonymous, .anonymous])
  }

  /// The history of a session. A database does not keep the order in which one step names its documents.
  private static func entries(
    of id: SessionID, in store: RecordStore
  ) throws -> [AuditEntry] {
    try store.auditLog(of: id).lines.map { line in
      var entry = line.entry
      entry.documents.sort { $0.name < $1.name }
      return entry
    }
  }

  @Test func `an export of migrated sessions can be imported with original times`() throws {
    let room = try Room()
    try room.fill()
    let id = SessionLife("", number: 1).id
    let entries = try Self.entries(of: id, in: room.guests)
    try room.move.carry(Self.guest)
    room.clock.advance(milliseconds: 86_400_000)

    let path = "\(room.scratch.path)/all.zip"
    try room.store.exportAll(of: Self.guest, to: path, version: "1")
    let other = try RecordStore(
      at: "\(room.scratch.path)/other", StoreOptions(.writing, actor: "test", clock: room.clock))
    let report = try other.importSessions(from: path)

    #expect(report.imported.count == 2 && report.baselines == 1 && report.people == 1)
    let told = try Self.entries(of: id, in: other)
    #expect(Array(told.prefix(entries.count)) == entries)
    #expect(told.dropFirst(entries.count).map(\.action) == ["taken_in", "exported"])
  }

  @Test(arguments: [Disturbance.oneStep, .oneAnswer, .away])
  func `guest migration survives a database failure at any call`(
    disturbance: Disturbance
  ) throws {
    let outages = try Room.outages()
    let undisturbed = try Room(outages, tenant: "undisturbed")
    try undisturbed.fill()
    try Self.move(in: undisturbed, restarting: false)
    let expected = try Outcome(undisturbed)
    var step = 0
    while true {
      step += 1
      let room = try Room(outages, tenant: "t\(step)")
      try room.fill()
      let before = try Kept(in: room.guests, of: room.user)
      let first = outages.calls + step
      let calls = disturbance == .away ? nil : 1
      outages.plan = .away(
        from: first, calls: calls,
        disturbance == .oneAnswer ? .beforeTheAnswer : .beforeTheCall)
      try Self.move(in: room, restarting: false)
      let wasDisturbed = outages.calls >= first
      outages.plan = .none
      guard wasDisturbed else { break }

      let outcome = try Outcome(room)
      #expect(outcome.kept == before, "\(disturbance) at call \(step)")
      #expect(outcome.histories == expected.histories, "\(disturbance) at call \(step)")
      #expect(outcome.failures == expected.failures && outcome.told == expected.told)
      #expect(outcome.findings == [] && outcome.left == [], "\(disturbance) at call \(step)")
    }
    print("move: \(disturbance) at \(step - 1) calls")
    #expect(step > 10)
  }

  @Test(arguments: [true, false])
  func `guest migration survives a disk failure or crash at any step`(
    ends: Bool
  ) throws {
    let outages = try Room.outages()
    let undisturbed = try Room(outages, tenant: "undisturbed")
    try undisturbed.fill()
    try Self.move(in: undisturbed, restarting: false)
    let expected = try Outcome(undisturbed)
    var step = 1 - Steps.every(3)
    while true {
      step += Steps.every(3)
      let room = try Room(outages, tenant: "t\(step)")
      try room.fill()
      let before = try Kept(in: room.guests, of: room.user)
      let first = room.files.steps + step
      room.files.plan = ends ? .die(step: first) : .failOnce(step: first, code: 5)
      try Self.move(in: room, restarting: true)
      guard room.files.hasFailed else { break }
      // What a purge that came to its end could not tidy up, the next start does.
      try room.startAnew()

      let outcome = try Outcome(room)
      #expect(outcome.kept == before, "step \(step)")
      #expect(outcome.histories == expected.histories, "step \(step)")
      #expect(outcome.failures == expected.failures && outcome.told == expected.told)
      #expect(outcome.findings == [], "step \(step)")
      #expect(outcome.left == [], "step \(step)")
    }
    print("move: \(ends ? "ends" : "faults") within \(step - 1) steps")
    #expect(step > 100)
  }

  @Test func `recordings between two attempts are migrated once`() throws {
    let room = try Room()
    try room.fill()
    try room.move.carry(Self.guest)
    let id = SessionLife("", number: 1).id

    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    try room.guests.session(id).commit(change)
    try room.guests.keepJourney(["step": "MARKSTEP 3"], for: room.user)
    try room.guests.keep(Told.person(Self.guest, age: 36), for: room.user, reason: "told")
    let before = try Kept(in: room.guests, of: room.user)
    try room.move.carry(Self.guest)
    try room.move.carry(Self.guest)

    #expect(try Kept(in: room.database, of: room.user) == before)
    let actions = try room.store.actions(of: id)
    // As it was, as it went on, and without the sound.
    #expect(actions == ["taken_in", "taken_in", "taken_in"])
    #expect(try room.store.check() == [])
  }

  @Test func `a session changed in the database between attempts is kept`()
    throws
  {
    let room = try Room()
    try room.fill()
    try room.move.carry(Self.guest)
    let id = SessionLife("", number: 1).id
    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    try room.store.session(id).commit(change)

    try room.move.carry(Self.guest)
    try room.move.clear(Self.guest)

    #expect(try room.store.existingSession(id)?.read(.audio) == nil)
    #expect(try room.store.actions(of: id) == ["taken_in", "audio_purged"])
    #expect(try room.store.sessions(of: room.user).count == 2 && room.store.check() == [])
  }

  @Test func `files outside the log are not migrated`() throws {
    let room = try Room()
    try room.fill()
    let path = "\(room.scratch.store)/sessions/\(SessionLife("", number: 2).id.text)/computed.json"
    let files = POSIXFileSystem()
    try files.replace(path, with: try files.read(path) + [32], durability: .eventual)

    #expect(throws: StoreError.self) { try room.move.carry(Self.guest) }

    #expect(try room.store.holds(SessionLife("", number: 1).id))
    #expect(try !room.store.holds(SessionLife("", number: 2).id))
    #expect(try room.guests.sessions(of: room.user).count == 2)
  }

  @Test func `sessions lost by the database are migrated again`() throws {
    let room = try Room()
    try room.fill()
    try room.move.carry(Self.guest)
    let earlier = try SQLStore(room.database, tenant: "a", clock: room.clock)
    // As an earlier state of the database would be, which never had the session.
    try earlier.write { rows in
      _ = try rows.run(
        "delete from kept_session where tenant = $1 and id = $2",
        .session(SessionLife("", number: 2).id))
    }
    #expect(try earlier.sessions(of: room.user).count == 1)

    try room.move.clear(Self.guest)

    #expect(try room.store.sessions(of: room.user).count == 2)
    #expect(try room.guests.sessions(of: room.user).isEmpty)
  }

  @Test func `a store of guests of another database is refused`() throws {
    let room = try Room()
    let other = try SQLStore(room.database, tenant: "b", clock: room.clock)

    #expect(throws: StoreError.self) {
      try other.guests(in: room.scratch.store, actor: "test", clock: room.clock)
    }
  }
}

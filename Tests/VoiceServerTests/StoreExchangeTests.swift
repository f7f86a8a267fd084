// `push` and `pull` between two stores, folders or a database, over a server without connections.

import Foundation
import PostgresStore
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// A server as a program sees it: its table, by a token.
private final class TablePeer: RemoteServer {
  /// Faults of a request.
  enum Fault: CaseIterable {
    case beforeTheCall
    case beforeTheAnswer
  }

  private let table: RouteTable
  private let token: String
  private let plan = Mutex<(at: Int, fault: Fault)?>(nil)
  private let count = Mutex(0)

  init(_ server: TestServer, token: String) { (table, self.token) = (server.table, token) }

  var requests: Int { count.withLock { $0 } }

  /// Has every request from one on fail: the program is gone by then.
  func die(at request: Int, _ fault: Fault) { plan.withLock { $0 = (request, fault) } }

  func send(_ request: RemoteRequest) async throws(RemoteServerError) -> RemoteResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let plan = plan.withLock { $0 }
    if let plan, number > plan.at || number == plan.at && plan.fault == .beforeTheCall {
      throw .unreachable("gone")
    }
    let headers = request.headers + [("Authorization", "Bearer \(token)")]
    let query = Dictionary(
      request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let reply = await table.answer(
      APIRequest(
        request.method, request.path, query: query,
        headers: headers.map { (name: $0.0, value: $0.1) }, body: .bytes(request.body),
        peer: "test"))
    if let plan, number == plan.at { throw .unreachable("gone") }
    var named: [String: String] = [:]
    for header in reply.headers { named[header.name.lowercased()] = header.value }
    return RemoteResponse(reply.status, headers: named, body: (try? reply.bytes) ?? [])
  }
}

/// The reported line of each item.
private final class ToldLines: Sendable {
  private let lines = Mutex<[SyncResult]>([])

  var matters: [SyncResult.ItemKind] { lines.withLock { $0.map(\.matter) } }

  @Sendable func add(_ line: SyncResult) { lines.withLock { $0.append(line) } }
}

/// A store on a laptop, and a server.
private final class Desks: Sendable {
  let server: TestServer
  let store: RecordStore
  let clock = FixedClock()
  private let folder: String

  init(on database: TestDatabase? = nil) throws {
    server = try TestServer(on: database)
    folder = server.folder + "/laptop"
    store = try Self.open(folder, clock)
  }

  private static func open(_ path: String, _ clock: FixedClock) throws -> RecordStore {
    let actor = try #require(AuditActor("laptop"))
    return try StoreAddress(folder: path, key: .none, actor: actor, clock: clock).open(.writing)
  }

  var served: RecordStore { server.desk.store }

  /// Runs a sync with a valid token.
  func exchange(
    _ change: (inout SyncSettings) -> Void = { _ in }, with peer: TablePeer? = nil,
    of other: RecordStore? = nil, telling tell: @escaping @Sendable (SyncResult) -> Void = { _ in }
  ) throws -> StoreSync {
    var options = SyncSettings(
      scratch: folder + ".passing", newID: { UUID().uuidString }, pause: { _ in })
    change(&options)
    return StoreSync(
      other ?? store, with: try peer ?? self.peer(), options, files: POSIXFileSystem(),
      report: tell)
  }

  func peer(_ role: StaffRole = .sync) throws -> TablePeer {
    TablePeer(server, token: try server.token(role, name: "laptop"))
  }

  /// Another laptop.
  func another() throws -> RecordStore { try Self.open(server.folder + "/another", clock) }

  static func session(_ number: Int) throws -> SessionID {
    let digits = String(number)
    let tail = String(repeating: "0", count: 12 - digits.count) + digits
    return try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-\(tail)"))
  }

  /// A filed session of a person.
  @discardableResult
  func file(
    _ number: Int, of userID: String = "anna", in other: (RecordStore)? = nil,
    _ sound: [UInt8] = [1, 2, 3]
  ) throws -> SessionID {
    let target: RecordStore = other ?? store
    let id = try Self.session(number)
    let bytes = sound + [UInt8(number)]
    var header = SessionHeader(
      recording: StoredRecording(
        name: "a.wav", sha256: Fingerprint.sha256(of: bytes), sizeBytes: bytes.count,
        durationSeconds: 1),
      settingsSHA256: String(repeating: "5", count: 64), version: "1")
    header.setPerson(userID: userID, of: target)
    try Self.commit(
      SessionChange(
        "filed", header: header, state: StateRecord(.filed),
        documents: [
          .answers: Array("{\"user_id\":\"\(userID)\"}".utf8), .audio: bytes,
        ]), to: id, in: target)
    return id
  }

  private static func commit(
    _ change: SessionChange, to id: SessionID, in store: RecordStore
  ) throws { try store.session(id).commit(change) }

  func tell(_ age: Int, of userID: String = "anna", in other: (RecordStore)? = nil) throws {
    let target: RecordStore = other ?? store
    var profile = UserProfile(userID: userID)
    profile.age = Age(years: age)
    try target.save(Person(profile), for: target.userHash(of: userID), reason: "told")
  }

  func ages(of userID: String = "anna", in store: RecordStore) throws -> [Int?] {
    try (store.copy(of: store.userHash(of: userID))?.persons ?? []).map {
      try $0.decoded().profile.age?.years
    }
  }

  /// The digests of both sides.
  func digests(_ store: RecordStore) throws -> [String] {
    let sessions = try store.sessions(toSync: nil).compactMap { try store.digest(of: $0)?.sha256 }
    return sessions
      + (try store.peopleToSync().compactMap { try store.copy(of: $0)?.sha256 })
      .sorted()
  }

  /// Verification findings of either store.
  func findings() throws -> [String] {
    try (store.verify().findings + served.verify().findings).map(\.description)
  }
}

extension ServerTests {
  @Suite struct StoreExchangeTests {
    private static let databases = PostgresServer.isInstalled ? [false, true] : [false]

    private func desks(_ isDatabase: Bool) throws -> Desks {
      try Desks(on: isDatabase ? TestDatabase() : nil)
    }

    @Test(arguments: databases)
    func `push and pull equalise both stores, a second run transfers nothing`(
      isDatabase: Bool
    ) async throws {
      let desks = try desks(isDatabase)
      try desks.tell(34)
      for number in 1...3 { try desks.file(number) }
      try desks.file(4, of: "ben")
      try desks.tell(61, of: "carla", in: desks.served)
      for number in 5...6 { try desks.file(number, of: "carla", in: desks.served) }
      let told = ToldLines()

      let pushed = try await desks.exchange(telling: told.add).push()
      let pulled = try await desks.exchange().pull()
      let again = [try await desks.exchange().push(), try await desks.exchange().pull()]

      #expect(pushed.counts == [.taken(.new): 5] && !pushed.needsReview)
      #expect(told.matters == [.person] + Array(repeating: .session, count: 4))
      #expect(pulled.counts == [.taken(.new): 3, .taken(.present): 5])
      #expect(again.map(\.counts) == [[.taken(.present): 8], [.taken(.present): 8]])
      #expect(try desks.digests(desks.store) == desks.digests(desks.served))
      let carla = try desks.store.sessions(of: desks.store.userHash(of: "carla"))
      #expect(try carla == [Desks.session(5), Desks.session(6)])
      #expect(
        try desks.served.sessions(ofUser: "anna", SessionQuery()).map(\.id)
          == [3, 2, 1].map(Desks.session))
      #expect(try desks.findings() == [])
      await desks.server.desk.stop()
    }

    @Test(arguments: databases)
    func `--user limits sync to one person, a dry run transfers nothing`(
      isDatabase: Bool
    ) async throws {
      let desks = try desks(isDatabase)
      for (number, person) in ["anna", "ben"].enumerated() {
        try desks.tell(30 + number, of: person)
        try desks.file(number, of: person)
      }

      let dry = try await desks.exchange({
        $0.userID = "ben"
        $0.isDry = true
      }).push()
      let before = try desks.served.sessions(SessionQuery()).count
      let pushed = try await desks.exchange({ $0.userID = "ben" }).push()

      #expect(dry.counts == [.wouldGo: 2] && before == 0)
      #expect(pushed.counts == [.taken(.new): 2])
      #expect(try desks.served.sessions(SessionQuery()).map(\.id) == [Desks.session(1)])
      #expect(try desks.ages(of: "anna", in: desks.served) == [])
      #expect(try desks.ages(of: "ben", in: desks.served) == [31])
      await desks.server.desk.stop()
    }

    @Test(arguments: databases)
    func `conflicting sessions of one id are reported and stay, others are synced`(
      isDatabase: Bool
    ) async throws {
      let desks = try desks(isDatabase)
      let id = try desks.file(1)
      try desks.file(2)
      try desks.file(1, in: desks.served, [9, 9])

      let pushed = try await desks.exchange().push()
      let pulled = try await desks.exchange().pull()

      #expect(pushed.counts == [.taken(.differs): 1, .taken(.new): 1] && pushed.needsReview)
      #expect(pulled.counts == [.taken(.differs): 1, .taken(.present): 1])
      #expect(try desks.store.session(id).read(.audio) == [1, 2, 3, 1])
      #expect(try Self.audio(of: id, in: desks.served) == [9, 9, 1])
      #expect(try desks.findings() == [])
      await desks.server.desk.stop()
    }

    private static func audio(of id: SessionID, in store: RecordStore) throws -> [UInt8]? {
      try store.existingSession(id)?.read(.audio)
    }

    @Test(arguments: databases)
    func `a removed person is not restored by sync, with a message`(isDatabase: Bool) async throws {
      let desks = try desks(isDatabase)
      try desks.tell(34)
      for number in 1...2 { try desks.file(number) }
      _ = try await desks.exchange().push()
      try desks.file(3)
      _ = try desks.served.withdraw("anna", except: nil)

      let pushed = try await desks.exchange().push()
      let pulled = try await desks.exchange().pull()

      #expect(pushed.counts == [.taken(.erased): 4] && !pushed.needsReview)
      #expect(pulled.counts == [:])
      #expect(try desks.served.sessions(SessionQuery()).isEmpty)
      #expect(try desks.ages(in: desks.served) == [])
      // The other side keeps data that were not withdrawn there.
      #expect(try desks.store.sessions(SessionQuery()).count == 3)
      #expect(try desks.findings() == [])
      await desks.server.desk.stop()
    }

    @Test(arguments: databases)
    func `three stores converge over one server, the last metadata wins`(
      isDatabase: Bool
    ) async throws {
      let desks = try desks(isDatabase)
      let other = try desks.another()
      try desks.tell(34)
      _ = try await desks.exchange().push()
      _ = try await desks.exchange(of: other).pull()
      desks.clock.advance(milliseconds: 1000)
      try desks.tell(35)
      desks.clock.advance(milliseconds: 1000)
      try desks.tell(36, in: other)
      try desks.file(1)
      try desks.file(2, in: other)

      let first = try await desks.exchange(of: other).push()
      let second = try await desks.exchange().push()
      _ = try await desks.exchange().pull()
      _ = try await desks.exchange(of: other).pull()

      #expect(first.counts == [.taken(.extended): 1, .taken(.new): 1])
      #expect(second.counts == [.taken(.mergedOlder): 1, .taken(.new): 1])
      let stores: [RecordStore] = [desks.store, other, desks.served]
      for store in stores {
        #expect(try desks.ages(in: store).last == 36)
        #expect(try Set(desks.ages(in: store)) == [34, 35, 36])
        #expect(try desks.digests(store) == desks.digests(desks.served))
      }
      #expect(try desks.findings() == [])
      #expect(try other.verify().findings == [])
      await desks.server.desk.stop()
    }

    @Test(arguments: databases)
    func `sync interrupted at any request can be repeated without duplicates`(
      isDatabase: Bool
    ) async throws {
      let desks = try desks(isDatabase)
      try desks.tell(34)
      for number in 1...3 { try desks.file(number) }
      let counting = try desks.peer()
      _ = try await desks.exchange({ $0.isDry = true }, with: counting).push()
      let most = counting.requests + 4
      var ended = 0

      for request in 1...most {
        for fault in [TablePeer.Fault.beforeTheCall, .beforeTheAnswer] {
          let run = try self.desks(isDatabase)
          try run.tell(34)
          for number in 1...3 { try run.file(number) }
          let dying = try run.peer()
          dying.die(at: request, fault)
          if (try? await run.exchange(with: dying).push()) == nil { ended += 1 }

          let summary = try await run.exchange().push()

          #expect(summary.counts.values.reduce(0, +) == 4, "request \(request)")
          #expect(!summary.needsReview, "request \(request)")
          #expect(try run.digests(run.store) == run.digests(run.served), "request \(request)")
          #expect(try run.served.sessions(SessionQuery()).count == 3)
          #expect(try run.findings() == [], "request \(request)")
          await run.server.desk.stop()
        }
      }

      #expect(ended == 2 * most)
      await desks.server.desk.stop()
    }

    @Test(arguments: databases)
    func `each synced session is logged with the token name`(isDatabase: Bool) async throws {
      let desks = try desks(isDatabase)
      let id = try desks.file(1)
      let held = try desks.file(2, in: desks.served)

      _ = try await desks.exchange().push()
      _ = try await desks.exchange().pull()

      let lines = try desks.server.lines(of: "staff/laptop")
      #expect(lines.contains { $0.contains("exported") && $0.contains(held.text) })
      #expect(lines.contains { $0.contains("shown") && $0.contains(held.text) })
      let path = desks.server.folder + "/a.zip"
      try desks.served.pack(id, to: path, version: "1")
      guard case .session(let copy) = try SyncBundle(at: path, on: POSIXFileSystem()) else {
        throw NoBytes()
      }
      #expect(copy.entries.contains { ($0.action, $0.actor) == ("taken_in", "staff/laptop") })
      await desks.server.desk.stop()
    }

    @Test func `sync needs a token with the sync role`() async throws {
      let desks = try Desks()
      try desks.file(1)

      for role in StaffRole.people where role != .admin {
        await #expect(throws: RemoteServerError.self) {
          try await desks.exchange(with: desks.peer(role)).push()
        }
      }
      let nobody = TablePeer(desks.server, token: "x")
      await #expect(throws: RemoteServerError.self) {
        try await desks.exchange(with: nobody).push()
      }

      #expect(try desks.served.sessions(SessionQuery()).isEmpty)
      await desks.server.desk.stop()
    }

    @Test func `an invalid sync bundle is refused without trace`()
      async throws
    {
      let desks = try Desks()
      let id = try desks.file(1)
      let sync = try await Browser(desks.server, bearer: desks.server.token(.sync))
      let path = desks.server.folder + "/a.zip"
      try desks.store.pack(id, to: path, version: "1")
      let good = try POSIXFileSystem().read(path)
      let place = "/v1/passing/sessions/\(id.text)"
      let zip = [(name: "Content-Type", value: "application/zip")]
      var broken = good
      broken[good.count / 2] ^= 1

      let other = try await sync.send(
        .put, "/v1/passing/sessions/\(Desks.session(2).text)", bytes: good, zip)
      let statuses = [
        other.status, try await sync.send(.put, place, bytes: [1, 2, 3], zip).status,
        try await sync.send(.put, place, bytes: [], zip).status,
        try await sync.send(.post, "/v1/passing/people", bytes: good, zip).status,
        try await sync.send(.put, place, bytes: good, zip + [("Sagevoice-Person", "%zz")]).status,
      ]
      let damaged = try await sync.send(.put, place, bytes: broken, zip).status
      let tooMuch = try await sync.send(
        .put, place, bytes: [UInt8](repeating: 0, count: SyncBundle.mostBytes + 1), zip)

      #expect(statuses == [422, 422, 422, 422, 400])
      #expect(damaged == 422 && tooMuch.status == 413)
      #expect(try desks.served.sessions(SessionQuery()).isEmpty)
      #expect(desks.server.files("store.server/passing").filter { $0.hasSuffix(".zip") } == [])
      #expect(try await sync.send(.put, place, bytes: good, zip).status == 201)
      #expect(try await sync.send(.put, place, bytes: good, zip).status == 200)
      await desks.server.desk.stop()
    }
  }
}

@Suite struct PassingAddressTests {
  @Test func `an address is https, or http of this machine`() throws {
    let clinic = try RemoteAddress("https://voice.example.org/")
    #expect((clinic.host, clinic.port, clinic.path) == ("voice.example.org", 443, ""))
    #expect(clinic.authority == "voice.example.org")
    let local = try RemoteAddress("http://127.0.0.1:8080/base/")
    #expect((local.host, local.port, local.path) == ("127.0.0.1", 8080, "/base"))
    let six = try RemoteAddress("https://[2001:db8::1]:8443")
    #expect((six.host, six.port) == ("2001:db8::1", 8443))
    #expect(six.authority == "[2001:db8::1]:8443")
    for (text, fault) in [
      ("http://voice.example.org", RemoteAddress.Fault.plain),
      ("http://127.0.0.1.example.org", .plain),
      ("ftp://a", .noURL), ("https://", .noURL), ("https://a:b", .noURL),
      ("https://me:secret@a", .noURL), ("https://a/?x=1", .noURL), ("https://a b", .noURL),
    ] {
      #expect(throws: fault, "\(text)") { try RemoteAddress(text) }
    }
  }

  @Test func `percent encoding is reversible`() {
    for text in ["anna", "anna@example.org", "Jörg ☃ %41", "a\u{301}\n/?#"] {
      #expect(
        PercentEncoding.decoded(PercentEncoding.encoded(text)).map { Array($0.utf8) }
          == Array(text.utf8))
    }
    for text in ["%", "%4", "%zz", "a b", "%ff"] { #expect(PercentEncoding.decoded(text) == nil) }
  }
}

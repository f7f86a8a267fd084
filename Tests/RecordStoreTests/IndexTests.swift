import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct IndexTests {
  private let files = POSIXFileSystem()

  /// Sessions of three people and of guests, in several states, a day apart.
  private func fill(_ root: String, _ kind: StoreKind) throws -> SessionLife {
    let clock = FixedClock()
    var last = SessionLife(root, kind)
    for number in 1...12 {
      var life = SessionLife(root, kind, number: number)
      life.clock = clock
      life.userID = number.isMultiple(of: 4) ? nil : "user \(number % 3)"
      life.name = "voice \(number % 2).wav"
      let day = "2025-12-\(10 + number)"
      life.recordedAt = number.isMultiple(of: 3) ? "by hand" : day + "T09:00:00+01:00"
      let store = try life.open()
      let session = try store.session(life.id)
      for change in life.changes(in: store).prefix(number % 6) { try session.commit(change) }
      clock.advance(milliseconds: 86_400_000)
      last = life
    }
    return last
  }

  @Test func `where a mapped file might end the program the index is in memory for once`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let path = "\(scratch.store)/index.sqlite"
    let before = try files.read(path)

    let index = SessionIndex(at: path, disk: Disk(fileSystem: files), access: .writing) { folder in
      #expect(folder == scratch.store)
      return true
    }

    #expect(index.notice?.contains("in memory") ?? false)
    #expect(index.rows(SessionQuery())?.isEmpty ?? false)
    #expect(try files.read(path) == before)
    #expect(!MappedRoom.isUncertain(in: scratch.store + "/nowhere"))
  }

  @Test func `an index that cannot be opened but is not corrupt stays as it is`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let path = "\(scratch.store)/index.sqlite"
    let before = try files.read(path)
    // SQLite cannot open the shared memory of the index: SQLITE_CANTOPEN.
    try files.makeFolder(path + "-shm")

    let store = try life.open()

    #expect(store.notices.contains { $0.contains("in memory") })
    #expect(try store.sessions(SessionQuery()).map(\.id) == [life.id])
    #expect(try files.read(path) == before)
  }

  @Test func `a fault of the lock against appending ends backup, export and verification`() throws {
    let scratch = try Scratch()
    var life = SessionLife(scratch.store)
    try life.live(in: life.open())
    let faulty = FaultyFileSystem()
    life.fileSystem = faulty
    let store = try life.open()
    let works: [(String, () throws -> Void)] = [
      ("verify", { _ = try store.verify() }), ("export", { _ = try store.exported(life.id) }),
      (
        "backup",
        {
          var backup = StoreBackup(of: scratch.store, to: "\(scratch.path)/backup", faulty)
          _ = try backup.make()
        }
      ),
    ]
    for (name, work) in works {
      let start = faulty.names.count
      try work()
      let lock = try #require(faulty.names.dropFirst(start).firstIndex { $0.hasPrefix("lock ") })
      try Disk(fileSystem: files).removeTree("\(scratch.path)/backup")
      // EMFILE, at the same step of a second run.
      faulty.plan = .failOnce(step: faulty.names.count + lock - start + 1, code: 24)

      #expect(throws: (any Error).self, "\(name)") { try work() }
      #expect(faulty.hasFailed, "\(name)")
      faulty.plan = .none
    }
  }

  @Test func `nothing matches what is not there, and something what is`() throws {
    let scratch = try Scratch()
    let store = try fill(scratch.store, .encrypted).open(.reading)
    var query = SessionQuery()
    query.name = "voice 1.wav"
    query.recordedFrom = StoreTime("2025-12-15T08:00:00Z")

    #expect(try store.sessions(query).map(\.name) == Array(repeating: "voice 1.wav", count: 3))
    query.recordedUntil = StoreTime("2025-12-15T08:00:00.001Z")
    #expect(try store.sessions(query).map(\.recordedAt) == ["2025-12-15T09:00:00+01:00"])
    query.verdict = .fail
    #expect(try store.sessions(query) == [])
  }

  private func queries(_ store: RecordStore) -> [SessionQuery] {
    var queries = [SessionQuery()]
    func add(_ change: (inout SessionQuery) -> Void) {
      var query = SessionQuery()
      change(&query)
      queries.append(query)
    }
    add { $0.user = store.userHash(of: "user 1") }
    add { $0.from = FixedClock().now().adding(days: 3) }
    add { $0.until = FixedClock().now().adding(days: 3) }
    add { $0.tier = .quick }
    add { $0.tier = .comprehensive }
    add { $0.states = [.filed, .claimed] }
    add { $0.context = "clinic" }
    add { $0.context = "elsewhere" }
    add { $0.reference = "visit 05" }
    add { $0.reference = "visit" }
    add { $0.recording = store.recordingHash(of: SessionLife("").audioSHA256) }
    add { $0.recording = store.recordingHash(of: "another") }
    add { $0.name = "voice 1.wav" }
    add { $0.name = "voice" }
    add { $0.recordedFrom = StoreTime("2025-12-15T08:00:00Z") }
    add { $0.recordedUntil = StoreTime("2025-12-15T08:00:00Z") }
    for verdict in Verdict.allCases { add { $0.verdict = verdict } }
    add { $0.limit = 3 }
    add {
      $0.name = "voice 1.wav"
      $0.limit = 2
    }
    add {
      $0.user = store.userHash(of: "user 2")
      $0.states = [.quickDone]
    }
    return queries
  }

  @Test(arguments: StoreKind.allCases)
  func `the index finds what a look at every folder finds`(kind: StoreKind) throws {
    let scratch = try Scratch()
    let store = try fill(scratch.store, kind).open(.reading)

    for query in queries(store) {
      var expected = try store.summaries(of: store.sessionIDs()).filter(query.matches)
      expected.sort { $0.order > $1.order }
      #expect(try store.sessions(query) == Array(expected.prefix(query.limit ?? 100)))
    }
    #expect(try store.sessions(SessionQuery()).count == 10)
  }

  @Test(arguments: ["gone", "broken", "emptied"])
  func `an index that is lost is made anew from the folders`(loss: String) throws {
    let scratch = try Scratch()
    let life = try fill(scratch.store, .open)
    let before = try life.open(.reading).sessions(SessionQuery())
    let path = "\(scratch.store)/index.sqlite"
    for name in [path, "\(path)-wal", "\(path)-shm"] { try? files.removeFile(name) }
    if loss == "broken" { try files.create(path, [UInt8](repeating: 0x55, count: 5000)) }
    if loss == "emptied" { try files.create(path, []) }

    let store = try life.open()

    #expect(try store.sessions(SessionQuery()) == before)
    #expect(try life.open(.reading).verify().findings == [])
    #expect(store.notices.isEmpty == (loss != "broken"))
  }

  @Test(arguments: StoreKind.allCases)
  func `the index holds no recording's own hash, and no reference of an encrypted store`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let life = try fill(scratch.store, kind)
    // What is in the log beside the database counts as well.
    let bytes = ["index.sqlite", "index.sqlite-wal"].flatMap { name in
      (try? files.read("\(scratch.store)/\(name)")) ?? []
    }
    let text = String(decoding: bytes, as: UTF8.self)

    #expect(!text.contains(life.audioSHA256))
    // What an encrypted store says nobody without the key.
    for clear in ["visit 05", "voice 1.wav", "2025-12-15", "unknown", "clinic"] {
      #expect(text.contains(clear) == (kind == .open), "\(clear)")
    }
  }

  @Test func `a row that somebody changed is found, and reindexing mends it`() throws {
    let scratch = try Scratch()
    let life = try fill(scratch.store, .open)
    let store = try life.open()
    var row = try #require(try store.sessions(SessionQuery()).first)
    row.state = .failed
    #expect(try store.index.put([store.indexed(row)]))
    #expect(try store.verify().findings.map(\.kind) == [.index])

    try store.reindex()

    #expect(try store.verify().findings == [])
  }

  @Test func `the first of several recordings that are the same is found by order alone`() throws {
    let scratch = try Scratch()
    let clock = FixedClock()
    var ids: [SessionID] = []
    for number in 1...3 {
      var life = SessionLife(scratch.store, number: number)
      life.clock = clock
      try life.live(in: life.open())
      // The clock is set back: the order of arrival is what counts.
      clock.advance(milliseconds: -3_600_000)
      ids.append(life.id)
    }
    let life = SessionLife(scratch.store)
    let store = try life.open()
    let identity = try #require(life.header(in: store).identity)
    #expect(try store.first(with: identity) == ids[0])

    try store.session(ids[0]).record(StateRecord(.failed))

    #expect(try store.first(with: identity) == ids[1])
  }
}

// Two programs that change one session: whatever comes between two steps of one, nothing of the
// other is lost, and the index says what the folder says.

import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct TwoProgramsTests {
  private let files = POSIXFileSystem()

  /// Two programs with a session of a guest open; something can be done while the second waits for
  /// the first.
  private struct Pair {
    let scratch: Scratch
    let life: SessionLife
    let first: StoredSession
    let second: StoredSession
    let secondFiles: FaultyFileSystem

    init(_ kind: StoreKind = .open) throws {
      scratch = try Scratch()
      var life = SessionLife(scratch.store, kind)
      life.userID = nil
      try life.live(in: life.open())
      self.life = life
      first = try life.open().session(life.id)
      secondFiles = FaultyFileSystem()
      var other = life
      other.fileSystem = secondFiles
      second = try other.open().session(life.id)
    }

    /// Does something right before the second program gets the lock, so many times.
    func whileTheSecondWaits(_ times: Int = 1, _ body: @escaping @Sendable (Int) -> Void) {
      let count = Mutex(0)
      secondFiles.meddler = { name in
        guard name.hasPrefix("lock "), name.hasSuffix("append.lock") else { return }
        let turn = count.withLock { count in
          count += 1
          return count
        }
        if turn <= times { body(turn) }
      }
    }

    /// The header as the first program has it, for a person.
    func header(of userID: String) throws -> SessionHeader {
      var header = try #require(try first.header())
      header.user = first.store.userHash(of: userID)
      return header
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a store that another program makes meanwhile, and keeps open, is opened`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let first = Mutex<RecordStore?>(nil)
    let meddled = FaultyFileSystem()
    meddled.meddler = { [life = SessionLife(scratch.store, kind)] name in
      guard name.hasPrefix("lock ") else { return }
      first.withLock { if $0 == nil { $0 = try? life.open() } }
    }
    var life = SessionLife(scratch.store, kind)
    life.fileSystem = meddled

    let second = try within(seconds: 300) { [life] in try life.open() }

    let made = try #require(first.withLock { $0 })
    #expect(second.userHash(of: "a") == made.userHash(of: "a"))
  }

  @Test func `a store that is made while others wait for it has the first line of its log`() throws
  {
    let scratch = try Scratch()
    let path = StoreLayout(root: scratch.store).writersLock
    let locks = Mutex(0)
    let waiting = Mutex<(any FileLock)?>(nil)
    let meddled = FaultyFileSystem()
    meddled.meddler = { name in
      guard name == "lock \(path)" else { return }
      let number = locks.withLock { locks in
        locks += 1
        return locks
      }
      // It has made the store, and has yet to say that it is there.
      if number == 2 {
        waiting.withLock { $0 = try? POSIXFileSystem().lock(path, .shared) }
      }
    }
    var life = SessionLife(scratch.store)
    life.fileSystem = meddled

    _ = try life.open()

    try #require(waiting.withLock { $0 }).release()
    #expect(try SessionLife(scratch.store).open(.reading).verify().findings == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a header that another program writes meanwhile is in the index and is purged`(
    kind: StoreKind
  ) throws {
    let pair = try Pair(kind)
    let header = try pair.header(of: "anna@example.org")
    pair.whileTheSecondWaits { [first = pair.first] _ in try? first.write(header) }

    try pair.second.record(StateRecord(.failed))

    let store = try pair.life.open()
    let user = store.userHash(of: "anna@example.org")
    var query = SessionQuery()
    query.user = user
    #expect(try pair.second.header()?.user == user)
    #expect(try store.sessions(query).map(\.id) == [pair.life.id])
    #expect(try store.sessions(query).map(\.state) == [.failed])
    #expect(try store.verify().findings == [])
    #expect(try store.purge(.user(user), reason: "r", .forGood) == [pair.life.id])
  }

  @Test func `a note that another program makes meanwhile is in the history once`() throws {
    let pair = try Pair()
    pair.whileTheSecondWaits { [first = pair.first] _ in
      try? first.noteOnce("amended", field: "amended_by", new: "a")
    }

    try pair.second.noteOnce("amended", field: "amended_by", new: "a")
    try pair.second.noteOnce("amended", field: "amended_by", new: "b")

    let notes = try pair.second.auditLines().filter { $0.entry.action == "amended" }
    #expect(notes.compactMap(\.entry.new) == ["a", "b"].map(pair.first.store.auditValue))
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a change that was made meanwhile is not taken back by an older one`() throws {
    let pair = try Pair()
    try pair.second.write(.bundle, Array("1".utf8))
    pair.whileTheSecondWaits { [first = pair.first] _ in
      try? first.write(.bundle, Array("2".utf8))
    }

    // What is stored already when it is planned is no longer stored when it is carried out.
    var change = SessionChange("amended", documents: [.bundle: Array("1".utf8)])
    change.state = StateRecord(.failed)
    try pair.second.commit(change)

    #expect(try pair.second.read(.bundle) == Array("1".utf8))
    #expect(try pair.second.state()?.state == .failed)
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a change gets through however often another program comes first`() throws {
    let pair = try Pair()
    pair.whileTheSecondWaits(100) { [first = pair.first] turn in
      try? first.write(.bundle, Array("\(turn)".utf8))
    }

    try pair.second.record(StateRecord(.failed))

    pair.secondFiles.meddler = nil
    #expect(try pair.first.state()?.state == .failed)
    #expect(try pair.first.read(.bundle) != nil)
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a document that another program takes for a leftover is staged again`() throws {
    let pair = try Pair()
    let turns = Mutex(0)
    pair.secondFiles.meddler = { [files, scratch = pair.scratch, id = pair.life.id] name in
      guard name.hasPrefix("flush "), name.contains("/staging/\(id.text)=") else { return }
      guard
        turns.withLock({ turns in
          turns += 1
          return turns == 1
        })
      else { return }
      // As putting the session in order does, right before the bytes are durable.
      let names = (try? files.list("\(scratch.store)/staging")) ?? []
      for name in names { try? files.removeFile("\(scratch.store)/staging/\(name)") }
    }

    try pair.second.record(StateRecord(.failed))

    #expect(turns.withLock { $0 } > 1)
    #expect(try pair.first.state()?.state == .failed)
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `two programs that stage the same bytes at once do not take each other's`() throws {
    let pair = try Pair()
    let bytes = Array("1234".utf8)
    var life = pair.life
    let dying = FaultyFileSystem()
    life.fileSystem = dying
    let third = try life.open().session(life.id)
    // It ends when half of the bytes are written, wherever it writes them.
    dying.meddler = { [files] name in
      let path = String(name.drop { $0 != "/" })
      guard name.hasPrefix("write"), path.contains("/staging/"),
        (try? files.facts(of: path)) == .some(nil)
      else { return }
      dying.plan = .die(step: dying.steps + 1)
    }
    pair.whileTheSecondWaits { _ in try? third.write(.bundle, bytes) }

    try pair.second.write(.bundle, bytes)

    #expect(dying.hasFailed)
    #expect(try pair.first.read(.bundle) == bytes)
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a session that is purged meanwhile leaves nothing of a change behind`() throws {
    let pair = try Pair()
    pair.whileTheSecondWaits { [store = pair.first.store, id = pair.life.id] _ in
      _ = try? store.purge(.sessions([id]), reason: "r", .forGood)
    }

    #expect(throws: StoreError.purged(pair.life.id)) {
      try pair.second.write(.bundle, Array("anna".utf8))
    }

    #expect(try files.list("\(pair.scratch.store)/staging") == [])
    #expect(try files.list("\(pair.scratch.store)/sessions") == [])
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a change that comes while a session is purged leaves a tombstone that holds`() throws
  {
    let pair = try Pair()
    pair.whileTheSecondWaits { [first = pair.first] _ in try? first.record(StateRecord(.failed)) }

    _ = try pair.second.store.purge(.sessions([pair.life.id]), reason: "r", .forGood)

    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  @Test func `a person's session is purged by a store that was open before it was theirs`() throws {
    let pair = try Pair()
    let store = try pair.life.open()
    let user = store.userHash(of: "anna@example.org")
    let row = try #require(try store.sessions(SessionQuery()).first)
    try pair.first.write(pair.header(of: "anna@example.org"))
    // As a program leaves it whose index was busy.
    #expect(try store.index.put([], removing: [row.id]) && store.index.put([store.indexed(row)]))

    #expect(try store.purge(.user(user), reason: "r", .forGood) == [pair.life.id])
  }

  @Test func `two programs that keep a baseline at once keep both`() throws {
    let pair = try Pair()
    let (first, second) = (pair.first.store, pair.second.store)
    let user = first.userHash(of: "anna")
    pair.whileTheSecondWaits { _ in _ = try? first.keep(["mean": 1], for: user, reason: "r") }

    try second.keep(["mean": 2], for: user, reason: "r")

    #expect(try first.baselines(for: user).map(\.baseline) == [["mean": 1], ["mean": 2]])
    #expect(try first.baselines(for: user).map(\.number) == [1, 2])
    #expect(try pair.life.open(.reading).verify().findings == [])
  }

  // MARK: - Logs that do not hold

  /// Changes a byte in the second line of the session's log, as somebody may.
  private func breakLog(_ pair: Pair) throws -> [UInt8] {
    let path = "\(pair.scratch.store)/sessions/\(pair.life.id.text)/audit.log"
    var bytes = try files.read(path)
    let line = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    bytes[line + 40] ^= 1
    try files.removeFile(path)
    try files.create(path, bytes)
    return bytes
  }

  private func log(_ pair: Pair) throws -> [UInt8] {
    try files.read("\(pair.scratch.store)/sessions/\(pair.life.id.text)/audit.log")
  }

  @Test func `a log with a faulty line in its middle is not cut there by a full disk`() throws {
    let pair = try Pair()
    let broken = try breakLog(pair)
    pair.whileTheSecondWaits { [first = pair.first, faulty = pair.secondFiles] _ in
      try? first.record(StateRecord(.failed))
      faulty.meddler = { name in
        guard name.hasPrefix("append to"), name.contains("/sessions/") else { return }
        faulty.plan = .failOnce(step: faulty.steps + 1, code: 28)
      }
    }

    #expect(throws: StoreError.self) { try pair.second.write(.bundle, Array("1".utf8)) }

    #expect(try log(pair).starts(with: broken))
    #expect(try log(pair).count > broken.count)
  }

  @Test func `what a crash tore off a log that does not hold is cut, and nothing else is`() throws {
    let pair = try Pair()
    let broken = try breakLog(pair)
    try files.append(
      Array(#"{"schema":"sagevoice/au"#.utf8),
      to: "\(pair.scratch.store)/sessions/\(pair.life.id.text)/audit.log")

    try pair.second.record(StateRecord(.failed))

    let after = try log(pair)
    #expect(after.starts(with: broken))
    let added = after.dropFirst(broken.count).split(separator: UInt8(ascii: "\n"))
    #expect(added.count == 2)
    #expect(added.allSatisfy { $0.last == UInt8(ascii: "}") })
    #expect(try pair.first.state()?.state == .failed)
  }
}

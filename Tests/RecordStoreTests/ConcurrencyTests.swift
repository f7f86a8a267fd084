import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ConcurrencyTests {
  @Test func `concurrent writes of two stores and four tasks give one valid history`()
    async throws
  {
    let scratch = try Scratch()
    let stores = try (0..<2).map { _ in try SessionLife(scratch.store).open() }

    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          for number in 0..<15 {
            let life = SessionLife(scratch.store, number: 100 * worker + number + 1)
            try life.live(in: stores[worker % 2])
          }
        }
      }
      group.addTask {
        let reader = try SessionLife(scratch.store).open(.reading)
        for _ in 0..<10 {
          let findings = try reader.verify().findings
          #expect(findings == [])
        }
      }
      try await group.waitForAll()
    }

    let report = try SessionLife(scratch.store).open(.reading).verify()
    #expect(report.findings == [])
    #expect(report.sessions == 60)
  }

  @Test func `programs that create a store concurrently create one`() async throws {
    for _ in 1...20 {
      let scratch = try Scratch()

      let hashes = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 1...6 {
          group.addTask { try SessionLife(scratch.store).open().userHash(of: "anna").text }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }

      #expect(hashes.count == 1)
      #expect(try SessionLife(scratch.store).open(.reading).verify().findings == [])
    }
  }

  @Test func `programs that create a database concurrently create one`() async throws {
    for _ in 1...50 {
      let scratch = try Scratch()
      let path = "\(scratch.path)/database.sqlite"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...8 {
          group.addTask { try SQLiteDatabase(at: path, for: .writing).checkSchema() }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `concurrent changes of a session by two programs are complete`() async throws {
    let scratch = try Scratch()
    let (sessions, changes) = (5, 100)

    try await withThrowingTaskGroup { group in
      for program in 1...2 {
        group.addTask {
          let life = SessionLife(scratch.store)
          var options = life.options()
          options.actor = "program \(program)"
          let store = try RecordStore(at: scratch.store, options)
          for number in 1...changes {
            let life = SessionLife(scratch.store, number: number * program % sessions + 1)
            let details = [
              JSONValue.Member("program", .int(program)), JSONValue.Member("change", .int(number)),
            ]
            let change = SessionChange(
              "trial", header: life.header(in: store), state: StateRecord(.filed, details: details),
              documents: number.isMultiple(of: 3) ? [.bundle: Array("\(number)".utf8)] : [:])
            try store.session(life.id).commit(change)
          }
        }
      }
      try await group.waitForAll()
    }

    let store = try SessionLife(scratch.store).open(.reading)
    let lines = try store.sessionIDs().flatMap { try store.session($0).auditLines().map(\.entry) }
    #expect(lines.count { $0.actor == "program 1" } == changes)
    #expect(lines.count { $0.actor == "program 2" } == changes)
    #expect(try store.verify().findings == [])
  }

  @Test func `of equal recordings exactly one is the first`() async throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()

    let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...16 {
        group.addTask {
          let life = SessionLife(scratch.store, number: number)
          let session = try store.session(life.id)
          let header = life.header(in: store)
          try session.commit(SessionChange("claimed", header: header, state: StateRecord(.claimed)))
          return try store.first(with: header.identity ?? RecordingIdentity(text: ""))
            == life.id
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(firsts == 1)
  }

  @Test func `a session during the write of another program is read consistently`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let (watcher, other) = (try life.open(), try life.open())
    try life.live(in: watcher)
    let session = try watcher.session(life.id)

    try other.session(life.id).record(StateRecord(.failed))
    try session.write(.bundle, Array("{}".utf8))

    #expect(try session.state()?.state == .failed)
    #expect(try life.open(.reading).verify().findings == [])
  }
}

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ConcurrencyTests {
  @Test func `sessions written at once by two stores and four tasks leave one good chain`()
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

  @Test func `of recordings that are the same exactly one is the first`() async throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()

    let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...16 {
        group.addTask {
          let life = SessionLife(scratch.store, number: number)
          let session = try store.session(life.id)
          let header = life.header(in: store)
          try session.commit(
            SessionChange("claimed", header: header, state: StateRecord(.claimed)))
          return try store.first(with: header.identity ?? RecordingIdentity(text: ""))?.id
            == life.id
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(firsts == 1)
  }

  @Test func `a session that another program writes to is seen as it is`() throws {
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

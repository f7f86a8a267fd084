// What every board promises, tried on each kind that is here.

import Glibc
import JobRunner
import RecordStore
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct JobBoardContractTests {
  /// Long beside every call, also where the other tests take both cores for minutes.
  private static let lease: Duration = .seconds(36_000)

  /// A lease that is over at once.
  private static let short: Duration = .milliseconds(30)

  /// Waits on this thread: a task that sleeps comes back when the pool has a thread for it, which
  /// beside other tests takes minutes.
  private static func wait(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }

  private static func outlast() { wait(60) }

  @Test(arguments: BoardKind.here)
  func `a job goes from the board to a document, byte by byte`(kind: BoardKind) throws {
    let board = try kind.make()
    let receipt = try board.put("one")

    let job = try #require(try board.worker.claim(8, for: Self.lease, by: "a").first)
    let bytes = try board.worker.recording(of: job)
    let kept = try board.worker.finish([TriedBoard.finished(job, "{\"a\":  1.0}\n")])

    #expect(receipt.isNew)
    #expect(job.session == receipt.session)
    #expect((job.tenant, job.tier, job.attempt) == ("clinic-a", .quick, 1))
    #expect(
      bytes
        == .found(Array("one".utf8), sha256: Fingerprint.sha256(of: Array("one".utf8))))
    #expect(kept == [job.lease])
    #expect(try board.documents(job.session) == [.quick: Array("{\"a\":  1.0}\n".utf8)])
    #expect(try board.worker.claim(8, for: Self.lease, by: "a").isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `the same recording is put in once, also after it is done`(kind: BoardKind) throws {
    let board = try kind.make()
    let first = try board.put("one")

    let second = try board.put("one")
    let jobs = try board.worker.claim(8, for: Self.lease, by: "a")
    let third = try board.put("one")
    _ = try board.worker.finish(jobs.map { TriedBoard.finished($0) })
    let fourth = try board.put("one")

    #expect(
      [second, third, fourth]
        == Array(repeating: BoardReceipt(first.session, isNew: false), count: 3))
    #expect(jobs.count == 1)
    #expect(try board.worker.claim(8, for: Self.lease, by: "a").isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `the same bytes of two tenants are two sessions`(kind: BoardKind) throws {
    let board = try kind.make()

    let sessions = try ["clinic-a", "clinic-b"].map { try board.put("one", tenant: $0).session }
    let jobs = try board.worker.claim(8, for: Self.lease, by: "a")

    #expect(Set(sessions).count == 2)
    #expect(Set(jobs.map(\.tenant)) == ["clinic-a", "clinic-b"])
  }

  @Test(arguments: BoardKind.here)
  func `what somebody waits for comes first, and then the order in which they came`(
    kind: BoardKind
  ) throws {
    let board = try kind.make()
    let sessions = try ["one", "two"].map {
      try board.put($0, tiers: [.quick, .comprehensive]).session
    }

    let jobs = try board.worker.claim(8, for: Self.lease, by: "a")

    #expect(jobs.map(\.tier) == [.quick, .quick, .comprehensive, .comprehensive])
    #expect(jobs.map(\.session) == sessions + sessions)
  }

  @Test(arguments: BoardKind.here)
  func `what is wanted of one recording is claimed by one worker`(kind: BoardKind) throws {
    let board = try kind.make()
    let sessions = try ["one", "two", "three"].map {
      try board.put($0, tiers: [.quick, .comprehensive]).session
    }

    let first = try board.worker.claim(2, for: Self.lease, by: "a")
    let others = try board.other.claim(4, for: Self.lease, by: "b")

    #expect(first.map(\.session) == [sessions[0], sessions[0]])
    #expect(first.map(\.tier) == [.quick, .comprehensive])
    #expect(others.map(\.session) == [sessions[1], sessions[2], sessions[1], sessions[2]])
  }

  @Test(arguments: BoardKind.here)
  func `a recording of a higher priority comes before those that came earlier`(
    kind: BoardKind
  ) throws {
    let board = try kind.make()
    try board.put("early", tiers: [.quick, .comprehensive])
    let urgent = try board.put("urgent", tiers: [.quick, .comprehensive], priority: 9).session

    let jobs = try board.worker.claim(2, for: Self.lease, by: "a")

    #expect(jobs.map(\.session) == [urgent, urgent])
  }

  @Test(arguments: BoardKind.here)
  func `no more are claimed than asked for, and none twice`(kind: BoardKind) throws {
    let board = try kind.make()
    for number in 0..<5 { try board.put("\(number)") }

    let counts = try [2, 2, 2].map { try board.worker.claim($0, for: Self.lease, by: "a").count }

    #expect(counts == [2, 2, 1])
  }

  @Test(arguments: BoardKind.here)
  func `a lease that ran out writes nothing, whether the job was taken over or not`(
    kind: BoardKind
  ) throws {
    let board = try kind.make()
    try board.put("one")
    let late = try #require(try board.worker.claim(1, for: Self.short, by: "a").first)
    Self.outlast()

    let before = try board.worker.finish([TriedBoard.finished(late, "\"late\"")])
    let again = try #require(try board.other.claim(1, for: Self.lease, by: "b").first)
    let during = try board.worker.finish([TriedBoard.finished(late, "\"late\"")])
    let heldLate = try board.worker.heartbeat([late.lease], for: Self.lease)
    let delayed = try board.worker.delay(late.lease, by: .zero, because: .recordingMissing)
    let aside = try board.worker.quarantine(late.lease, because: .documentRefused)
    try board.worker.giveBack([late.lease])
    let kept = try board.other.finish([TriedBoard.finished(again, "\"timely\"")])
    let after = try board.worker.finish([TriedBoard.finished(late, "\"late\"")])

    #expect((before, during, after) == ([], [], []))
    #expect(heldLate.isEmpty)
    #expect(!delayed && !aside)
    #expect(again.lease.job == late.lease.job && again.lease.token != late.lease.token)
    #expect(again.attempt == 2)
    #expect(kept == [again.lease])
    #expect(try board.documents(late.session) == [.quick: Array("\"timely\"".utf8)])
  }

  @Test(arguments: BoardKind.here)
  func `a lease lasts as long as its last renewal says`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("longer")
    let longer = try #require(try board.worker.claim(1, for: .seconds(5), by: "a").first)
    let held = try board.worker.heartbeat([longer.lease], for: Self.lease)
    try board.put("shorter")
    let shorter = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)
    let heldToo = try board.worker.heartbeat([shorter.lease], for: Self.short)
    Self.wait(5100)

    #expect(held == [longer.lease] && heldToo == [shorter.lease])
    #expect(try board.other.claim(8, for: Self.lease, by: "b").map(\.session) == [shorter.session])
    #expect(try board.worker.finish([TriedBoard.finished(longer)]) == [longer.lease])
    #expect(try board.worker.finish([TriedBoard.finished(shorter)]).isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `two workers of one name have leases of their own`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("one")
    let first = try #require(try board.worker.claim(1, for: Self.short, by: "same").first)
    Self.outlast()
    let second = try #require(try board.other.claim(1, for: Self.lease, by: "same").first)

    #expect(try board.worker.heartbeat([first.lease], for: Self.lease).isEmpty)
    #expect(try board.worker.finish([TriedBoard.finished(first)]).isEmpty)
    #expect(try board.other.finish([TriedBoard.finished(second)]) == [second.lease])
  }

  @Test(arguments: BoardKind.here)
  func `finishing may be said again`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("one")
    let job = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)
    let finished = TriedBoard.finished(job)

    let answers = try [1, 2].map { _ in try board.worker.finish([finished]) }

    #expect(answers == [[job.lease], [job.lease]])
  }

  @Test(arguments: BoardKind.here)
  func `of several that end together, those are kept whose leases are held`(
    kind: BoardKind
  ) throws {
    let board = try kind.make()
    // The short lease last: a slow machine would take its job over with the next claim.
    try board.put("one")
    let held = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)
    try board.put("two")
    let late = try #require(try board.worker.claim(1, for: Self.short, by: "a").first)
    Self.outlast()

    let kept = try board.worker.finish([late, held].map { TriedBoard.finished($0) })

    #expect(kept == [held.lease])
    #expect(try board.documents(late.session).isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `a job that loses its worker every time is put aside, and the others are done`(
    kind: BoardKind
  ) throws {
    let board = try kind.make()
    try board.put("deadly", attempts: 3)
    try board.put("one")
    try board.put("two")

    var batches: [[ClaimedJob]] = []
    for _ in 0..<3 {
      batches.append(try board.worker.claim(8, for: Self.short, by: "a"))
      Self.outlast()
      // The deadly one never ends; alone, the others do.
      while let other = try board.worker.claim(1, for: Self.lease, by: "b").first {
        if other.session != batches[0][0].session {
          _ = try board.worker.finish([TriedBoard.finished(other)])
        } else {
          batches.append([other])
          try board.worker.giveBack([other.lease])
          break
        }
      }
    }
    Self.outlast()
    _ = try board.worker.claim(8, for: Self.lease, by: "a")

    #expect(batches[0].count == 3)
    #expect(batches.dropFirst().allSatisfy { $0.count <= 1 })
    #expect(try board.quarantined() == 1)
    #expect(try board.documents(batches[0][0].session).isEmpty)
    #expect(try board.documents(batches[0][1].session).count == 1)
    #expect(try board.documents(batches[0][2].session).count == 1)
    #expect(try board.worker.claim(8, for: Self.lease, by: "a").isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `what was put off comes later, and not for ever`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("one", attempts: 2)
    let first = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)

    let wasHeld = try board.worker.delay(
      first.lease, by: .seconds(2), because: .recordingMissing)
    let early = try board.worker.claim(1, for: Self.lease, by: "a")
    Self.wait(3200)
    let second = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)
    _ = try board.worker.delay(second.lease, by: .zero, because: .recordingMissing)

    #expect(wasHeld)
    #expect(early.isEmpty)
    #expect(second.attempt == 2)
    #expect(try board.quarantined() == 1)
  }

  @Test(arguments: BoardKind.here)
  func `what was given back is claimed as if it had not been`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("one")
    let first = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)

    try board.worker.giveBack([first.lease])
    // The front of the queue is looked at again after a second.
    Self.wait(1100)
    let second = try #require(try board.other.claim(1, for: Self.lease, by: "b").first)

    #expect(second.attempt == 1)
    #expect(try board.worker.finish([TriedBoard.finished(first)]).isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `what is put aside by hand stays there`(kind: BoardKind) throws {
    let board = try kind.make()
    try board.put("one")
    let job = try #require(try board.worker.claim(1, for: Self.lease, by: "a").first)

    #expect(try board.worker.quarantine(job.lease, because: .documentRefused))
    #expect(try board.quarantined() == 1)
    #expect(try board.put("one").isNew == false)
    #expect(try board.worker.claim(1, for: Self.lease, by: "a").isEmpty)
  }

  @Test(arguments: BoardKind.here)
  func `many workers at a time never hold one job`(kind: BoardKind) async throws {
    let board = try kind.make()
    for number in 0..<60 { try board.put("\(number)") }

    let claims = try await withThrowingTaskGroup(of: [ClaimedJob].self) { group in
      for number in 0..<6 {
        let own = number % 2 == 0 ? board.worker : board.other
        group.addTask {
          var all: [ClaimedJob] = []
          while case let jobs = try own.claim(3, for: Self.lease, by: "\(number)"), !jobs.isEmpty {
            all += jobs
          }
          return all
        }
      }
      return try await group.reduce([]) { $0 + $1 }
    }

    #expect(claims.count == 60)
    #expect(Set(claims.map(\.lease.job)).count == 60)
    #expect(Set(claims.map(\.lease.token)).count == 60)
  }
}

// A worker beside a board: what it makes, and what it does when things go wrong.

import Dispatch
import JobRunner
import Logging
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes

@Suite struct WorkerTests {
  private static let environment = RunEnvironment(
    newID: { "id" }, timestamp: { "2026-01-01T00:00:00Z" },
    elapsed: { ContinuousClock.now - WorkerTests.start })
  private static let start = ContinuousClock.now

  /// A voice of a second, different for every number.
  private static func voice(_ number: Int) -> [UInt8] {
    let voice = SyntheticVoice(f0: Hertz(110 + Double(number)), vowel: .a, duration: 1)
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }

  private func worker(_ board: any JobBoard, _ change: (inout WorkerSettings) -> Void = { _ in })
    -> BoardWorker
  {
    var settings = WorkerSettings()
    settings.span = .untilDrained
    settings.shortestWait = .milliseconds(1)
    change(&settings)
    return BoardWorker(
      board, named: "tests", environment: Self.environment, settings: settings,
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
  }

  private func put(
    _ bytes: [UInt8], on board: any JobBoard, attempts: Int = 5
  ) throws -> SessionID {
    var submission = BoardSubmission(
      tenant: "a", name: "name of a file.wav", bytes: bytes,
      wanted: Dictionary(
        uniqueKeysWithValues: Tier.allCases.map {
          ($0, .ofThisVersion($0, environment: Self.environment))
        }))
    submission.mostAttempts = attempts
    return try board.enqueue(submission).session
  }

  @Test func `a worker makes the documents that an analysis makes, and names no file`() throws {
    let board = MemoryJobBoard()
    let bytes = Self.voice(1)
    let session = try put(bytes, on: board)

    let totals = worker(board).run()

    let documents = board.documents(of: session)
    #expect(totals.finished == 2)
    #expect(Set(documents.keys) == Set(Tier.allCases))
    for (tier, document) in documents {
      let difference = ArchivedRecording(
        bytes, named: "\(Fingerprint.sha256(of: bytes)).wav", environment: Self.environment
      ).difference(from: document)
      #expect(difference == nil, "\(tier)")
      #expect(!String(decoding: document, as: UTF8.self).contains("name of a file"))
    }
  }

  @Test func `what is no recording has a document too`() throws {
    let board = MemoryJobBoard()
    let session = try put([1, 2, 3], on: board)

    let totals = worker(board).run()

    #expect(totals.finished == 2)
    let quick = try #require(board.documents(of: session)[.quick])
    #expect(try JSONValue.parse(quick)["state"] == .string("refused"))
  }

  @Test func `a board that is away is waited for, and nothing is done twice`() throws {
    let board = UnreliableBoard(every: 2)
    let session = try put(Self.voice(2), on: board.inner)

    let totals = worker(board).run()

    #expect(totals.finished == 2)
    #expect(board.faults > 1)
    #expect(board.inner.documents(of: session).count == 2)
  }

  @Test func `a recording that is not there is put off, and put aside in the end`() throws {
    let board = UnreliableBoard(every: 0, hasSound: false)
    _ = try put([1], on: board.inner, attempts: 1)

    let totals = worker(board).run()

    #expect(totals.delayed == 2)
    #expect(board.inner.quarantined == 2)
  }

  @Test func `who is stopped ends with the recording that it is at, and gives the others back`()
    throws
  {
    let board = UnreliableBoard(every: 0)
    let sessions = try (3..<9).map { try put(Self.voice($0), on: board.inner) }
    let worker = worker(board) { $0.batch = .seconds(60) }
    // The first claim is of one recording; the second of all others.
    board.whenFinished = { count in if count == 3 { worker.stop() } }

    let totals = worker.run()

    #expect(totals.finished == 3)
    #expect(totals.givenBack == 2 * sessions.count - 3)
    #expect(try board.inner.claim(100, for: .seconds(60), by: "b").allSatisfy { $0.attempt == 1 })
  }

  @Test func `sound comes once for both documents of a recording`() throws {
    let board = UnreliableBoard(every: 0)
    for number in 20..<26 { _ = try put(Self.voice(number), on: board.inner) }

    let totals = worker(board).run()

    #expect(totals.finished == 12)
    #expect(board.soundsRead == 6)
  }

  @Test func `who cannot read what is encrypted gives back all of it, and nothing is put aside`()
    throws
  {
    let board = UnreliableBoard(every: 0, hasKey: false)
    for number in 11..<14 { _ = try put(Self.voice(number), on: board.inner, attempts: 1) }
    let worker = worker(board)
    board.whenAsked = { count in if count == 3 { worker.stop() } }

    let totals = worker.run()

    #expect(totals.givenBack >= 6 && totals.finished == 0)
    #expect(board.inner.quarantined == 0)
    #expect(
      try board.inner.claim(8, for: .seconds(60), by: "other").map(\.attempt)
        == Array(repeating: 1, count: 6))
  }

  @Test func `a lease is renewed while an analysis takes longer`() throws {
    let board = UnreliableBoard(every: 0)
    let session = try put(Self.voice(10), on: board.inner)
    board.pause = .milliseconds(900)

    let totals = worker(board) { $0.lease = .milliseconds(300) }.run()

    #expect(totals.finished == 2)
    #expect(totals.lost == 0)
    #expect(board.inner.documents(of: session).count == 2)
  }
}

/// A board in memory that is away for every so many calls, happens to have lost its sound, or is slow.
final class UnreliableBoard: JobBoard {
  private struct State {
    var calls = 0
    var faults = 0
    var finished = 0
    var soundsRead = 0
    var whenFinished: (@Sendable (Int) -> Void)?
    var whenAsked: (@Sendable (Int) -> Void)?
    var pause: Duration = .zero
  }

  let inner = MemoryJobBoard()
  private let every: Int
  private let hasSound: Bool
  private let hasKey: Bool
  private let state = Mutex(State())

  init(every: Int, hasSound: Bool = true, hasKey: Bool = true) {
    (self.every, self.hasSound, self.hasKey) = (every, hasSound, hasKey)
  }

  var faults: Int { state.withLock { $0.faults } }

  /// How often sound was asked for.
  var soundsRead: Int { state.withLock { $0.soundsRead } }

  /// Called with how many were finished so far.
  var whenFinished: (@Sendable (Int) -> Void)? {
    get { state.withLock { $0.whenFinished } }
    set { state.withLock { $0.whenFinished = newValue } }
  }

  /// Called with how often sound was asked for so far.
  var whenAsked: (@Sendable (Int) -> Void)? {
    get { state.withLock { $0.whenAsked } }
    set { state.withLock { $0.whenAsked = newValue } }
  }

  /// How long sound takes to come.
  var pause: Duration {
    get { state.withLock { $0.pause } }
    set { state.withLock { $0.pause = newValue } }
  }

  /// Every so many calls there is no answer; of these every other happened.
  private func call<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    guard every > 0, number % every == 0 else { return try body() }
    state.withLock { $0.faults += 1 }
    if number % (2 * every) == 0 { _ = try body() }
    throw .away(PlainReason("the board is away"))
  }

  func enqueue(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt {
    try inner.enqueue(submission)
  }

  func claim(
    _ limit: Int, for lease: Duration, by worker: String
  ) throws(StoreError) -> [ClaimedJob] { try inner.claim(limit, for: lease, by: worker) }

  func recording(of job: ClaimedJob) throws(StoreError) -> BoardSound {
    Thread.sleep(for: pause)
    let (count, told) = state.withLock { state in
      state.soundsRead += 1
      return (state.soundsRead, state.whenAsked)
    }
    told?(count)
    if !hasKey { throw .keyNeeded }
    return try call { () throws(StoreError) in hasSound ? try inner.recording(of: job) : .missing }
  }

  func heartbeat(
    _ leases: [JobLease], for lease: Duration
  ) throws(StoreError) -> Set<JobLease> { try inner.heartbeat(leases, for: lease) }

  func finish(_ jobs: [FinishedJob]) throws(StoreError) -> Set<JobLease> {
    let kept = try call { () throws(StoreError) in try inner.finish(jobs) }
    let (count, tell) = state.withLock { state in
      state.finished += kept.count
      return (state.finished, state.whenFinished)
    }
    tell?(count)
    return kept
  }

  func delay(
    _ lease: JobLease, by delay: Duration, because fault: BoardFault
  ) throws(StoreError) -> Bool { try inner.delay(lease, by: delay, because: fault) }

  func giveBack(_ leases: [JobLease]) throws(StoreError) { try inner.giveBack(leases) }

  func quarantine(
    _ lease: JobLease, because fault: BoardFault
  ) throws(StoreError) -> Bool { try inner.quarantine(lease, because: fault) }

  func awaitWork(_ patience: Duration) throws(StoreError) {}
}

private enum Thread {
  /// Blocks, as a connection does.
  static func sleep(for duration: Duration) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + duration / .seconds(1))
  }
}

// Recordings submitted without a folder: durable when the call returns, analysed like others, with updates for early
// and late subscribers.

import Dispatch
import Foundation
import JobRunner
import Logging
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct SubmissionTests {
  private let inbox: Inbox
  private let session = SessionID.fresh()

  init() throws { inbox = try Inbox() }

  private func started() throws -> RecordingRunner {
    let runner = try inbox.runner(jobs: 2)
    try runner.start()
    return runner
  }

  private func all(_ stream: AsyncStream<JobUpdate>) async -> [JobUpdate] {
    var updates: [JobUpdate] = []
    for await update in stream { updates.append(update) }
    return updates
  }

  private func expectNothingLeft() throws {
    #expect(try inbox.work() == [])
    let control = inbox.layout.control
    #expect(try FileManager.default.contentsOfDirectory(atPath: control + "/incoming") == [])
    #expect(try inbox.findings() == [])
  }

  // MARK: - Many runners

  /// Libdispatch has 255 threads per program, and each runner needs 17.
  @Test(.timeLimit(.minutes(30))) func `twenty runners in one program work concurrently`()
    async throws
  {
    let inboxes = try (0..<20).map { _ in try Inbox() }
    let runners = try inboxes.map { try $0.runner() }
    for runner in runners { try runner.start() }
    defer {
      for runner in runners { runner.stop() }
      withExtendedLifetime(inboxes) {}
    }

    let last = try #require(runners.last)
    let stream = last.updates(of: session)
    try last.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)

    #expect(await all(stream).last?.phase == .complete)
  }

  /// A comprehensive analysis may last a minute, and more recordings than workers may wait for it.
  @Test func `a comprehensive analysis delays no quick document of other recordings`() throws {
    let (entered, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let quick = DispatchSemaphore(value: 0)
    let documents = Mutex(0)
    var environment = Inbox.environment()
    environment.newID = {
      let number = documents.withLock { count in
        count += 1
        return count
      }
      // The second document is the comprehensive one of the first recording, and no other comprehensive analysis begins.
      if number == 2 {
        entered.signal()
        goesOn.wait()
      } else if number > 2 {
        quick.signal()
      }
      return UUID().uuidString.lowercased()
    }
    let runner = try inbox.runner(environment: environment)
    try runner.start()
    defer {
      goesOn.signal()
      runner.stop()
    }
    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    try within(seconds: 60) { entered.wait() }

    for number in 1...17 {
      try runner.submit(.bytes(Recordings.voice(number), named: "\(number).wav"), as: .fresh())
      try within(seconds: 60) { quick.wait() }
    }
  }

  // MARK: - Updates

  @Test func `updates have every step in order with the documents, and then end`() async throws {
    let runner = try started()
    let stream = runner.updates(of: session)

    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    let updates = await all(stream)
    runner.stop()

    #expect(
      updates.map(\.phase)
        == [.idle, .quickAnalysing, .quickComplete, .comprehensiveAnalysing, .complete])
    #expect(updates[2].document?.tier == .quick)
    #expect(updates[4].document?.tier == .comprehensive)
    #expect(updates.allSatisfy { $0.session == session.text })
    try expectNothingLeft()
  }

  @Test func `a late subscriber gets the stored state, and its stream ends`() async throws {
    let runner = try started()
    let early = runner.updates(of: session)
    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    _ = await all(early)

    let late = await all(runner.updates(of: session))
    runner.stop()
    let stopped = await all(runner.updates(of: session))
    let unknown = await all(runner.updates(of: .fresh()))

    for updates in [late, stopped] {
      #expect(updates.map(\.phase) == [.complete])
      #expect(updates.first?.document?.tier == .comprehensive)
    }
    #expect(unknown.isEmpty)
  }

  @Test func `a session has many subscribers`() async throws {
    let runner = try started()
    let streams = (1...5).map { _ in runner.updates(of: session) }

    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)

    for stream in streams { #expect(await all(stream).last?.phase == .complete) }
    runner.stop()
  }

  @Test func `an unmeasurable recording ends with the reason, and is quarantined`() async throws {
    let runner = try started()
    let stream = runner.updates(of: session)

    try runner.submit(.bytes(Recordings.silence, named: "a.wav"), as: session)
    let last = await all(stream).last
    let late = await all(runner.updates(of: session)).last
    runner.stop()

    for update in [last, late] {
      #expect(update?.phase == .error)
      #expect(update?.message?.isEmpty == false)
      #expect(update?.document?.refusal != nil)
    }
    #expect(inbox.stored("failed").contains("a.wav"))
    try expectNothingLeft()
  }

  @Test func `metadata and reference of a submission are in the session`() async throws {
    let runner = try started()
    let stream = runner.updates(of: session)
    let sidecar = #"{"profile": {"user_id": "kim", "age": 34}, "reference": "order 7"}"#

    try runner.submit(
      .bytes(Recordings.voice(), named: "a.wav", sidecar: Array(sidecar.utf8)), as: session)
    let last = await all(stream).last
    runner.stop()

    #expect(last?.document?.findings?.assessment != nil)
    var query = SessionQuery()
    query.reference = "order 7"
    #expect(try inbox.openStore().sessions(query).map(\.id) == [session])
    #expect(try inbox.session().user == inbox.openStore().userHash(of: "kim"))
  }

  @Test func `results are read from the store by tier`() async throws {
    let runner = try started()
    let stream = runner.updates(of: session)
    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    let last = await all(stream).last
    runner.stop()

    let store = try RecordStore.open(at: inbox.storePath, actor: "a program")

    #expect(try store.results(of: session)?.json == last?.document?.json)
    #expect(try store.results(of: session, .quick)?.tier == .quick)
    #expect(try store.results(of: .fresh()) == nil)
  }

  // MARK: - Rejected recordings

  @Test func `a stopped runner refuses recordings`() throws {
    let runner = try inbox.runner()
    let source = RecordingSource.bytes(Recordings.voice(), named: "a.wav")
    #expect(throws: SubmissionFault.notRunning) { try runner.submit(source, as: session) }
    try runner.start()
    runner.stop()
    runner.stop()
    #expect(throws: SubmissionFault.notRunning) { try runner.submit(source, as: session) }
  }

  @Test func `a session has one recording`() async throws {
    let runner = try started()
    let stream = runner.updates(of: session)
    let source = RecordingSource.bytes(Recordings.voice(), named: "a.wav")
    try runner.submit(source, as: session)

    #expect(throws: SubmissionFault.known) { try runner.submit(source, as: session) }
    _ = await all(stream)
    #expect(throws: SubmissionFault.known) { try runner.submit(source, as: session) }
    runner.stop()

    #expect(try inbox.sessions().count == 1)
  }

  @Test(arguments: [
    "a.txt", "a/b.wav", "", ".wav", "a\u{0}.wav", String(repeating: "a", count: 250) + ".wav",
  ])
  func `an invalid file name is refused`(name: String) throws {
    let runner = try started()
    #expect(throws: SubmissionFault.unusableName) {
      try runner.submit(.bytes(Recordings.voice(), named: name), as: session)
    }
    runner.stop()
    #expect(try inbox.sessions().isEmpty)
    try expectNothingLeft()
  }

  @Test func `a recording above the limit is refused unread, from memory and from a file`() throws {
    let runner = try started()
    let large = inbox.folder.appendingPathComponent("large.wav")
    try Data().write(to: large)
    // Sparse: the disk does not need ten gigabytes.
    try FileHandle(forWritingTo: large).truncate(atOffset: 10_000_000_000)
    let sidecar = [UInt8](repeating: UInt8(ascii: " "), count: WatchSettings.mostSidecarBytes + 1)
    let sources: [RecordingSource] = [
      .file(at: large.path),
      .bytes([UInt8](repeating: 0, count: WatchSettings.mostRecordingBytes + 1), named: "b.wav"),
      .bytes(Recordings.voice(), named: "c.wav", sidecar: sidecar),
    ]
    for source in sources {
      #expect(throws: SubmissionFault.tooLarge, "\(source.name)") {
        try runner.submit(source, as: session)
      }
    }
    runner.stop()
    try expectNothingLeft()
  }

  @Test func `a path without a regular file is refused completely`() throws {
    let runner = try started()
    let pipe = inbox.folder.appendingPathComponent("pipe.wav").path
    // The path is copied for the call.
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for (path, word) in [(inbox.path + "/none.wav", "does not exist"), (pipe, "a pipe")] {
      #expect {
        try runner.submit(.file(at: path), as: session)
      } throws: { error in
        guard case .disk(let reason, isTransient: false) = error as? SubmissionFault else {
          return false
        }
        return reason.contains(word)
      }
    }
    runner.stop()
    try expectNothingLeft()
  }

  @Test func `a store has one runner or watcher`() throws {
    let store = try inbox.openStore()
    let first = try inbox.runner(store)
    try first.start()
    let second = RecordingRunner(
      store: store, spool: inbox.path + "-2", .init(jobs: 1), logger: inbox.logger)
    #expect(throws: RunnerFault.self) { try second.start() }
    first.stop()
    try second.start()
    second.stop()
  }

  // MARK: - Ends of the program

  /// Submits on a disk that fails at a step. Then a new runner continues.
  /// - Returns: Whether the submission succeeded, the final sessions, and the number of steps.
  private static func play(
    dyingAt step: Int?
  ) async throws -> (taken: Bool, sessions: [SessionSummary], steps: Int) {
    let inbox = try Inbox()
    let session = SessionID.fresh()
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    faulty.plan = step.map { .die(step: $0) } ?? .none
    var steps = 0
    var taken = false
    do {
      let first = try inbox.runner(files: faulty)
      do {
        try first.start()
        try first.submit(
          .bytes(Recordings.voice(), named: "a.wav", sidecar: Array(Recordings.profile.utf8)),
          as: session)
        taken = true
        steps = faulty.steps
      } catch {}
      first.stop()
    }
    faulty.plan = .none
    let second = try inbox.runner()
    let stream = second.updates(of: session)
    try second.start()
    if taken {
      for await update in stream where update.phase == .complete { break }
    }
    while try !inbox.work().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    second.stop()
    #expect(try inbox.findings() == [], "step \(step ?? 0)")
    return (taken, try inbox.sessions(), steps)
  }

  @Test func `after a crash at any step accepted recordings are analysed once`() async throws {
    let steps = try await Self.play(dyingAt: nil).steps
    #expect(steps > 8)
    for step in stride(from: 1, through: steps + 6, by: Steps.every(5)) {
      let (taken, sessions, _) = try await Self.play(dyingAt: step)

      #expect(sessions.count <= 1 && (!taken || sessions.count == 1), "step \(step)")
      #expect(sessions.allSatisfy { $0.state == .filed && $0.person == .known }, "step \(step)")
    }
  }
}

// A temporarily unavailable store: recordings wait, and the results are the same as without the outage.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct StoreOutageTests {
  /// The final content of a store in memory and of the inbox.
  private struct Outcome: Equatable, CustomStringConvertible {
    var sessions: [String] = []
    var failed: [String]
    var left: [String]
    var work: [String]

    init(_ memory: MemoryStore, _ inbox: Inbox) throws {
      memory.database.plan = .none
      let store = memory.store
      for id in try store.sessions(toSync: nil) {
        let session = try store.session(id)
        let kept = try SessionDocument.allCases.filter { try session.read($0) != nil }
        // A step whose reply was lost is repeated.
        let results = Set(try store.actions(of: id)).sorted()
        sessions.append(
          "\(try session.header()?.recording.name ?? "?") "
            + "\(try session.state()?.state.rawValue ?? "?") \(kept) \(results)")
      }
      sessions.sort()
      failed = try store.failureReports().map(\.name).sorted()
      left = try inbox.left()
      work = try inbox.work()
    }

    var description: String { "\(sessions) \(failed) \(left) \(work)" }
  }

  private static func inbox() throws -> (Inbox, MemoryStore) {
    let inbox = try Inbox()
    inbox.settings.jobs = 1
    inbox.settings.timeouts.settle = .milliseconds(1)
    inbox.settings.timeouts.deadline = .milliseconds(20)
    try inbox.put(Recordings.voice(), "a.wav", with: Recordings.profile)
    try inbox.put(Recordings.silence, "b.wav")
    return (inbox, try MemoryStore())
  }

  /// The number of calls of a run without outages, and its result.
  private static func undisturbed() throws -> (calls: Int, outcome: Outcome) {
    let (inbox, memory) = try inbox()
    _ = try inbox.watcher(memory.store).run()
    return (memory.database.calls, try Outcome(memory, inbox))
  }

  @Test func `a store in memory has the same content as one in a folder`() throws {
    let (_, outcome) = try Self.undisturbed()

    #expect(outcome.sessions.count == 2)
    let (voice, silence) = (outcome.sessions[0], outcome.sessions[1])
    #expect(voice.hasPrefix("a.wav filed"))
    #expect(voice.hasSuffix(#"["analysed", "archived", "quick_analysed"]"#))
    #expect(silence.hasPrefix("b.wav refused") && silence.hasSuffix(#"["refused"]"#))
    #expect(outcome.failed == ["b.wav"])
    #expect(outcome.left == [] && outcome.work == [])
  }

  @Test(arguments: StoreOutages.Break.allCases, [1, 3])
  func `an outage of the store at any call has no effect on the result`(
    moment: StoreOutages.Break, calls: Int
  ) throws {
    let (most, expected) = try Self.undisturbed()
    #expect(most > 20)
    var tried = 0
    for call in stride(from: calls == 1 ? 1 : 2, through: most, by: 2) {
      let (inbox, memory) = try Self.inbox()
      memory.database.plan = .away(from: call, calls: calls, moment)

      // A store that is unavailable at the start is an error of the start.
      _ = try? inbox.watcher(memory.store).run()
      let wasAway = memory.database.wasAway
      memory.database.plan = .none
      _ = try inbox.watcher(memory.store).run()

      let outcome = try Outcome(memory, inbox)
      #expect(outcome == expected, "\(moment) at call \(call) of \(most): \(outcome)")
      tried += wasAway ? 1 : 0
    }
    #expect(tried > 8)
  }

  @Test(arguments: [4, 12, 20])
  func `a recording waits during an outage, and is completed once`(call: Int) throws {
    let expected = try Self.undisturbed().outcome
    let (inbox, memory) = try Self.inbox()
    inbox.settings.span = .untilStopped
    memory.database.plan = .away(from: call, calls: nil, .beforeTheCall)

    try inbox.watching(inbox.watcher(memory.store)) {
      try wait { inbox.status()["reason"] == "store_away" }
      // More calls than the attempts after which a recording fails.
      let away = memory.database.calls
      try wait { memory.database.calls > away + 60 }
      #expect(try inbox.left() + inbox.work() != [])
      memory.database.plan = .none
      try wait { try inbox.left().isEmpty && inbox.work().isEmpty }
      try wait { inbox.status()["state"] == "watching" }
    }

    let outcome = try Outcome(memory, inbox)
    #expect(outcome == expected, "\(outcome)")
  }

  private static func submitting() throws -> (Inbox, MemoryStore, RecordingRunner) {
    let (inbox, memory) = (try Inbox(), try MemoryStore())
    let runner = try inbox.runner(memory.store)
    try runner.start()
    return (inbox, memory, runner)
  }

  @Test func `a subscriber without a running analysis gets the end during an outage`()
    async throws
  {
    let (inbox, memory, runner) = try Self.submitting()
    memory.database.plan = .away(from: 1, calls: nil, .beforeTheCall)

    var heard = 0
    for await _ in runner.updates(of: .fresh()) { heard += 1 }
    memory.database.plan = .none
    withExtendedLifetime(inbox) { runner.stop() }

    #expect(heard == 0)
  }

  @Test func `a submitted recording waits during an outage, and subscribers get its results`()
    async throws
  {
    let (inbox, memory, runner) = try Self.submitting()
    let session = SessionID.fresh()
    let stream = runner.updates(of: session)
    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    memory.database.plan = .away(from: memory.database.calls + 1, calls: 4, .beforeTheAnswer)

    var updates: [JobUpdate] = []
    for await update in stream { updates.append(update) }
    withExtendedLifetime(inbox) { runner.stop() }

    #expect(memory.database.wasAway)
    #expect(updates.last?.phase == .complete && updates.last?.outcome == .analysed)
    #expect(try memory.store.sessions(toSync: nil) == [session])
    #expect(try memory.store.actions(of: session).count { $0 == "analysed" } == 1)
    #expect(try memory.store.session(session).read(.audio) == Recordings.voice())
  }

  @Test func `a submission during an outage is refused completely`() throws {
    let (inbox, memory, runner) = try Self.submitting()
    defer { runner.stop() }
    memory.database.plan = .away(from: 1, calls: nil, .beforeTheCall)
    let source = RecordingSource.bytes(Recordings.voice(), named: "a.wav")

    #expect { try runner.submit(source, as: .fresh()) } throws: { error in
      guard case .disk(_, isTransient: true) = error as? SubmissionFault else { return false }
      return true
    }
    #expect(try inbox.work() == [])
  }
}

// A recording in the spool after a crash belongs to its flow.

import BaselineService
import Foundation
import JobRunner
import Onboarding
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct JourneySpoolTests {
  private static let anna = "anna"

  /// Blocks the read of recordings until it is open.
  private final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }

    func wait() {
      while !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.002) }
    }
  }

  private func runner(_ inbox: Inbox, _ gate: Gate) throws -> RecordingRunner {
    let runner = try inbox.runner(
      jobs: 2,
      files: ScriptedFileSystem { operation, path in
        if operation == .read, path.hasSuffix(".wav") { gate.wait() }
        return nil
      })
    try runner.start()
    return runner
  }

  private func parts(
    _ inbox: Inbox, _ runner: RecordingRunner,
    log: @escaping @Sendable (FlowLogEntry, UserHash?) -> Void = { _, _ in }
  ) throws -> OnboardingRun.Parts {
    OnboardingRun.Parts(
      runner: runner, store: try inbox.openStore(),
      minimums: try ReferenceLimits.embedded().minimums, environment: Inbox.environment(),
      adopt: { _, _ in }, log: log)
  }

  /// A flow that waits for its first vowel, and the session of this vowel.
  private func atFirstVowel() async throws -> (journey: OnboardingFlow, session: String) {
    let (inbox, gate) = (try Inbox(), Gate())
    gate.open()
    let runner = try runner(inbox, gate)
    defer { runner.stop() }
    var run = OnboardingRun(try parts(inbox, runner))
    for happening in [
      FlowEventKind.signedUp(.staff, person: Self.anna), .explainerRead, .profileGiven,
    ] { _ = try await run.apply(happening) }
    let journey = run.journey
    _ = try await run.apply(.microphone(.granted))
    _ = try await run.apply(.bytes(Recordings.long(1), named: "a.wav"))
    return (journey, try #require(run.journey.attempts.first).session)
  }

  @Test func `a recording in the spool at a crash is not requested again`() async throws {
    let (journey, session) = try await atFirstVowel()
    let (inbox, gate) = (try Inbox(), Gate())
    let store = try inbox.openStore()
    try store.save(journey.json, as: .journey, of: store.userHash(of: Self.anna))
    try inbox.putClaimed(Recordings.long(1), "a.wav", for: session)
    try inbox.putClaimed(Array(#"{"user_id": "anna"}"#.utf8), "a.json", for: session)
    let runner = try runner(inbox, gate)
    defer {
      gate.open()
      runner.stop()
    }

    // The flow has the recording before the store has it.
    let parts = try parts(inbox, runner) { note, _ in
      if note.name == .recordingReceived { gate.open() }
    }
    var run = try #require(try OnboardingRun(of: Self.anna, parts))
    _ = try await run.apply(.resumed)
    let actions = try await run.apply(.microphone(.granted))

    #expect(!actions.contains { if case .record = $0 { true } else { false } })
    #expect(run.journey.attempts.map(\.session) == [session])
    #expect(run.journey.attempts.map(\.state) == [.usable])
    #expect(run.journey.take?.number == 2)
    #expect(try store.sessionIDs().map(\.text) == [session])
  }
}

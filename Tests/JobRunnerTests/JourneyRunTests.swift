// Journeys with a runner and a store: what happened is durable before anything follows from it, and a
// journey goes on where a program ended.

import BaselineService
import Foundation
import JobRunner
import Onboarding
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct JourneyRunTests {
  private let inbox: Inbox
  private let store: RecordStore
  private let runner: RecordingRunner

  init() throws {
    inbox = try Inbox()
    store = try inbox.openStore()
    runner = RecordingRunner(
      store: store, spool: inbox.path, .init(jobs: 2), logger: inbox.logger,
      environment: Inbox.environment(), files: UnsyncedFileSystem())
    try runner.start()
  }

  private func parts() throws -> JourneyRun.Parts {
    let store = store
    return JourneyRun.Parts(
      runner: runner, store: store, minimums: try ReferenceLimits.embedded().minimums,
      environment: Inbox.environment(),
      adopt: { guest, person throws(StoreError) in
        _ = try store.adopt(guest: guest, user: person)
      }, log: { _, _ in })
  }

  /// A journey that asks for its first vowel.
  private func atFirstVowel(_ person: String) async throws -> JourneyRun {
    var run = JourneyRun(try parts())
    let method: SignupMethod = AnonymousID.isOne(person) ? .guest : .staff
    for happening in [
      JourneyHappening.signedUp(method, person: person), .explainerRead, .profileGiven,
    ] { _ = try await run.take(happening) }
    return run
  }

  private func vowel(_ bytes: [UInt8], of run: JourneyRun) -> RecordingSource {
    let sidecar = """
      {"profile": {"user_id": "\(run.journey.person ?? "")"}, "session_id": "\(run.roundName)",
       "recorded_at": "2026-01-01T09:30:00Z"}
      """
    return .bytes(bytes, named: "a.wav", sidecar: Array(sidecar.utf8))
  }

  private func take(_ bytes: [UInt8], _ run: inout JourneyRun) async throws -> [JourneyAction] {
    _ = try await run.take(.microphone(.granted))
    return try await run.take(vowel(bytes, of: run))
  }

  @Test func `three vowels lead to a baseline that is kept`() async throws {
    defer { runner.stop() }
    var run = try await atFirstVowel("anna")

    for number in 1...3 { _ = try await take(Recordings.long(number), &run) }
    let actions = try await run.take(.skipped)

    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(actions.contains(.file(.baselineHeld)))
    let kept = try #require(try store.baseline(for: store.userHash(of: "anna")))
    let stored = try StoredBaseline(json: kept.baseline)
    #expect(run.journey.baseline?.id == stored.run.baselineID)
    #expect(stored.baseline.sessions.map(\.id) == [run.roundName])
    #expect(try JourneyRun(of: "anna", parts())?.journey == run.journey)
  }

  @Test func `a recording that is no use is kept, and the next attempt names it`() async throws {
    defer { runner.stop() }
    var run = try await atFirstVowel("anna")

    let refused = try await take(Recordings.silence, &run)
    _ = try await run.take(.retried)
    _ = try await take(Recordings.long(1), &run)

    #expect(refused.contains { if case .showError = $0 { true } else { false } })
    let attempts = run.journey.attempts
    #expect(attempts.map(\.state) == [.refused, .usable])
    #expect(attempts.map(\.number) == [1, 2] && attempts[1].previous == attempts[0].session)
    #expect(attempts[0].reasons.map(\.code) == ["silent"])
  }

  @Test func `a recording that was stored before the program ended is not asked for again`()
    async throws
  {
    defer { runner.stop() }
    var run = try await atFirstVowel("anna")
    _ = try await run.take(.microphone(.granted))
    let before = run.journey
    _ = try await run.take(vowel(Recordings.long(1), of: run))
    // What a crash leaves between the recording and the journey.
    let user = store.userHash(of: "anna")
    try store.keep(before.json, as: .journey, of: user)

    var again = try #require(try JourneyRun(of: "anna", parts()))
    _ = try await again.take(.resumed)
    let actions = try await again.take(.microphone(.granted))

    #expect(again.journey.attempts.map(\.state) == [.usable])
    #expect(again.journey.take?.number == 2)
    #expect(again.journey.attempts == run.journey.attempts)
    #expect(!actions.contains { if case .record = $0 { true } else { false } })
    #expect(try store.sessions(of: user).count == 1)
  }

  @Test func `a guest who signs up keeps what was recorded`() async throws {
    defer { runner.stop() }
    let guest = AnonymousID.fresh()
    var run = try await atFirstVowel(guest)
    for number in 1...3 { _ = try await take(Recordings.long(number), &run) }

    _ = try await run.take(.signedUp(.email, person: "anna"))
    _ = try await run.take(.skipped)

    let user = store.userHash(of: "anna")
    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(try store.sessions(of: user).count == 3)
    #expect(try store.sessions(of: store.userHash(of: guest)) == [])
    #expect(try store.baseline(for: user) != nil)
    for session in try store.sessions(of: user) {
      #expect(try store.session(session).header()?.isLocalOnly == false)
    }
  }

  @Test func `what does not belong where the journey is changes nothing that is kept`()
    async throws
  {
    defer { runner.stop() }
    var run = try await atFirstVowel("anna")
    let before = run.journey

    await #expect(throws: JourneyFault.self) { try await run.take(.explainerRead) }

    #expect(run.journey == before)
    #expect(try JourneyRun(of: "anna", parts())?.journey == before)
    #expect(try JourneyRun(of: "nobody", parts()) == nil)
  }
}

// Onboarding flows with a runner and a store: events are durable before their effects, and a flow continues after a
// crash.

import BaselineService
import Foundation
import JobRunner
import Onboarding
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite final class JourneyRunTests {
  private let inbox: Inbox
  private let store: RecordStore
  private let runner: RecordingRunner

  init() throws {
    inbox = try Inbox()
    store = try inbox.openStore()
    runner = try inbox.runner(store, jobs: 2)
    try runner.start()
  }

  deinit { runner.stop() }

  private func parts() throws -> OnboardingRun.Parts {
    let store = store
    return OnboardingRun.Parts(
      runner: runner, store: store, minimums: try ReferenceLimits.embedded().minimums,
      environment: Inbox.environment(),
      adopt: { guest, person throws(StoreError) in
        _ = try store.adopt(guest: guest, user: person)
      }, log: { _, _ in })
  }

  /// A flow that waits for its first vowel.
  private func atFirstVowel(_ person: String, vowels: Int = 3) async throws -> OnboardingRun {
    var run = OnboardingRun(try parts(), plan: OnboardingPlan(vowels: vowels))
    let method: SignupMethod = AnonymousID.isAnonymous(person) ? .guest : .staff
    for happening in [
      FlowEventKind.signedUp(method, person: person), .explainerRead, .profileGiven,
    ] { _ = try await run.apply(happening) }
    return run
  }

  private func vowel(
    _ bytes: [UInt8], of run: OnboardingRun, on day: String = "2026-01-01", consent: String? = nil
  ) -> RecordingSource {
    let consent = consent.map { ", \"consent\": \($0)" } ?? ""
    let sidecar = """
      {"profile": {"user_id": "\(run.journey.person ?? "")"}, "session_id": "\(run.roundName)",
       "recorded_at": "\(day)T09:30:00Z"\(consent)}
      """
    return .bytes(bytes, named: "a.wav", sidecar: Array(sidecar.utf8))
  }

  @discardableResult
  private func apply(
    _ bytes: [UInt8], _ run: inout OnboardingRun, on day: String = "2026-01-01"
  ) async throws -> [FlowEffect] {
    _ = try await run.apply(.microphone(.granted))
    return try await run.apply(vowel(bytes, of: run, on: day))
  }

  /// A completed flow with a baseline from the vowels of a day.
  private func onboarded(
    on day: String = "2026-01-01", vowels: Int = 3
  ) async throws -> OnboardingRun {
    var run = try await atFirstVowel("anna", vowels: vowels)
    for number in 1...vowels { try await apply(Recordings.long(number), &run, on: day) }
    _ = try await run.apply(.skipped)
    return run
  }

  /// Records a follow-up session without the reading.
  private func followUp(_ vowels: [[UInt8]], _ run: inout OnboardingRun, on day: String)
    async throws
  {
    _ = try await run.apply(.followUp(.granted))
    for vowel in vowels { try await apply(vowel, &run, on: day) }
    _ = try await run.apply(.skipped)
  }

  @Test func `three vowels give a stored baseline`() async throws {
    var run = try await atFirstVowel("anna")

    for number in 1...3 { _ = try await apply(Recordings.long(number), &run) }
    let actions = try await run.apply(.skipped)

    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(actions.contains(.file(.baselineHeld)))
    let kept = try #require(try store.baseline(for: store.userHash(of: "anna")))
    let stored = try StoredBaseline(json: kept.content)
    #expect(run.journey.baseline?.id == stored.run.baselineID)
    #expect(stored.baseline.sessions.map(\.id) == [run.roundName])
    #expect(try OnboardingRun(of: "anna", parts())?.journey == run.journey)
  }

  @Test func `a baseline from recordings of an inbox takes a follow-up session`() async throws {
    for number in 1...3 {
      let id = try #require(SessionID.named(Fingerprint.sha256(of: [UInt8(number)])))
      let sidecar = """
        {"profile": {"user_id": "anna"}, "session_id": "visit",
         "recorded_at": "2026-01-01T09:30:00Z"}
        """
      try runner.submit(
        .bytes(Recordings.long(number), named: "a.wav", sidecar: Array(sidecar.utf8)), as: id)
      for await update in runner.updates(of: id) where update.outcome != nil { break }
    }
    #expect(try OnboardingRun(of: "anna", parts()) == nil)
    #expect(try OnboardingRun(holdingBaselineOf: "ben", parts()) == nil)

    var run = try #require(try OnboardingRun(holdingBaselineOf: "anna", parts()))
    #expect(try run.followUpOffer()?.day == "2026-01-02")
    try await followUp((4...6).map(Recordings.long), &run, on: "2026-01-03")

    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(run.journey.followUp?.reasons == [])
    #expect(try OnboardingRun(of: "anna", parts())?.journey == run.journey)
  }

  @Test func `an unusable recording is stored, and the next attempt refers to it`() async throws {
    var run = try await atFirstVowel("anna")

    let refused = try await apply(Recordings.silence, &run)
    _ = try await run.apply(.retried)
    _ = try await apply(Recordings.long(1), &run)

    #expect(refused.contains { if case .showError = $0 { true } else { false } })
    let attempts = run.journey.attempts
    #expect(attempts.map(\.state) == [.refused, .usable])
    #expect(attempts.map(\.number) == [1, 2] && attempts[1].previous == attempts[0].session)
    #expect(attempts[0].reasons.map(\.code) == ["silent"])
  }

  @Test func `a refusal keeps a message of two sentences and its advice`() async throws {
    var run = try await atFirstVowel("anna")
    _ = try await run.apply(.microphone(.granted))

    let consent = """
      {"signed": true, "at": "2026-01-01T09:00:00Z", "version": "3", "purposes": ["analysis"]}
      """
    _ = try await run.apply(vowel(Recordings.long(1), of: run, consent: consent))

    let reason = try #require(run.journey.attempts.first?.reasons.first)
    let text = FaultText.noConsentToStorage
    #expect(reason.message == text.template && reason.message.contains(". "))
    #expect(reason.advice == text.advice)
    #expect(reason.sentence?.id == text.rawValue)
  }

  @Test func `a recording that was stored before a crash is not requested again`() async throws {
    var run = try await atFirstVowel("anna")
    _ = try await run.apply(.microphone(.granted))
    let before = run.journey
    _ = try await run.apply(vowel(Recordings.long(1), of: run))
    // The state after a crash between recording and event.
    let user = store.userHash(of: "anna")
    try store.save(before.json, as: .journey, of: user)

    var again = try #require(try OnboardingRun(of: "anna", parts()))
    _ = try await again.apply(.resumed)
    let actions = try await again.apply(.microphone(.granted))

    #expect(again.journey.attempts.map(\.state) == [.usable])
    #expect(again.journey.take?.number == 2)
    #expect(again.journey.attempts == run.journey.attempts)
    #expect(!actions.contains { if case .record = $0 { true } else { false } })
    #expect(try store.sessions(of: user).count == 1)
  }

  @Test func `a guest who signs up keeps the recordings`() async throws {
    let guest = AnonymousID.fresh()
    var run = try await atFirstVowel(guest)
    for number in 1...3 { _ = try await apply(Recordings.long(number), &run) }

    _ = try await run.apply(.signedUp(.email, person: "anna"))
    _ = try await run.apply(.skipped)

    let user = store.userHash(of: "anna")
    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(try store.sessions(of: user).count == 3)
    #expect(try store.sessions(of: store.userHash(of: guest)) == [])
    #expect(try store.baseline(for: user) != nil)
    for session in try store.sessions(of: user) {
      #expect(try store.session(session).header()?.isLocalOnly == false)
    }
  }

  @Test func `a follow-up session is compared, extends the baseline and has the next day`()
    async throws
  {
    var run = try await onboarded()

    try await followUp((4...6).map(Recordings.long), &run, on: "2026-01-03")

    let result = try #require(run.journey.followUp)
    #expect(run.journey.position == .completed(.baselineHeld))
    #expect(
      result.session == run.roundName && result.recording == run.journey.attempts.last?.session)
    #expect(result.isInBaseline && result.reasons == [])
    #expect(result.completeSessions == 2 && result.sessionsNeeded == 1)
    #expect(result.largerFamilies == [] && result.alertedFamilies == [])
    #expect(result.nextDue == "2026-01-05")
    let kept = try #require(try store.baseline(for: store.userHash(of: "anna")))
    let stored = try StoredBaseline(json: kept.content)
    #expect(stored.baseline.sessions.map(\.id) == ["\(run.journey.id)/1", run.roundName])
    #expect(run.journey.baseline?.id == stored.run.baselineID)
    let session = try #require(SessionID(result.recording))
    let bytes = try #require(try store.existingSession(session)?.read(.comparison))
    #expect(try JSONValue.parse(bytes)["state"] == "complete")
    #expect(try OnboardingRun(of: "anna", parts())?.journey == run.journey)
  }

  @Test func `a follow-up session of a changed voice lists the families and raises an alert`()
    async throws
  {
    var run = try await onboarded()

    try await followUp((4...6).map(Recordings.perturbed), &run, on: "2026-01-03")

    let result = try #require(run.journey.followUp)
    #expect(result.largerFamilies.contains(.jitter) && result.largerFamilies.contains(.shimmer))
    #expect(result.alertedFamilies.contains(.jitter))
    #expect(!result.isInBaseline)
    #expect(result.nextDue == "2026-01-04")
    let alerts = try store.alerts(for: store.userHash(of: "anna"))
    #expect(alerts.map(\.sessionID) == [run.roundName])
  }

  @Test func `an interrupted comparison is repeated with the same result`() async throws {
    var run = try await onboarded()
    _ = try await run.apply(.followUp(.granted))
    for number in 4...6 { try await apply(Recordings.perturbed(number), &run, on: "2026-01-03") }
    let before = run.journey
    _ = try await run.apply(.skipped)
    let user = store.userHash(of: "anna")
    let (versions, alerts) = (try store.baselines(for: user), try store.alerts(for: user))

    try store.save(before.json, as: .journey, of: user)
    var again = try #require(try OnboardingRun(of: "anna", parts()))
    _ = try await again.apply(.skipped)

    #expect(again.journey.followUp == run.journey.followUp && run.journey.followUp != nil)
    #expect(try store.baselines(for: user) == versions)
    #expect(try store.alerts(for: user) == alerts)
  }

  @Test func `a follow-up session needs another day than the newest recordings`() async throws {
    var run = try await onboarded(on: "2026-01-31", vowels: 1)
    let before = run.journey

    let offer = try #require(try run.followUpOffer())
    let error = await #expect(throws: JourneyFault.self) {
      try await run.apply(.followUp(.granted))
    }

    #expect(offer.permission == .tooEarly && offer.day == "2026-02-01")
    guard case .refusal(let refusal)? = error else {
      Issue.record("it began")
      return
    }
    #expect(refusal.code == .tooEarly)
    #expect(run.journey == before)
  }

  @Test(arguments: [["storage"], ["analysis"], ["analysis", "storage"]])
  func `a follow-up session needs consent to analysis and storage`(
    purposes: [String]
  ) async throws {
    var run = try await onboarded(vowels: 1)
    var person = Person(UserProfile(userID: "anna"))
    person.consent = Consent(
      isSigned: true, at: "2026-01-02T09:00:00Z", version: "1",
      purposes: purposes.compactMap(ConsentPurpose.init))
    _ = try store.save(person, for: store.userHash(of: "anna"), reason: "test")

    let offer = try #require(try run.followUpOffer())
    let begins = (try? await run.apply(.followUp(.granted))) != nil

    #expect(offer.permission == (purposes.count == 2 ? .granted : .noConsent))
    #expect(begins == (purposes.count == 2))
  }

  @Test func `an event of another step changes nothing`() async throws {
    var run = try await atFirstVowel("anna")
    let before = run.journey

    await #expect(throws: JourneyFault.self) { try await run.apply(.explainerRead) }

    #expect(run.journey == before)
    #expect(try OnboardingRun(of: "anna", parts())?.journey == before)
    #expect(try OnboardingRun(of: "unknown", parts()) == nil)
  }
}

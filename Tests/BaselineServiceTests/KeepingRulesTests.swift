// Rules of automatic baselines.

import TestSupport
import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct KeepingRulesTests {
  private typealias Sessions = SampleSessions

  @Test func `sessions are added to the baseline one by one`() throws {
    var person = KeptPerson()
    var statuses: [BaselineStatus?] = []

    for day in 0..<7 {
      try person.record(Sessions.day(day))
      statuses.append(person.baseline?.status)
    }

    #expect(
      statuses == [
        .onboarding, .onboarding, .provisional, .provisional, .provisional, .established,
        .established,
      ])
    #expect(person.pooled == (0..<6).map { "D\($0)" })
    #expect(
      person.versions.map { $0.stored.baseline.parent?.keepsSessions } == [nil]
        + Array(repeating: true, count: 5))
    #expect(person.versions.last?.stored.baseline.parent?.sha256 == person.versions[4].sha256)
  }

  @Test func `incremental and one-step baselines of the same recordings are equal`() throws {
    let vowels = (0..<5).flatMap { Sessions.day($0) }
    var person = KeptPerson()
    person.vowels = vowels.map(\.measured)

    let made = try #require(Sessions.established(from: vowels).baseline)

    #expect(person.step().outcome == .accepted(made))
  }

  @Test func `an established baseline is not changed`() throws {
    var person = try KeptPerson((0..<6).map { Sessions.day($0) })
    let frozen = try #require(person.baseline)

    let step = try person.record(Sessions.day(7) + Sessions.day(5, vowels: 5).suffix(2))

    #expect(frozen.status == .established)
    #expect(step.outcome == .unchanged)
    #expect(step.deferredSessions == [])
    #expect(step.progress.next == nil)
    #expect(step.progress.missing == [])
  }

  // MARK: - Nothing usable

  @Test func `no recordings give a rejection with advice`() {
    let step = KeptPerson().step()

    guard case .rejected(let rejection) = step.outcome else {
      Issue.record("\(step.outcome)")
      return
    }
    #expect(rejection.reasons.map(\.code) == ["no_usable_recording"])
    #expect(step.progress.status == nil)
    #expect(step.progress.next == .init(status: .onboarding, sessions: 1, days: 1))
    #expect(step.progress.missing.map(\.code) == ["no_session"])
  }

  @Test func `a rejection lists all unusable recordings with advice`() throws {
    var person = KeptPerson()

    let step = try person.record(Sessions.day(0) { $0.flags = [.cold] })

    guard case .rejected(let rejection) = step.outcome else {
      Issue.record("\(step.outcome)")
      return
    }
    #expect(rejection.sessions.map(\.recordings.count) == [3])
    #expect(
      rejection.sessions[0].recordings[0].faults.contains { $0.advice.contains("as usual") })
    #expect(step.deferredSessions.map(\.session.id) == ["D0"])
    #expect(step.progress.missing.map(\.code) == ["no_usable_recording", "no_session"])
  }

  @Test func `a session without a usable vowel is passed over`() throws {
    let ill = Sessions.day(1) { $0.flags = [.illness] }

    let person = try KeptPerson([Sessions.day(0), ill, Sessions.day(2)])
    let step = person.step()

    #expect(person.pooled == ["D0", "D2"])
    #expect(step.deferredSessions.map(\.session.id) == ["D1"])
    #expect(step.deferredSessions.flatMap(\.reasons).map(\.code) == ["no_usable_recording"])
  }

  // MARK: - Never from accepted to rejected

  @Test func `a session that would break the baseline is deferred with its reason`() throws {
    typealias Case = (codes: [String], session: [SampleVowel])
    let cases: [Case] = [
      (["device_model_differs"], Sessions.day(2) { $0.device = "tablet" }),
      (["sample_rate_hz_differs"], Sessions.day(2) { $0.sampleRate = 48_000 }),
      (["encoding_differs"], Sessions.day(2) { $0.encoding = .float32 }),
      (["settings_sha256_differs"], Sessions.day(2) { $0.settings = "b" }),
      (["version_differs"], Sessions.day(2) { $0.version = "2.0.0" }),
      (["f0_apart"], Sessions.day(2) { $0.f0 = 260 }),
      (["recorded_at_missing"], Sessions.day(2) { $0.day = nil }),
      // The months of the samples have 28 days, so that this is the 36th day.
      (["baseline_span"], Sessions.day(32)),
      (["device_model_differs"], Sessions.day(2) { if $0.minute == 1 { $0.device = "tablet" } }),
    ]
    for (codes, session) in cases {
      var person = try KeptPerson([Sessions.day(0), Sessions.day(1)])

      let step = try person.record(session)

      #expect(step.outcome == .unchanged, "\(codes)")
      #expect(step.deferredSessions.map { $0.reasons.map(\.code) } == [codes])
      // A session without a time is not known to be the newest.
      let held = try #require(step.deferredSessions.first)
      let told = held.session.recordedAt == nil ? "sessions_missing" : codes[0]
      #expect(step.progress.missing.first?.code == told)
      #expect(held.reasons.allSatisfy { !$0.advice.isEmpty })
      try person.record(Sessions.day(3))
      #expect(person.pooled == ["D0", "D1", "D3"], "\(codes)")
    }
  }

  @Test func `a first session of two voices is no baseline, and the next one is`() throws {
    let mixed = Sessions.day(0) { if $0.minute == 2 { $0.f0 = 300 } }
    var person = KeptPerson()

    let first = try person.record(mixed)
    try person.record(Sessions.day(1))

    guard case .rejected(let rejection) = first.outcome else {
      Issue.record("\(first.outcome)")
      return
    }
    #expect(rejection.reasons.map(\.code) == ["f0_apart"])
    #expect(person.pooled == ["D1"])
  }

  @Test func `a baseline confirmed as one person accepts both voices`() throws {
    let vowels = Sessions.day(0) + Sessions.day(1) { $0.f0 = 300 }
    let (outcome, notes) = BaselineEstablishment(
      of: Sessions.person, amending: nil, minimums: Samples.minimums, voices: .allowMismatch
    ).establish(from: vowels.map(\.measured))
    guard case .accepted(let baseline) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    var person = KeptPerson()
    try person.keep(baseline, notes)

    try person.record(Sessions.day(2))

    #expect(person.pooled == ["D0", "D1", "D2"])
  }

  @Test func `the baseline of another person is never extended`() throws {
    var person = try KeptPerson([Sessions.day(0)])
    person.person = BaselinePerson(UserProfile(userID: "u2"), demographic: nil)

    guard case .rejected(let rejection) = try person.record(Sessions.day(1)).outcome else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.reasons.map(\.code) == ["another_person"])
  }

  // MARK: - Made by hand

  @Test func `a baseline restarted by hand does not re-add deferred sessions`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })
    let late = (10..<12).flatMap { Sessions.day($0, SampleSessions.rough) }
    person.vowels += late.map(\.measured)
    try person.keep(try #require(Sessions.established(from: late).baseline))

    try person.record(Sessions.day(12, SampleSessions.rough))

    #expect(person.pooled == ["D10", "D11", "D12"])
    #expect(person.step().outcome == .unchanged)
    #expect(person.step().deferredSessions == [])
  }
}

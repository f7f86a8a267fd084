// Sessions beyond the personal range wait for a session that confirms the change.

import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct KeepingWaitingTests {
  private typealias Sessions = SampleSessions
  private static let usual = (0..<3).map { SampleSessions.day($0) }

  @Test func `a session outside the personal range is deferred`() throws {
    var person = try KeptPerson(Self.usual)

    let step = try person.record(Sessions.day(4, Sessions.rough))

    #expect(step.outcome == .unchanged)
    #expect(step.deferredSessions.map(\.session.id) == ["D4"])
    #expect(step.deferredSessions[0].reasons.map(\.code) == ["session_waits"])
    #expect(
      step.deferredSessions[0].reasons[0].message
        == "session D4 is on hold and not yet part of the baseline. "
        + "Outside the personal range: jitter. One session alone does not confirm a change"
    )
    #expect(step.progress.missing.map(\.code) == ["session_waits", "sessions_missing"])
  }

  @Test func `a deferred session is added when the next day does not confirm the change`() throws {
    var person = try KeptPerson(Self.usual + [Sessions.day(4, Sessions.rough)])

    try person.record(Sessions.day(5))

    #expect(person.pooled == ["D0", "D1", "D2", "D4", "D5"])
    #expect(person.step().deferredSessions == [])
  }

  @Test func `a change confirmed on the next day ends the additions`() throws {
    var person = try KeptPerson(Self.usual + [Sessions.day(4, Sessions.rough)])

    let confirmed = try person.record(Sessions.day(5, Sessions.rough))
    let later = try person.record(Sessions.day(6))

    #expect(confirmed.outcome == .unchanged)
    #expect(confirmed.deferredSessions.map(\.session.id) == ["D4", "D5"])
    #expect(
      confirmed.deferredSessions.flatMap(\.reasons).map(\.code) == ["change_lasts", "change_lasts"])
    #expect(later.outcome == .unchanged)
    #expect(later.deferredSessions.map(\.session.id) == ["D4", "D5", "D6"])
    #expect(later.progress.missing.map(\.code) == ["change_lasts"])
    #expect(later.progress.missing[0].message.hasPrefix("sessions D4, D5 confirm a change"))
  }

  @Test func `a change of other direction or family does not confirm and is deferred`() throws {
    let smooth = { (vowel: inout SampleVowel) in vowel.jitter /= 8 }
    let noisy = { (vowel: inout SampleVowel) in vowel.hnr = 4 }
    for change in [smooth, noisy] {
      var person = try KeptPerson(Self.usual + [Sessions.day(4, Sessions.rough)])

      let step = try person.record(Sessions.day(5, change))

      #expect(person.pooled == ["D0", "D1", "D2", "D4"])
      #expect(step.deferredSessions.map(\.session.id) == ["D5"])
      #expect(step.deferredSessions.flatMap(\.reasons).map(\.code) == ["session_waits"])
    }
  }

  @Test func `a second session of the same day is deferred too`() throws {
    let evening = { (vowel: inout SampleVowel) in vowel.minute += 30 }
    var person = try KeptPerson(Self.usual + [Sessions.day(4, Sessions.rough)])

    let step = try person.record(Sessions.day(4, "evening", evening))
    try person.record(Sessions.day(6))

    #expect(
      step.deferredSessions.map { $0.reasons.map(\.code) } == [
        ["session_waits"], ["session_waits"],
      ])
    #expect(step.deferredSessions[1].reasons[0].sentence?.id == "session_waits.with_another")
    #expect(person.pooled == ["D0", "D1", "D2", "D4", "evening", "D6"])
  }

  @Test func `an incomplete session does not confirm a change`() throws {
    var person = try KeptPerson(Self.usual + [Sessions.day(4, Sessions.rough)])
    let next = Sessions.day(5, Sessions.rough)
    let quiet = next.map { vowel in vowel.with { $0.jitter = Sessions.usualJitter } }

    let first = try person.record([quiet[0]])
    try person.record(Array(next[1...]) + [next[0].with { $0.name = "again.wav" }])

    #expect(first.outcome == .unchanged)
    #expect(
      person.step().deferredSessions.map { $0.reasons.map(\.code) } == [
        ["change_lasts"], ["change_lasts"],
      ])
  }

  @Test func `a change of F0 alone defers no session`() throws {
    var person = try KeptPerson(Self.usual)

    try person.record(Sessions.day(4) { $0.f0 *= 1.25 })

    #expect(person.pooled.last == "D4")
  }

  @Test func `a late session between usual ones is added`()
    throws
  {
    var person = try KeptPerson([0, 1, 4, 5].map { Sessions.day($0) })

    try person.record(Sessions.day(2, Sessions.rough))

    #expect(person.pooled == ["D0", "D1", "D2", "D4", "D5"])
  }

  @Test func `the deferral rules apply after one session`() throws {
    var person = try KeptPerson([Sessions.day(0)])

    try person.record(Sessions.day(1) { $0.jitter *= 6 })
    let waiting = person.pooled
    try person.record(Sessions.day(2))

    #expect(waiting == ["D0"])
    #expect(person.pooled == ["D0", "D1", "D2"])
  }
}

/// Sessions that come when the days of a baseline are over.
@Suite struct KeepingLateDecisionTests {
  private typealias Sessions = SampleSessions
  private static let rough =
    [0, 2, 4, 6, 8].map { SampleSessions.day($0) }
    + [SampleSessions.day(20, SampleSessions.rough)]

  @Test func `a session after the 28 days resolves the deferred one but is not added`()
    throws
  {
    var person = try KeptPerson(Self.rough)
    #expect(person.pooled.count == 5)

    let step = try person.record(Sessions.day(48))

    #expect(person.pooled == ["D0", "D2", "D4", "D6", "D8", "D20"])
    #expect(person.baseline?.status == .established)
    #expect(step.progress.missing == [])
  }

  @Test func `a session after the 28 days that confirms the change ends the baseline`() throws {
    var person = try KeptPerson(Self.rough)

    let step = try person.record(Sessions.day(48, Sessions.rough))

    #expect(person.pooled.count == 5)
    #expect(step.deferredSessions.map(\.session.id) == ["D20", "D48"])
    #expect(
      step.deferredSessions.flatMap(\.reasons).map(\.code) == ["change_lasts", "change_lasts"])
  }

  @Test func `a session that resolves a deferral may be too late for the baseline`() throws {
    var person = try KeptPerson(
      [0, 2, 4].map { Sessions.day($0) } + [Sessions.day(20, Sessions.rough)])

    let step = try person.record(Sessions.day(48))

    #expect(person.pooled == ["D0", "D2", "D4", "D20"])
    #expect(step.deferredSessions.map(\.session.id) == ["D48"])
    #expect(step.deferredSessions.flatMap(\.reasons).map(\.code) == ["baseline_span"])
  }

  @Test func `an incomplete session resolves no deferral`() throws {
    var person = try KeptPerson(Self.rough)

    let step = try person.record([Sessions.day(48)[0]])

    #expect(person.pooled.count == 5)
    #expect(step.progress.missing.map(\.code).contains("session_waits"))
  }

  @Test func `a session with another device resolves no deferral`() throws {
    var person = try KeptPerson(Self.rough)

    try person.record(Sessions.day(48) { $0.device = "another phone" })

    #expect(person.pooled.count == 5)
  }
}

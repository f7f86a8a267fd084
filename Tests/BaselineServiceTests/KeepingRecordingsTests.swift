// Recordings that come one by one, come again, or are no longer there.

import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct KeepingRecordingsTests {
  private typealias Sessions = SampleSessions

  @Test func `a session grows from one vowel to three`() throws {
    let vowels = Sessions.day(0)
    var person = KeptPerson()
    var found: [Int] = []

    for vowel in vowels {
      let step = try person.record([vowel])
      #expect(step.progress.vowels == person.vowels.count)
      found.append(person.baseline?.sessions[0].used.count ?? 0)
    }

    #expect(found == [1, 2, 3])
    #expect(person.baseline?.sessions == Sessions.established(from: vowels).baseline?.sessions)
    #expect(person.versions.count == 3)
  }

  @Test func `the fourth vowel of a session is used like the first`() throws {
    let vowels = Sessions.day(0, vowels: 4)
    var person = try KeptPerson([Array(vowels[..<3])])

    try person.record([vowels[3]])

    #expect(person.baseline?.sessions[0].used.count == 4)
  }

  @Test func `a recording that cannot be used changes no baseline`() throws {
    var person = try KeptPerson([Sessions.day(0)])

    let step = try person.record([Sessions.day(0, vowels: 4)[3].with { $0.type = 4 }])

    #expect(step.outcome == .unchanged)
    #expect(step.notes == [])
  }

  @Test func `deleted recordings do not change the baseline`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })

    person.vowels = []
    let alone = person.step()
    try person.record(Sessions.day(4))

    #expect(alone.outcome == .unchanged)
    #expect(alone.progress.completeSessions == 3)
    #expect(alone.progress.vowels == 3)
    #expect(person.pooled == ["D0", "D1", "D2", "D4"])
  }

  @Test func `a session with a deleted recording stays unchanged, with a note`() throws {
    let vowels = Sessions.day(1, vowels: 3)
    var person = try KeptPerson([Sessions.day(0), Array(vowels[..<2])])
    let former = person.baseline

    person.vowels.removeLast()
    let step = try person.record([vowels[2]])

    #expect(step.outcome == .unchanged)
    #expect(person.baseline == former)
    #expect(step.notes.count == 1)
    #expect(step.notes.first?.hasPrefix("session D1 has a new recording") == true)
  }

  @Test func `a recording of another voice is not added to an open session`() throws {
    let vowels = Sessions.day(1)
    var person = try KeptPerson([Sessions.day(0), Array(vowels[..<2])])

    let step = try person.record([vowels[2].with { $0.f0 = 300 }])

    #expect(step.outcome == .unchanged)
    #expect(step.deferredSessions.map { $0.reasons.map(\.code) } == [["f0_apart"]])
    #expect(person.baseline?.sessions.map(\.used.count) == [3, 2])
  }

  @Test func `a growing session outside the personal range is deferred unchanged`() throws {
    let vowels = Sessions.day(4)
    var person = try KeptPerson((0..<3).map { Sessions.day($0) } + [[vowels[0]]])

    let grown = try person.record(vowels[1...].map { vowel in vowel.with { $0.jitter *= 30 } })
    let waiting = person.baseline?.sessions.last?.used.count
    try person.record(Sessions.day(5))

    #expect(grown.deferredSessions.map { $0.reasons.map(\.code) } == [["session_waits"]])
    #expect(waiting == 1)
    #expect(person.baseline?.sessions.map(\.used.count) == [3, 3, 3, 3, 3])
  }

  @Test func `a recording that comes again under another session counts once`() throws {
    var person = try KeptPerson((0..<2).map { Sessions.day($0) })
    let hashes = person.vowels.compactMap(\.results.recording.sha256)
    let again = (0..<3).map { index in
      Sessions.day(3, "again")[index].with { $0.hash = hashes[index] }
    }

    let step = try person.record(again)

    #expect(step.outcome == .unchanged)
    #expect(step.deferredSessions == [])
  }
}

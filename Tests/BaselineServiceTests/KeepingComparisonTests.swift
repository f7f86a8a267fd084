// Selection of the baseline and the sessions that a session is compared with.

import BaselineService
import Testing
import VoiceTypes

@Suite struct KeepingComparisonTests {
  private typealias Sessions = SampleSessions

  private func compared(
    _ id: String, by person: KeptPerson
  ) -> (baseline: String, sessions: [String], alerts: [ChangeRule])? {
    person.keeping.comparison(of: id, among: person.vowels).map { version, result in
      guard case .complete(let findings) = result.outcome else {
        return (version.stored.run.baselineID, [], [])
      }
      return (
        version.stored.run.baselineID, findings.sessions.map(\.session.id),
        findings.alerts.map(\.rule)
      )
    }
  }

  @Test func `a session is compared with the baseline before it`() throws {
    let person = try KeptPerson((0..<3).map { Sessions.day($0) })

    #expect(compared("D0", by: person) == nil)
    #expect(compared("D1", by: person)?.baseline == "b1")
    #expect(compared("D2", by: person)?.baseline == "b2")
    #expect(compared("D2", by: person)?.sessions == ["D2"])
    #expect(compared("D9", by: person) == nil)
  }

  @Test func `the comparison of a session is the same before and after the update`() throws {
    var person = try KeptPerson((0..<2).map { Sessions.day($0) })
    person.vowels += Sessions.day(2).map(\.measured)

    let before = compared("D2", by: person)
    try person.keep()

    #expect(person.pooled.last == "D2")
    #expect(before?.baseline == "b2")
    #expect(compared("D2", by: person)?.baseline == "b2")
    #expect(compared("D2", by: person)?.sessions == before?.sessions)
  }

  @Test func `sessions since the baseline are compared together`() throws {
    let person = try KeptPerson(
      (0..<3).map { Sessions.day($0) } + (4..<6).map { Sessions.day($0, Sessions.rough) })

    let last = compared("D5", by: person)

    #expect(last?.baseline == "b3")
    #expect(last?.sessions == ["D4", "D5"])
    #expect(last?.alerts == [.sequential, .sequential])
    #expect(compared("D4", by: person)?.alerts == [.sequential])
  }

  @Test func `a comparison lists the last 12 sessions; all count for the statistic and the alerts`()
    throws
  {
    let person = try KeptPerson(
      (0..<3).map { Sessions.day($0) } + (4..<24).map { Sessions.day($0, Sessions.rough) })

    let (version, result) = try #require(
      person.keeping.comparison(of: "D23", among: person.vowels))
    let since = person.vowels.filter { Int($0.origin.sessionID.dropFirst()) ?? 0 > 3 }
    let all = BaselineComparison(
      with: version.stored.baseline, rule: .mustAgree, minimums: Samples.minimums
    ).compare(since)

    guard case .complete(let listed) = result.outcome, case .complete(let whole) = all.outcome
    else {
      Issue.record("refused")
      return
    }
    #expect(version.stored.run.baselineID == "b3" && whole.sessions.count == 20)
    #expect(listed.sessions == whole.sessions.suffix(12))
    #expect(listed.sessions.map(\.joint?.number) == (9...20).map { $0 })
    #expect(listed.alerts == whole.alerts.suffix(12) && whole.alerts.count == 20)
    #expect(result.alerts == whole.alerts && all.alerts == whole.alerts)
    #expect(result.differences == all.differences)
  }

  @Test func `a session with another device in between does not block the comparison`()
    throws
  {
    let other = { (vowel: inout SampleVowel) in vowel.device = "tablet" }
    let person = try KeptPerson(
      (0..<3).map { Sessions.day($0) } + [
        Sessions.day(4, Sessions.rough), Sessions.day(5, other), Sessions.day(6, Sessions.rough),
      ])

    #expect(compared("D6", by: person)?.sessions == ["D4", "D6"])
    #expect(compared("D5", by: person)?.sessions == [])
  }

  @Test func `a session of two days is refused, and skipped in later comparisons`() throws {
    let long = Sessions.day(4) { vowel in
      Sessions.rough(&vowel)
      if vowel.minute == 2 { vowel.day = 5 }
    }
    let person = try KeptPerson(
      (0..<3).map { Sessions.day($0) } + [long, Sessions.day(6, Sessions.rough)])

    let refused = person.keeping.comparison(of: "D4", among: person.vowels)?.result.outcome
    let row = try #require(
      person.keeping.history(of: person.vowels).sessions.first { $0.id == "D4" })

    guard case .refused(let refusal) = refused else {
      Issue.record("compared")
      return
    }
    #expect(refusal.reasons.map(\.code) == ["session_too_long"])
    #expect(compared("D6", by: person)?.sessions == ["D6"])
    #expect(row.differences.map(\.code) == ["session_too_long"])
    #expect(row.values.allSatisfy { $0.changeClass == nil })
  }

  @Test func `sessions during illness are compared but not added`() throws {
    let ill = Sessions.day(3) { $0.flags = [.illness] }
    let person = try KeptPerson((0..<3).map { Sessions.day($0) } + [ill, Sessions.day(5)])

    #expect(compared("D3", by: person)?.baseline == "b3")
    #expect(compared("D3", by: person)?.sessions == ["D3"])
  }

  @Test func `a session before the first baseline is compared with the first baseline`() throws {
    let person = try KeptPerson([
      Sessions.day(0) { $0.flags = [.cold] }, Sessions.day(1), Sessions.day(2),
    ])

    #expect(compared("D0", by: person)?.baseline == "b1")
  }
}

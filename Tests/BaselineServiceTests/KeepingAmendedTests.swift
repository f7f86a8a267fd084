// Corrections of a recording after it became part of a baseline.

import BaselineService
import Testing
import VoiceTypes

@Suite struct KeepingAmendedTests {
  private typealias Sessions = SampleSessions

  private func hash(_ vowel: MeasuredVowel) throws -> String {
    try #require(vowel.results.recording.sha256)
  }

  /// Runs a step with corrected recordings and stores the result.
  private func keep(
    _ person: inout KeptPerson, amended: Set<String>
  ) throws -> BaselineUpdate {
    let step = person.keeping.step(with: person.vowels, amended: amended)
    if case .accepted(let baseline) = step.outcome { try person.keep(baseline, step.notes) }
    return step
  }

  @Test func `a recording reassigned to another person leaves its session`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })
    let gone = try hash(person.vowels[4])
    person.vowels.remove(at: 4)

    let step = try keep(&person, amended: [gone])

    #expect(person.pooled == ["D0", "D1", "D2"])
    #expect(person.baseline?.sessions.map(\.used.count) == [3, 2, 3])
    #expect(step.notes.contains { $0.hasPrefix("the details of session D1 were corrected. ") })
    #expect(person.versions.count == 4)
    #expect(person.baseline?.parent?.keepsSessions == true)
  }

  @Test func `later deletions do not change a stored baseline`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })
    let gone = try hash(person.vowels[4])
    person.vowels.remove(at: 4)
    _ = try keep(&person, amended: [gone])
    let kept = person.baseline

    let again = try keep(&person, amended: [gone])
    person.vowels = []
    let deleted = try keep(&person, amended: [gone])

    #expect(again.outcome == .unchanged && deleted.outcome == .unchanged)
    #expect(person.baseline == kept)
  }

  @Test func `an amended recording counts with its new content`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })
    let right = Sessions.day(1)[1].with { $0.jitter *= 1.1 }.measured
    #expect(try hash(right) == hash(person.vowels[4]))
    person.vowels[4] = right

    let untold = person.step()
    _ = try keep(&person, amended: [hash(right)])

    #expect(untold.outcome == .unchanged)
    let expected = try KeptPerson([
      Sessions.day(0), Sessions.day(1), Sessions.day(2),
    ]).baseline?.sessions[1]
    #expect(person.baseline?.sessions[1].values != expected?.values)
    #expect(person.baseline?.sessions.map(\.used.count) == [3, 3, 3])
  }

  @Test func `a reassigned session lowers the session count and the status`()
    throws
  {
    var person = try KeptPerson((0..<6).map { Sessions.day($0) })
    #expect(person.baseline?.status == .established)
    let gone = Set(try person.vowels[6..<9].map(hash))
    person.vowels.removeSubrange(6..<9)

    _ = try keep(&person, amended: gone)

    #expect(person.pooled == ["D0", "D1", "D3", "D4", "D5"])
    #expect(person.baseline?.status == .provisional)
  }

  @Test func `amending a recording outside the baseline changes nothing`() throws {
    var person = try KeptPerson((0..<3).map { Sessions.day($0) })

    let step = try keep(&person, amended: [String(repeating: "f", count: 64)])

    #expect(step.outcome == .unchanged && step.notes == [])
  }
}

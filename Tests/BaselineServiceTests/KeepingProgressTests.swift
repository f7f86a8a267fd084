// How far a baseline has come, in numbers and in words.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct KeepingProgressTests {
  private typealias Sessions = SampleSessions

  @Test func `progress counts the missing sessions for the next status`() throws {
    var person = KeptPerson()
    var next: [BaselineProgress.Next?] = []

    for day in 0..<6 { next.append(try person.record(Sessions.day(day)).progress.next) }

    #expect(
      next == [
        .init(status: .provisional, sessions: 2, days: 2),
        .init(status: .provisional, sessions: 1, days: 1),
        .init(status: .established, sessions: 3, days: 0),
        .init(status: .established, sessions: 2, days: 0),
        .init(status: .established, sessions: 1, days: 0), nil,
      ])
  }

  @Test func `sessions of one day need further days`() throws {
    let evening = { (vowel: inout SampleVowel) in vowel.minute += 30 }

    let person = try KeptPerson([
      Sessions.day(0), Sessions.day(0, "b", evening),
      Sessions.day(1) { $0.minute += 10 },
    ])
    let progress = person.step().progress

    #expect(progress.completeSessions == 3)
    #expect(progress.days == 2)
    #expect(progress.next == .init(status: .provisional, sessions: 0, days: 1))
    #expect(progress.missing.map(\.code) == ["days_missing"])
  }

  @Test func `a session of two vowels is no complete one`() throws {
    let progress = try KeptPerson([Sessions.day(0, vowels: 2)]).step().progress

    #expect(progress.status == .onboarding)
    #expect(progress.completeSessions == 0)
    #expect(progress.vowels == 2)
    #expect(
      progress.missing.map(\.message) == [
        "the latest session has too few usable vowels (3 required, 2 available)",
        "complete sessions: 0 of 3",
        "complete sessions on 0 days (required: 3 days)",
      ])
    #expect(progress.missing.allSatisfy { !$0.advice.isEmpty && $0.sentence != nil })
  }

  @Test func `sentences fill all parameters and use no words of diagnosis`() throws {
    let values = Dictionary(
      uniqueKeysWithValues: SentenceParameter.allCases.map { ($0, "<\($0.rawValue)>") })
    let wordings =
      KeepingText.allCases.map { $0.filled(values) }
      + ProgressText.allCases.map { $0.filled(values) }
      + HistoryText.allCases.map { $0.filled(values) }

    #expect(wordings.count == 10)
    for wording in wordings {
      #expect(try RuledOutWords.found(in: wording.message + wording.advice) == [])
      #expect(!(wording.message + wording.advice).contains("{"))
      #expect(!wording.message.hasSuffix("."))
    }
  }

  // MARK: - In documents

  private static func document(_ step: KeptStep) -> BaselineDocument? {
    let outcome: BaselineDocument.Outcome
    switch step.outcome {
    case .unchanged: return nil
    case .accepted(let baseline): outcome = .accepted(baseline)
    case .rejected(let rejection): outcome = .rejected(rejection)
    }
    return BaselineDocument(
      outcome: outcome, notes: step.notes, provenance: SampleVowel.provenance(),
      run: BaselineRun(baselineID: "b1", establishedAt: "2026-03-01T00:00:00Z"),
      progress: step.progress)
  }

  private static func steps() throws -> [KeptStep] {
    var first = KeptPerson()
    var none = KeptPerson()
    var last = try KeptPerson((0..<5).map { Sessions.day($0) })
    return [
      try first.record(Sessions.day(0, vowels: 2)),
      try none.record(Sessions.day(0) { $0.type = 4 }), try last.record(Sessions.day(5)),
    ]
  }

  @Test(arguments: ReadingBack.Rule.allCases)
  func `a document with progress keeps every rule of reading back`(rule: ReadingBack.Rule) throws {
    for document in try Self.steps().compactMap(Self.document) {
      let reading = ReadingBack(
        "baseline with progress", document.json, schema: BaselineDocument.jsonSchema
      ) { try BaselineDocument(json: $0).json }
      #expect(try reading.problems(with: rule) == [])
    }
  }

  @Test func `progress is the last member, and a document without it has none`() throws {
    var document = try #require(try Self.document(Self.steps()[0]))
    let keys = { (json: JSONValue) -> [String] in
      if case .object(let members) = json { members.map(\.key) } else { [] }
    }

    let told = keys(document.json)
    document.progress = nil

    #expect(told.last == "progress")
    #expect(keys(document.json) == told.dropLast())
    #expect(try StoredBaseline(json: document.json).baseline == document.baseline)
  }
}

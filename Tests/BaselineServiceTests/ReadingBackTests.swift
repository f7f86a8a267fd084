import TestSupport
import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct ReadingBackTests {
  private static let accepted = SampleSessions.established(
    from: SampleSessions.vowels(sessions: 3, vowels: 4))
  private static let rejected = SampleSessions.established(
    from: SampleSessions.vowels(sessions: 1).map { vowel in vowel.with { $0.seconds = 0.2 } })

  /// New sessions compared with the baseline, one of them with another voice.
  private static func compared(under rule: ConditionRule) -> ComparisonDocument? {
    guard let baseline = accepted.baseline else { return nil }
    let vowels = SampleSessions.vowels(sessions: 2, from: 40).map { vowel in
      vowel.with {
        $0.f0 *= $0.day == 40 ? 1.5 : 1
        $0.device = "another phone"
      }
    }
    let result = BaselineComparison(
      with: baseline, rule: rule, minimums: Samples.minimums
    ).compare(vowels.map(\.measured))
    return ComparisonDocument(
      baseline: BaselineReference(
        baselineID: "b1", sha256: String(repeating: "0", count: 64), userID: "u1",
        status: .provisional, sessions: 3, establishedAt: "2026-03-01T00:00:00Z"),
      differences: result.differences, rule: rule, outcome: result.outcome, notes: result.notes,
      provenance: SampleVowel.provenance(),
      run: ComparisonRun(comparisonID: "c1", comparedAt: "2026-03-02T00:00:00Z"))
  }

  static let documents: [ReadingBack] =
    [("accepted", accepted), ("rejected", rejected)].map { name, document in
      ReadingBack("baseline, \(name)", document.json, schema: BaselineDocument.jsonSchema) {
        try BaselineDocument(json: $0).json
      }
    }
    + [compared(under: .mayDiffer), compared(under: .mustAgree)].compactMap { $0 }.map { document in
      ReadingBack(
        "comparison, \(document.findings == nil ? "refused" : "complete")", document.json,
        schema: ComparisonDocument.jsonSchema
      ) { try ComparisonDocument(json: $0).json }
    }

  @Test func `the samples cover every outcome`() {
    #expect(
      Self.documents.map(\.name) == [
        "baseline, accepted", "baseline, rejected", "comparison, complete", "comparison, refused",
      ])
  }

  @Test(arguments: documents.indices, ReadingBack.Rule.allCases)
  func `a document keeps every rule of reading back`(index: Int, rule: ReadingBack.Rule) throws {
    #expect(try Self.documents[index].problems(with: rule) == [])
  }

  @Test func `a damaged baseline in the store is a baseline or one fault with its place`() throws {
    let stored = ReadingBack("baseline", Self.accepted.json, schema: true) { json in
      var document = Self.accepted
      let read = try StoredBaseline(json: json)
      document.outcome = .accepted(read.baseline)
      document.run = read.run
      document.notes = read.notes
      return document.json
    }

    for rule in ReadingBack.damage { #expect(try stored.problems(with: rule) == []) }
  }

  // MARK: - Limits

  @Test func `a measured set that is written and read is the same`() throws {
    let text = String(decoding: EmbeddedLimits.measuredBytes, as: UTF8.self)

    let read = try Samples.measuredLimits.get()

    #expect(read.rates.isEmpty == false)
    let again = try ReferenceLimits(reading: ReferenceLimits.shape.json(of: read).fileBytes) { _ in
      read.sha256
    }
    #expect(again == read)
    #expect(try JSONValue(parsing: text)["limits"]?.elements.count == read.limits.count)
  }

  @Test func `damaged limits are limits or faults with places`() throws {
    let document = ReferenceLimits.shape.json(of: try Samples.measuredLimits.get())
    let limits = ReadingBack("limits", document, schema: true) { json in
      ReferenceLimits.shape.json(of: try ReferenceLimits(reading: json.fileBytes) { _ in "" })
    }

    for rule in ReadingBack.damage { #expect(try limits.problems(with: rule) == []) }
  }
}

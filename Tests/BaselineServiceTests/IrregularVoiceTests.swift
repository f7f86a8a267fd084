// Baselines of type 2 and 3 voices contain the measures of their type.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct IrregularVoiceTests {
  /// Three vowels of one session and type, with the measures of such documents.
  private static func vowels(
    type: Int, confidence: Double? = 99, from day: Int = 0
  ) -> [MeasuredVowel] {
    SampleSessions.vowels(sessions: 1, from: day).map { sample in
      let vowel = sample.with {
        $0.type = type
        $0.confidence = confidence
      }
      var document = vowel.document
      guard case .complete(var findings) = document.outcome else { return vowel.measured }
      let spoiler: ValidityCriteria = type == 2 ? .typeTwo : .typeThree
      for measure in Measure.allCases where measure.facts.validityCriteria.contains(spoiler) {
        findings.biomarkers[measure] = .unavailable(Unavailability(.signalType, "irregular"))
      }
      document.outcome = .complete(findings)
      return MeasuredVowel(document: document, origin: vowel.origin)
    }
  }

  private static func established(_ vowels: [MeasuredVowel]) -> BaselineDocument {
    let (outcome, notes) = BaselineEstablishment(
      of: SampleSessions.person, amending: nil, minimums: Samples.minimums
    ).establish(from: vowels)
    return BaselineDocument(
      outcome: outcome, notes: notes, provenance: SampleVowel.provenance(),
      run: BaselineRun(baselineID: "b1", establishedAt: "2026-03-01T00:00:00Z"))
  }

  @Test func `the baseline of a type 2 voice has F0, HNR and CPPS`() throws {
    let document = Self.established(Self.vowels(type: 2))
    let baseline = try #require(document.baseline)

    #expect(baseline.measures.map(\.measure) == [.f0Mean, .hnrMean, .cpps])
    #expect(baseline.sessions[0].used.count == 3)
    #expect(
      baseline.sessions[0].used.allSatisfy { $0.cautions.map(\.code).contains("signal_type") })
    #expect(
      document.notes.contains { $0.contains("changes of jitter, shimmer cannot be detected") })
    #expect(!document.notes.contains { $0.contains("old the vowel for 3 to 10 s") })
    #expect(try JSONSchemaValidator(BaselineDocument.jsonSchema).problems(in: document.json) == [])
  }

  @Test func `the baseline of a type 3 voice has CPPS only`() throws {
    let baseline = try #require(Self.established(Self.vowels(type: 3, confidence: nil)).baseline)

    #expect(baseline.measures.map(\.measure) == [.cpps])
  }

  @Test(arguments: [59.9, nil])
  func `uncertain F0 of an irregular voice is left out`(confidence: Double?) throws {
    let baseline = try #require(
      Self.established(Self.vowels(type: 2, confidence: confidence)).baseline)

    #expect(baseline.measures.map(\.measure) == [.hnrMean, .cpps])
  }

  @Test func `aperiodic noise has no baseline`() {
    let rejection = Self.established(Self.vowels(type: 4)).rejection

    #expect(rejection?.reasons.map(\.code) == ["no_usable_recording"])
  }

  @Test func `a new session of an irregular voice is compared by its available measures`() throws {
    let baseline = try #require(Self.established(Self.vowels(type: 2)).baseline)

    let result = BaselineComparison(
      with: baseline, rule: .mustAgree, minimums: Samples.minimums
    ).compare(Self.vowels(type: 2, from: 40))

    guard case .complete(let findings) = result.outcome else {
      Issue.record("refused")
      return
    }
    #expect(findings.sessions[0].measures.map(\.measure) == [.f0Mean, .hnrMean, .cpps])
  }

  @Test func `a reference group uses type 1 voices only`() {
    let judge = BaselineValidation(for: .reference, minimums: Samples.minimums, category: nil)

    #expect(judge.judge(SampleVowel().measured).use == .used)
    #expect(Self.vowels(type: 2).allSatisfy { judge.judge($0).use == .unusable })
  }
}

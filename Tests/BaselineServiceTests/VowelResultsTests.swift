// The stored form of results leads to the same judgements as the results document.

import TestSupport
import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct VowelResultsTests {
  private static let samples: [SampleVowel] = [
    SampleVowel(),
    SampleVowel().with { $0.confidence = nil },
    SampleVowel().with { $0.confidence = 40 },
    SampleVowel().with { ($0.voiced, $0.seconds, $0.vowelSeconds) = (0.4, 12, 0.7) },
    SampleVowel().with { $0.type = nil },
    SampleVowel().with { ($0.type, $0.lacksPerturbation) = (3, true) },
    SampleVowel().with { $0.namedSettings = ["pitch_floor_hz": 60, "of_no_measure": 1] },
    SampleVowel().with {
      $0.refusal = Refusal(.truncated, message: "It ends early.", advice: "Record again.")
    },
    SampleVowel().with {
      $0.checks = [
        QualityCheck(
          id: .signalToNoise, verdict: .warn, value: 20, unit: "db", limit: 30, message: "m"),
        QualityCheck(id: .clipping, verdict: .fail, value: 1, unit: "", limit: 0, message: "n"),
        QualityCheck(id: .mainsHum, verdict: .pass, value: 1, unit: "", limit: 2),
      ]
    },
  ]

  private func stored(_ vowel: MeasuredVowel) throws -> MeasuredVowel {
    func parsed(_ json: JSONValue) throws -> JSONValue { try JSONValue.parse(json.lineBytes) }
    let software = try VowelSoftware.shape.read(
      parsed(VowelSoftware.shape.json(of: vowel.results.software)), as: "software")
    let json = VowelResults.shape(by: software).json(of: vowel.results)
    return MeasuredVowel(
      results: try VowelResults.shape(by: software).read(parsed(json), as: "results"),
      origin: vowel.origin)
  }

  /// The document of a sample with a short segment, whose perturbation measures are not comparable.
  private func withShortSegment(_ sample: SampleVowel) -> MeasuredVowel {
    var document = sample.document
    if case .complete(var findings) = document.outcome {
      findings.biomarkers.flags[.jitterLocal] = [Unavailability(.tooShort, "short", needed: 1)]
      findings.f0Candidates = F0Candidates(low: 90, high: 180, evidence: [], decidedBy: .baseline)
      document.outcome = .complete(findings)
    }
    return MeasuredVowel(document: document, origin: sample.origin)
  }

  @Test(arguments: [BaselineValidation.Purpose.baseline, .comparison, .reference])
  func `stored results have the faults, cautions and values of the document`(
    purpose: BaselineValidation.Purpose
  ) throws {
    let validation = BaselineValidation(
      for: purpose, minimums: Samples.minimums, category: nil)
    for vowel in Self.samples.map(\.measured) + Self.samples.map(withShortSegment) {
      let read = try stored(vowel)

      #expect(validation.judge(read) == validation.judge(vowel))
      #expect(read.conditions == vowel.conditions)
      let (found, expected) = (validation.values(of: read), validation.values(of: vowel))
      for measure in VowelValues.measures { #expect(found?[measure] == expected?[measure]) }
    }
  }

  @Test func `values of a short segment are unavailable`() {
    let values = withShortSegment(SampleVowel()).results.values

    #expect(values?.biomarkers[.jitterLocal].unavailability?.code == .tooShort)
    #expect(values?.biomarkers[.cpps].number == 16)
  }
}

import TestSupport
import Testing
import VoiceTypes

@Suite struct ReadingBackTests {
  static let documents: [ReadingBack] = [
    results("complete", SampleDocument.complete),
    results("with contours", SampleDocument.document { $0.contours = SampleDocument.contours }),
    results("without assessment", SampleDocument.document { $0.assessment = nil }),
    results("refused", SampleDocument.refused),
    index("compared", SampleIndex.document()),
    index(
      "not compared",
      SampleIndex.document {
        ($0.cutOffs, $0.notCompared) = ([], "no language was given")
        $0.value = .unavailable(.noVoicing)
        $0.parts[.cpps] = .unavailable(.tooFewPeriods(needed: 3, found: 1))
        $0.used = nil
        $0.notes = ["a note"]
      }),
    index("refused", SampleIndex.refused),
  ]

  private static func results(_ name: String, _ document: ResultsDocument) -> ReadingBack {
    ReadingBack("results, \(name)", document.json, schema: ResultsDocument.jsonSchema) {
      try ResultsDocument(json: $0).json
    }
  }

  private static func index(_ name: String, _ document: IndexDocument) -> ReadingBack {
    ReadingBack("index, \(name)", document.json, schema: IndexDocument.jsonSchema) {
      try IndexDocument(json: $0).json
    }
  }

  @Test(arguments: documents.indices, ReadingBack.Rule.allCases)
  func `a document keeps every rule of reading back`(index: Int, rule: ReadingBack.Rule) throws {
    #expect(try Self.documents[index].problems(with: rule) == [])
  }

  // MARK: - Results of other versions

  private let complete = SampleDocument.complete.json

  @Test func `a measure that an earlier version did not have is unavailable`() throws {
    let earlier = complete.removing(["biomarkers", "formants"])
    let reasons = (complete["unavailable"]?.elements ?? []).filter {
      $0["measure"]?.stringValue?.hasPrefix("formants") == false
    }

    let document = try ResultsDocument(
      json: earlier.setting(["unavailable"], to: .array(reasons)))

    #expect(document.findings?.biomarkers[.f1].unavailability?.code == .notImplemented)
    #expect(document.findings?.biomarkers[.f0Mean] == .value(120.5))
  }

  @Test func `a measure of a later version is skipped`() throws {
    let reasons =
      (complete["unavailable"]?.elements ?? []) + [
        [
          "measure": "voice_quality.new", "code": "no_voicing", "message": "none", "needed": .null,
          "found": .null,
        ]
      ]
    let later = complete.setting(["biomarkers", "voice_quality", "new"], to: .null)
      .setting(["unavailable"], to: .array(reasons))
      .setting(["uncertainty", "voice_quality.newer"], to: ["ci95": [1, 2]])

    #expect(try ResultsDocument(json: later).json == complete)
  }

  @Test(
    arguments: [
      (["biomarkers", "jitter", "rap_percent"], .number(1), "results.unavailable"),
      (["biomarkers", "f0", "mean_hz"], .null, "results.unavailable"),
      (["biomarkers", "f0", "mean_hz"], "120", "results.biomarkers.f0.mean_hz"),
      (["quality", "verdict"], "fail", "results.quality.verdict"),
      (["pitch_range", "floor_hz"], 601, "results.pitch_range"),
      (["quality", "checks", 0, "verdict"], "good", "results.quality.checks[0].verdict"),
      (["state"], "done", "results.state"),
    ] as [([JSONStep], JSONValue, String)])
  func `a fault has its place`(path: [JSONStep], value: JSONValue, place: String) throws {
    let error = #expect(throws: FileFaults.self) {
      try ResultsDocument(json: complete.setting(path, to: value))
    }

    #expect(error?.faults.map(\.place) == [place])
  }

  @Test func `all faults come at once, or the first alone`() throws {
    let broken = complete.setting(["tier"], to: "slow").setting(["run", "total_ms"], to: -1)
      .removing(["provenance", "version"])

    let all = #expect(throws: FileFaults.self) { try ResultsDocument(json: broken) }
    let first = #expect(throws: FileFaults.self) {
      try ResultsDocument(json: broken, mode: .firstFault)
    }

    #expect(
      all?.faults == [
        FileFault("results.tier", found: "\"slow\"", allowed: "quick, comprehensive"),
        FileFault(
          "results.provenance.version", found: "nothing", allowed: "a text that is not empty",
          kind: .missing),
        FileFault("results.run.total_ms", found: "-1", allowed: "a number from 0 up"),
      ])
    #expect(first?.faults == all.map { [$0.faults[0]] })
  }
}

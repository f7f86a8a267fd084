import TestSupport
import Testing
import VoiceTypes

@Suite struct DocumentTests {
  private let complete = SampleDocument.complete.json
  private let refused = SampleDocument.refused.json

  @Test func `a complete document has the members of the contract, in order`() {
    #expect(
      complete.keys == [
        "schema", "analysis_id", "tier", "task", "state", "recording", "quality", "pitch_range",
        "segment", "signal_type", "biomarkers", "unavailable", "flags", "uncertainty",
        "assessment", "notes", "provenance", "run",
      ])
  }

  @Test func `a refused document has its error in place of the findings`() {
    #expect(
      refused.keys == [
        "schema", "analysis_id", "tier", "task", "state", "recording", "quality", "error",
        "provenance",
        "run",
      ])
    #expect(refused["error"]?.keys == ["code", "message", "advice"])
  }

  @Test func `contours follow the notes`() throws {
    let document = SampleDocument.document { $0.contours = SampleDocument.contours }.json

    let index = try #require(document.keys.firstIndex(of: "notes"))

    #expect(document.keys[index + 1] == "contours")
  }

  @Test func `unfiltered values follow the intervals`() throws {
    let document = SampleDocument.document { $0.unfiltered = [.hnrMean: 20.5] }.json

    let index = try #require(document.keys.firstIndex(of: "uncertainty"))
    let read = try ResultsDocument(json: document)

    #expect(document.keys[index + 1] == "unfiltered")
    #expect(read.findings?.unfiltered == [.hnrMean: 20.5])
  }

  @Test func `the members inside are in the order of the contract`() {
    let orders: [(path: [JSONStep], keys: [String])] = [
      (
        ["recording"],
        ["name", "sha256", "duration_s", "sample_rate_hz", "channels", "encoding"]
      ),
      (["quality"], ["verdict", "checks"]),
      (["quality", "checks", 0], ["id", "verdict", "value", "unit", "limit", "message"]),
      (["pitch_range"], ["floor_hz", "ceiling_hz", "rule"]),
      (["segment"], ["start_s", "end_s", "rule", "excluded", "used"]),
      (["segment", "excluded", 0], ["start_s", "end_s", "reason"]),
      (["segment", "used", 0], ["part", "seconds", "measures"]),
      (["signal_type"], ["type", "reasons"]),
      (["biomarkers"], MeasureGroup.allCases.map(\.rawValue)),
      (["biomarkers", "stability"], ["score_percent", "components"]),
      (["unavailable", 0], ["measure", "code", "message", "needed", "found"]),
      (
        ["provenance"],
        ["software", "version", "preset", "settings", "settings_sha256", "libraries"]
      ),
      (["assessment"], ["reference", "recording", "measures", "context", "verdict", "notice"]),
      (
        ["assessment", "reference"],
        ["version", "sha256", "measured", "band", "category", "reason", "cautions"]
      ),
      (
        ["assessment", "recording"],
        ["grade", "reasons", "confidence", "voiced_ratio", "duration"]
      ),
      (["assessment", "recording", "confidence"], ["value", "unit", "pass", "warn", "verdict"]),
      (
        ["assessment", "measures", 0],
        [
          "measure", "value", "unit", "ci95", "typical", "published", "standing", "source",
          "sentence", "deviation_percentile",
        ]
      ),
      (
        ["assessment", "measures", 0, "typical"],
        ["low", "high", "basis", "citation", "label", "caution", "kind", "algorithm"]
      ),
      (
        ["assessment", "context"],
        ["voice_conditions", "diagnosed_conditions", "suspected_conditions"]
      ),
      (["run"], ["analyzed_at", "decode_ms", "analysis_ms", "total_ms"]),
    ]
    for (path, keys) in orders {
      #expect(complete[path: path]?.keys == keys, "\(path)")
    }
  }

  @Test func `free maps are sorted`() {
    #expect(complete["uncertainty"]?.keys == ["f0.mean_hz", "jitter.local_percent"])
    #expect(complete[path: ["biomarkers", "stability", "components"]]?.keys == ["apq11", "ppq5"])
    #expect(complete[path: ["provenance", "settings"]]?.keys == ["a", "b"])
    #expect(complete[path: ["provenance", "libraries"]]?.keys == ["fftw", "libsndfile"])
  }

  @Test func `every measure is a member of its group, in order`() {
    let names = DocumentRules.measures(of: complete).map(\.name)

    #expect(names == Measure.allCases.map(\.rawValue))
  }

  @Test func `null measures have one reason each and the others none`() {
    #expect(DocumentRules.reasonProblems(in: complete) == [])
  }

  @Test func `a measure with two reasons, or null with none, is noticed`() throws {
    let entry = try #require(complete[path: ["unavailable", 0]])
    let twice = complete.setting(
      ["unavailable"], to: .array((complete["unavailable"]?.elements ?? []) + [entry]))

    #expect(DocumentRules.reasonProblems(in: twice).count == 1)
    #expect(DocumentRules.reasonProblems(in: complete.removing(["unavailable", 0])).count == 1)
  }

  @Test func `a reason carries its counts`() throws {
    let entries = complete["unavailable"]?.elements ?? []

    let entry = try #require(entries.first { $0["measure"] == "jitter.ppq5_percent" })

    #expect(entry["code"] == "too_few_periods")
    #expect(entry["needed"] == 5)
    #expect(entry["found"] == 3)
  }

  @Test func `counts and rates are whole numbers, measures are not`() {
    #expect(complete[path: ["biomarkers", "voice_quality", "pulses"]] == .int(1_200))
    #expect(complete[path: ["recording", "sample_rate_hz"]] == .int(44_100))
    #expect(complete[path: ["recording", "duration_s"]] == .number(10))
    #expect(complete[path: ["biomarkers", "f0", "mean_hz"]] == .number(120.5))
  }

  @Test func `an interval has its two ends`() {
    let interval = complete[path: ["uncertainty", "jitter.local_percent", "ci95"]]

    #expect(interval == [.number(0.31), .number(0.42)])
  }

  @Test func `unvoiced frames are null in the contours`() {
    let document = SampleDocument.document { $0.contours = SampleDocument.contours }.json

    #expect(document[path: ["contours", "f0", 0, "hz"]] == .number(120))
    #expect(document[path: ["contours", "f0", 1, "hz"]] == .null)
    #expect(document[path: ["contours", "hnr_db"]] == [.number(20), .null])
  }

  @Test func `a document is either complete or refused`() {
    #expect(SampleDocument.complete.findings != nil)
    #expect(SampleDocument.complete.refusal == nil)
    #expect(SampleDocument.refused.findings == nil)
    #expect(SampleDocument.refused.refusal == SampleDocument.refusal)
  }
}

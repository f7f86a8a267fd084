import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct DocumentComparisonTests {
  private static let document: JSONValue = [
    "analysis_id": "1", "tier": "quick", "f0": ["mean_hz": .number(100), "count": .int(3)],
    "pulses_s": [.number(0.5), .number(0.6)], "assessment": .null, "run": ["total_ms": .int(3)],
    "tilt_db": .number(0),
    "recording": ["name": "a"],
    "provenance": ["version": "1.0.0", "settings_sha256": "s", "libraries": ["fftw": "3"]],
  ]

  private func difference(_ path: [JSONStep], _ value: JSONValue) -> String? {
    DocumentComparison(of: Self.document.setting(path, to: value), with: Self.document).difference
  }

  @Test func `a document equals itself`() {
    #expect(DocumentComparison(of: Self.document, with: Self.document).difference == nil)
  }

  @Test(
    arguments: [
      (["analysis_id"], "2"), (["run", "total_ms"], 9), (["assessment"], "none"),
      (["recording", "name"], "b"), (["provenance", "libraries", "fftw"], "4"),
    ] as [([JSONStep], JSONValue)])
  func `run data are no difference`(path: [JSONStep], value: JSONValue) {
    #expect(difference(path, value) == nil)
  }

  @Test func `the first difference is named with its place and both values`() {
    let versions = #" (by version "1.0.0", now "1.0.0")"#

    #expect(
      difference(["f0", "mean_hz"], .number(101))
        == "f0.mean_hz was 100.0 and is now 101.0" + versions)
    #expect(
      difference(["pulses_s", 1], .number(0.7))
        == "pulses_s[1] was 0.6 and is now 0.7" + versions)
    #expect(difference(["f0", "count"], .null) == "f0.count was 3 and is now null" + versions)
  }

  @Test(
    arguments: [
      (["f0", "mean_hz"], 100.0.nextUp, true), (["f0", "mean_hz"], 100 + 9e-8, true),
      (["f0", "mean_hz"], 100 + 2e-7, false), (["tilt_db"], 1e-14, true),
      (["tilt_db"], 2e-9, false),
      (["pulses_s", 0], 0.5.nextDown, true), (["pulses_s", 0], 0.5 + 2e-9, false),
    ] as [([JSONStep], Double, Bool)], ["1.0.0", "1.0.1"])
  func `numbers may differ in their last digits, of the same version and of another`(
    change: ([JSONStep], Double, Bool), version: String
  ) {
    let (path, number, isNear) = change
    let other = Self.document.setting(["provenance", "version"], to: .string(version))
      .setting(path, to: .number(number))

    let difference = DocumentComparison(of: other, with: Self.document).difference

    #expect((difference == nil) == isNear, "\(difference ?? "no difference")")
  }

  @Test func `a count differs by one`() {
    #expect(difference(["f0", "count"], 4) != nil)
  }

  @Test func `documents with different settings are not compared`() {
    #expect(
      difference(["provenance", "settings_sha256"], "t")
        == "its settings differ from those of this version; a comparison is not possible")
  }
}

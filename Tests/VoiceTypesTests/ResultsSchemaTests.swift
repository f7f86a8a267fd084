// The published schema against documents that are right, and against documents with one thing
// wrong.

import TestSupport
import Testing
import VoiceTypes

@Suite struct ResultsSchemaTests {
  private let validator: JSONSchemaValidator

  init() throws { validator = try JSONSchemaValidator(ResultsDocument.jsonSchema) }

  @Test func `a complete and a refused document are valid`() {
    #expect(validator.problems(in: SampleDocument.complete.json) == [])
    #expect(validator.problems(in: SampleDocument.refused.json) == [])
  }

  @Test func `a document with contours is valid`() {
    let document = SampleDocument.document { $0.contours = SampleDocument.contours }

    #expect(validator.problems(in: document.json) == [])
  }

  @Test func `a refused document with only a name is valid`() {
    var document = SampleDocument.refused
    document.recording = RecordingFacts(name: "")
    document.quality = RecordingQualityReport(checks: [])

    #expect(validator.problems(in: document.json) == [])
  }

  @Test(arguments: RefusalCode.allCases)
  func `every refusal is valid`(code: RefusalCode) {
    let document = SampleDocument.document(
      .refused(Refusal(code, message: "found", advice: "do")))

    #expect(validator.problems(in: document.json) == [])
  }

  @Test(arguments: ReasonCode.allCases)
  func `every reason is valid`(code: ReasonCode) {
    let document = SampleDocument.document {
      $0.biomarkers = Biomarkers(unsetBecause: Unavailability(code, "reason"))
    }

    #expect(validator.problems(in: document.json) == [])
  }

  @Test(arguments: SampleDocument.complete.json.keys)
  func `no member of a complete document may be missing`(key: String) {
    let broken = SampleDocument.complete.json.removing([.key(key)])

    #expect(validator.problems(in: broken) != [])
  }

  @Test(arguments: SampleDocument.refused.json.keys)
  func `no member of a refused document may be missing`(key: String) {
    let broken = SampleDocument.refused.json.removing([.key(key)])

    #expect(validator.problems(in: broken) != [])
  }

  @Test(arguments: Measure.allCases)
  func `no measure may be missing`(measure: Measure) {
    let broken = SampleDocument.complete.json
      .removing(["biomarkers", .key(measure.group.rawValue), .key(measure.key)])

    #expect(validator.problems(in: broken) != [])
  }

  @Test(arguments: Measure.allCases)
  func `no measure may be a text or a truth value`(measure: Measure) {
    let path: [JSONStep] = ["biomarkers", .key(measure.group.rawValue), .key(measure.key)]
    for value: JSONValue in ["NaN", "0", true, [1], .object([])] {
      let broken = SampleDocument.complete.json.setting(path, to: value)
      #expect(validator.problems(in: broken) != [], "\(value)")
    }
  }

  @Test(arguments: [Measure.voiceBreaks, .pulses, .periods, .phonationVoiceBreaks])
  func `a count may not have a fraction`(measure: Measure) {
    let broken = SampleDocument.complete.json
      .setting(["biomarkers", .key(measure.group.rawValue), .key(measure.key)], to: .number(1.5))

    #expect(validator.problems(in: broken) != [])
  }

  /// A place of the complete document and a value that must not stand there.
  static let wrongValues: [(path: [JSONStep], value: JSONValue)] = [
    (["schema"], "sagevoice/results/2"), (["analysis_id"], ""), (["tier"], "fast"),
    (["state"], "refused"), (["state"], "done"), (["extra"], 1), (["error"], .object([])),
    (["recording", "sha256"], "0A"), (["recording", "encoding"], "mp3"),
    (["recording", "channels"], .number(1.5)), (["recording", "path"], "/home"),
    (["quality", "verdict"], "good"), (["quality", "checks", 0, "value"], "NaN"),
    (["quality", "checks", 0, "extra"], 1), (["pitch_range", "floor_hz"], 0),
    (["pitch_range", "rule"], "guess"), (["segment", "start_s"], -1),
    (["segment", "rule"], "best"), (["segment", "excluded", 0, "reason"], "dull"),
    (["segment", "excluded"], .null), (["segment", "used", 0, "part"], "some"),
    (["segment", "used", 0, "measures"], []), (["segment", "used", 0, "seconds"], -1),
    (["signal_type", "type"], 5),
    (["signal_type", "type"], true), (["biomarkers", "jitter", "shim"], 1),
    (["biomarkers", "extra"], .object([])),
    (["biomarkers", "stability", "components", "ppq5"], .null),
    (["unavailable", 0, "measure"], "jitter.local"), (["unavailable", 0, "code"], "because"),
    (["unavailable", 0, "message"], ""), (["unavailable", 0, "found"], "3"),
    (["uncertainty", "jitter"], ["ci95": [0, 1]]),
    (["uncertainty", "f0.mean_hz", "ci95"], [1]),
    (["uncertainty", "f0.mean_hz", "smallest_change"], 1),
    (["uncertainty", "f0.mean_hz", "ci95"], [1, 2, 3]),
    (["uncertainty", "f0.mean_hz", "ci95"], [1, .null]), (["assessment"], 1),
    (["assessment"], .object([])), (["assessment", "notice"], ""),
    (["assessment", "reference", "sha256"], "0"), (["assessment", "reference", "band"], "18-60"),
    (["assessment", "reference", "category"], "X"), (["assessment", "reference", "reason"], ""),
    (["assessment", "recording", "grade"], "bad"),
    (["assessment", "recording", "confidence", "verdict"], "good"),
    (["assessment", "recording", "duration", "pass"], .null),
    (["assessment", "measures", 0, "measure"], "f0"),
    (["assessment", "measures", 0, "value"], .null), (["assessment", "measures", 0, "ci95"], [1]),
    (["assessment", "measures", 0, "typical", "basis"], "known"),
    (["assessment", "measures", 0, "published"], 1),
    (["assessment", "measures", 0, "published", "kind"], "official"),
    (["assessment", "measures", 0, "standing"], "abnormal"),
    (["assessment", "measures", 0, "sentence"], ""),
    (["assessment", "context", "voice_conditions"], .null), (["assessment", "extra"], 1),
    (["assessment", "measures", 0, "extra"], 1),
    (["notes"], "none"), (["notes", 0], 1), (["contours"], .null),
    (["provenance", "software"], "other"), (["provenance", "preset"], "own"),
    (["provenance", "settings_sha256"], "f9"), (["provenance", "libraries", "fftw"], 3),
    (["provenance", "settings"], []), (["run", "total_ms"], -1), (["run", "decode_ms"], .null),
    (["run", "host"], "here"), (["run", "analyzed_at"], ""),
  ]

  @Test(arguments: wrongValues)
  func `a wrong value is rejected`(path: [JSONStep], value: JSONValue) {
    let broken = SampleDocument.complete.json.setting(path, to: value)

    #expect(validator.problems(in: broken) != [])
  }

  @Test(arguments: [
    "pitch_range", "segment", "signal_type", "biomarkers", "unavailable", "uncertainty",
    "assessment", "notes",
  ])
  func `a refused document may not have findings`(key: String) throws {
    let member = try #require(SampleDocument.complete.json[key])

    let broken = SampleDocument.refused.json.setting([.key(key)], to: member)

    #expect(validator.problems(in: broken) != [])
  }

  @Test func `a refusal needs a known code and advice`() {
    let refused = SampleDocument.refused.json

    #expect(validator.problems(in: refused.setting(["error", "code"], to: "bad")) != [])
    #expect(validator.problems(in: refused.setting(["error", "advice"], to: "")) != [])
  }

  @Test func `the schema names its dialect`() {
    #expect(
      ResultsDocument.jsonSchema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
  }
}

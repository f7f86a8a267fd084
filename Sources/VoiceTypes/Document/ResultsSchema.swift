// The JSON Schema of the results document, built from the same tables as the document, so that
// the two cannot drift apart.

/// The published schema of `sagevoice/results/1`.
public enum ResultsSchema {
  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    let required = complete.filter { $0.key != "contours" }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:results:1",
      "title": "sagevoice results document, one recording and one tier",
      "type": "object",
      "properties": .object(
        head + shared + complete + [.init("error", error)] + tail),
      "required": .array(Schema.names(of: head + shared + tail)),
      "additionalProperties": false,
      "oneOf": [
        Schema.state("complete", with: required, without: "error"),
        Schema.state("refused", with: "error", insteadOf: complete),
      ],
    ]
  }

  typealias Member = JSONValue.Member

  private static var head: [Member] {
    [
      Member("schema", ["const": .string(ResultsDocument.schema)]),
      Member("analysis_id", Schema.text),
      Member("tier", Schema.oneOf(Tier.self)),
      Member("state", ["enum": ["complete", "refused"]]),
    ]
  }

  static var shared: [Member] {
    [
      Member(
        "recording",
        Schema.object([
          Member("name", Schema.anyText),
          Member("sha256", Schema.hashOrNull),
          Member("duration_s", Schema.nullable("number")),
          Member("sample_rate_hz", Schema.nullable("number")),
          Member("channels", Schema.nullable("integer")),
          Member("encoding", Schema.nullableOneOf(SampleEncoding.self)),
        ])),
      Member(
        "quality",
        Schema.object([
          Member("verdict", Schema.oneOf(Verdict.self)),
          Member("checks", Schema.list(of: check)),
        ])),
    ]
  }

  private static var check: JSONValue {
    Schema.object([
      Member("id", Schema.anyText),
      Member("verdict", Schema.oneOf(Verdict.self)),
      Member("value", Schema.nullable("number")),
      Member("unit", Schema.anyText),
      Member("limit", Schema.nullable("number")),
      Member("message", Schema.nullable("string")),
    ])
  }

  private static var complete: [Member] {
    [
      Member(
        "pitch_range",
        Schema.object([
          Member("floor_hz", Schema.positive),
          Member("ceiling_hz", Schema.positive),
          Member("rule", Schema.oneOf(PitchRangeRule.self)),
        ])),
      Member(
        "segment",
        Schema.object([
          Member("start_s", Schema.notNegative),
          Member("end_s", Schema.notNegative),
          Member("rule", Schema.oneOf(SegmentRule.self)),
          Member("excluded", Schema.list(of: excluded)),
          Member("used", Schema.list(of: used)),
        ])),
      Member(
        "signal_type",
        Schema.object([
          Member("type", Schema.signalType),
          Member("reasons", Schema.list(of: Schema.anyText)),
        ])),
      Member("biomarkers", biomarkers),
      Member("unavailable", Schema.list(of: unavailable)),
      Member("uncertainty", uncertainty),
      Member("assessment", AssessmentSchema.json),
      Member("notes", Schema.list(of: Schema.anyText)),
      Member("contours", contours),
    ]
  }

  private static var excluded: JSONValue {
    Schema.object([
      Member("start_s", Schema.notNegative),
      Member("end_s", Schema.positive),
      Member("reason", Schema.oneOf(ExclusionReason.self)),
    ])
  }

  private static var used: JSONValue {
    Schema.object([
      Member("part", Schema.oneOf(MeasuredPart.self)),
      Member("seconds", Schema.notNegative),
      Member("measures", Schema.list(of: Schema.oneOf(Measure.self), .notEmpty)),
    ])
  }

  private static var biomarkers: JSONValue {
    Schema.object(
      MeasureGroup.allCases.map { group in
        var members = group.measures.map {
          Member($0.key, Schema.nullable($0.isCount ? "integer" : "number"))
        }
        if group == .stability {
          members.append(
            Member(
              "components", ["type": "object", "additionalProperties": Schema.number]))
        }
        return Member(group.rawValue, Schema.object(members))
      })
  }

  private static var unavailable: JSONValue {
    Schema.object(reason(naming: Schema.oneOf(Measure.self)))
  }

  /// Why a number is missing; `measure` is the schema of its name.
  static func reason(naming measure: JSONValue) -> [Member] {
    [
      Member("measure", measure),
      Member("code", Schema.oneOf(ReasonCode.self)),
      Member("message", Schema.text),
      Member("needed", Schema.nullable("number")),
      Member("found", Schema.nullable("number")),
    ]
  }

  private static var uncertainty: JSONValue {
    [
      "type": "object",
      "propertyNames": Schema.oneOf(Measure.self),
      "additionalProperties": Schema.object([
        Member(
          "ci95",
          ["type": "array", "items": Schema.number, "minItems": 2, "maxItems": 2])
      ]),
    ]
  }

  private static var contours: JSONValue {
    Schema.object([
      Member(
        "f0",
        Schema.list(
          of: Schema.object([
            Member("time_s", Schema.number),
            Member("hz", Schema.nullable("number")),
            Member("strength", Schema.number),
          ]))),
      Member("pulses_s", Schema.list(of: Schema.number)),
      Member("hnr_db", Schema.list(of: Schema.nullable("number"))),
      Member("hnr_start_s", Schema.number),
      Member("hnr_step_s", Schema.number),
    ])
  }

  private static var error: JSONValue { Schema.object(refusal) }

  /// Why a recording was refused.
  static var refusal: [Member] {
    [
      Member("code", Schema.oneOf(RefusalCode.self)),
      Member("message", Schema.text),
      Member("advice", Schema.text),
    ]
  }

  static var tail: [Member] { [provenance, run] }

  /// What made the document.
  static var provenance: Member {
    Member(
      "provenance",
      Schema.object([
        Member("software", ["const": "sagevoice"]),
        Member("version", Schema.text),
        Member("preset", Schema.oneOf(Preset.self)),
        Member("settings", ["type": "object"]),
        Member("settings_sha256", Schema.hash),
        Member("libraries", ["type": "object", "additionalProperties": Schema.anyText]),
      ]))
  }

  private static var run: Member {
    Member(
      "run",
      Schema.object([
        Member("analyzed_at", Schema.text),
        Member("decode_ms", Schema.notNegative),
        Member("analysis_ms", Schema.notNegative),
        Member("total_ms", Schema.notNegative),
      ]))
  }
}

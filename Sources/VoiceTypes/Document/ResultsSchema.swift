// The JSON Schema of the results document, built from the same tables as the document, so that
// the two cannot drift apart.

/// The published schema of `sagevoice/results/1`.
public enum ResultsSchema {
  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:results:1",
      "title": "sagevoice results document, one recording and one tier",
      "type": "object",
      "properties": .object(
        head + shared + complete + [.init("error", error)] + tail),
      "required": .array(names(of: head + shared + tail)),
      "additionalProperties": false,
      "oneOf": [
        [
          "properties": ["state": ["const": "complete"]],
          "required": .array(names(of: complete.filter { $0.key != "contours" })),
          "not": ["required": ["error"]],
        ],
        [
          "properties": ["state": ["const": "refused"]],
          "required": ["error"],
          "not": ["anyOf": .array(complete.map { ["required": [.string($0.key)]] })],
        ],
      ],
    ]
  }

  typealias Member = JSONValue.Member

  private static var head: [Member] {
    [
      Member("schema", ["const": .string(ResultsDocument.schema)]),
      Member("analysis_id", ["type": "string", "minLength": 1]),
      Member("tier", oneOf(Tier.self)),
      Member("state", ["enum": ["complete", "refused"]]),
    ]
  }

  static var shared: [Member] {
    [
      Member(
        "recording",
        object([
          Member("name", ["type": "string"]),
          Member("sha256", ["type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"]),
          Member("duration_s", nullable("number")),
          Member("sample_rate_hz", nullable("number")),
          Member("channels", nullable("integer")),
          Member("encoding", nullableOneOf(SampleEncoding.self)),
        ])),
      Member(
        "quality",
        object([
          Member("verdict", oneOf(Verdict.self)),
          Member("checks", ["type": "array", "items": check]),
        ])),
    ]
  }

  private static var check: JSONValue {
    object([
      Member("id", ["type": "string"]),
      Member("verdict", oneOf(Verdict.self)),
      Member("value", nullable("number")),
      Member("unit", ["type": "string"]),
      Member("limit", nullable("number")),
      Member("message", nullable("string")),
    ])
  }

  private static var complete: [Member] {
    [
      Member(
        "pitch_range",
        object([
          Member("floor_hz", ["type": "number", "exclusiveMinimum": 0]),
          Member("ceiling_hz", ["type": "number", "exclusiveMinimum": 0]),
          Member("rule", oneOf(PitchRangeRule.self)),
        ])),
      Member(
        "segment",
        object([
          Member("start_s", ["type": "number", "minimum": 0]),
          Member("end_s", ["type": "number", "minimum": 0]),
          Member("rule", oneOf(SegmentRule.self)),
          Member("excluded", ["type": "array", "items": excluded]),
          Member("used", ["type": "array", "items": used]),
        ])),
      Member(
        "signal_type",
        object([
          Member("type", ["enum": [1, 2, 3, 4, .null]]),
          Member("reasons", ["type": "array", "items": ["type": "string"]]),
        ])),
      Member("biomarkers", biomarkers),
      Member("unavailable", ["type": "array", "items": unavailable]),
      Member("uncertainty", uncertainty),
      Member("assessment", AssessmentSchema.json),
      Member("notes", ["type": "array", "items": ["type": "string"]]),
      Member("contours", contours),
    ]
  }

  private static var excluded: JSONValue {
    object([
      Member("start_s", ["type": "number", "minimum": 0]),
      Member("end_s", ["type": "number", "exclusiveMinimum": 0]),
      Member("reason", oneOf(ExclusionReason.self)),
    ])
  }

  private static var used: JSONValue {
    object([
      Member("part", oneOf(MeasuredPart.self)),
      Member("seconds", ["type": "number", "minimum": 0]),
      Member("measures", ["type": "array", "items": oneOf(Measure.self), "minItems": 1]),
    ])
  }

  private static var biomarkers: JSONValue {
    object(
      Measure.groups.map { group in
        var members = Measure.allCases.filter { $0.group == group }.map {
          Member($0.key, nullable($0.isCount ? "integer" : "number"))
        }
        if group == Measure.stabilityScore.group {
          members.append(
            Member(
              "components", ["type": "object", "additionalProperties": ["type": "number"]]))
        }
        return Member(group, object(members))
      })
  }

  private static var unavailable: JSONValue { object(reason(naming: oneOf(Measure.self))) }

  /// Why a number is missing; `measure` is the schema of its name.
  static func reason(naming measure: JSONValue) -> [Member] {
    [
      Member("measure", measure),
      Member("code", oneOf(ReasonCode.self)),
      Member("message", ["type": "string", "minLength": 1]),
      Member("needed", nullable("number")),
      Member("found", nullable("number")),
    ]
  }

  private static var uncertainty: JSONValue {
    [
      "type": "object",
      "propertyNames": oneOf(Measure.self),
      "additionalProperties": object([
        Member(
          "ci95",
          ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2])
      ]),
    ]
  }

  private static var contours: JSONValue {
    object([
      Member(
        "f0",
        [
          "type": "array",
          "items": object([
            Member("time_s", ["type": "number"]),
            Member("hz", nullable("number")),
            Member("strength", ["type": "number"]),
          ]),
        ]),
      Member("pulses_s", ["type": "array", "items": ["type": "number"]]),
      Member("hnr_db", ["type": "array", "items": nullable("number")]),
      Member("hnr_start_s", ["type": "number"]),
      Member("hnr_step_s", ["type": "number"]),
    ])
  }

  private static var error: JSONValue { object(refusal) }

  /// Why a recording was refused.
  static var refusal: [Member] {
    [
      Member("code", oneOf(RefusalCode.self)),
      Member("message", ["type": "string", "minLength": 1]),
      Member("advice", ["type": "string", "minLength": 1]),
    ]
  }

  static var tail: [Member] {
    [
      Member(
        "provenance",
        object([
          Member("software", ["const": "sagevoice"]),
          Member("version", ["type": "string", "minLength": 1]),
          Member("preset", oneOf(Preset.self)),
          Member("settings", ["type": "object"]),
          Member("settings_sha256", ["type": "string", "pattern": "^[0-9a-f]{64}$"]),
          Member(
            "libraries", ["type": "object", "additionalProperties": ["type": "string"]]),
        ])),
      Member(
        "run",
        object([
          Member("analyzed_at", ["type": "string", "minLength": 1]),
          Member("decode_ms", ["type": "number", "minimum": 0]),
          Member("analysis_ms", ["type": "number", "minimum": 0]),
          Member("total_ms", ["type": "number", "minimum": 0]),
        ])),
    ]
  }

  // MARK: - Shorthands

  static func names(of members: [Member]) -> [JSONValue] {
    members.map { .string($0.key) }
  }

  /// An object in which every member is required and no other is allowed.
  static func object(_ members: [Member]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(members),
      "required": .array(names(of: members)),
      "additionalProperties": false,
    ]
  }

  static func nullable(_ type: String) -> JSONValue { ["type": [.string(type), "null"]] }

  static func oneOf<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) -> JSONValue {
    ["enum": .array(T.allCases.map { .string($0.rawValue) })]
  }

  static func nullableOneOf<T: CaseIterable & RawRepresentable<String>>(
    _ type: T.Type
  ) -> JSONValue {
    ["enum": .array(T.allCases.map { .string($0.rawValue) } + [.null])]
  }
}

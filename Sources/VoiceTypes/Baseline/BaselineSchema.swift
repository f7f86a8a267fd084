// The JSON Schema of the baseline document, of the same pieces as that of the results document.

/// The published schema of `sagevoice/baseline/1`.
public enum BaselineSchema {
  typealias Member = JSONValue.Member

  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    let both = [person, context, quality, sessions]
    let accepted = [status, conditions, biomarkers, parent]
    let provenance = ResultsSchema.tail.filter { $0.key == "provenance" }
    let tail = [notes] + provenance + [run]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:baseline:1",
      "title": "sagevoice baseline, one person's own usual voice",
      "type": "object",
      "properties": .object(head + both + accepted + [reasons] + tail),
      "required": .array(ResultsSchema.names(of: head + both + tail)),
      "additionalProperties": false,
      "oneOf": [
        [
          "properties": ["state": ["const": "accepted"]],
          "required": .array(ResultsSchema.names(of: accepted)),
          "not": ["required": ["reasons"]],
        ],
        [
          "properties": ["state": ["const": "rejected"]],
          "required": ["reasons"],
          "not": ["anyOf": .array(accepted.map { ["required": [.string($0.key)]] })],
        ],
      ],
    ]
  }

  private static var head: [Member] {
    [
      Member("schema", ["const": .string(BaselineDocument.schema)]),
      Member("state", ["enum": ["accepted", "rejected"]]),
    ]
  }

  private static var status: Member {
    Member("status", ResultsSchema.oneOf(BaselineStatus.self))
  }

  private static var person: Member {
    let conditions: JSONValue = ["type": "array", "items": text, "minItems": 1]
    return Member(
      "person",
      ResultsSchema.object([
        Member("user_id", text),
        Member("age", ResultsSchema.nullable("integer")),
        Member("age_band", nullableOneOf(AgeBand.self)),
        Member("reference_category", nullableOneOf(ReferenceCategory.self)),
        Member("reference_reason", ResultsSchema.nullable("string")),
        Member("voice_conditions", conditions),
        Member("diagnosed_conditions", conditions),
        Member(
          "suspected_conditions", ["type": ["array", "null"], "items": text]),
      ]))
  }

  private static var context: Member { Member("context", text) }

  private static var conditions: Member {
    Member(
      "conditions",
      ResultsSchema.object([
        Member("device_model", ResultsSchema.nullable("string")),
        Member("encoding", ResultsSchema.oneOf(SampleEncoding.self)),
        Member("sample_rate_hz", ["type": "number", "exclusiveMinimum": 0]),
        Member("preset", ResultsSchema.oneOf(Preset.self)),
        Member("settings_sha256", hash),
        Member("version", text),
      ]))
  }

  private static var quality: Member {
    Member(
      "quality",
      ResultsSchema.object([
        Member("recordings", count),
        Member("used", count),
        Member("verdict", nullableOneOf(Verdict.self)),
        Member("lowest_f0_confidence_percent", ResultsSchema.nullable("number")),
        Member("lowest_voiced_fraction", ResultsSchema.nullable("number")),
      ]))
  }

  private static var biomarkers: Member {
    let variation = ResultsSchema.object([
      Member("population_sd", ["type": "number", "exclusiveMinimum": 0]),
      Member("sd", ["type": "number", "exclusiveMinimum": 0]),
      Member("degrees_of_freedom", ["type": "integer", "minimum": 1]),
      Member("usual_range", range),
    ])
    let measure = ResultsSchema.object([
      Member("measure", ResultsSchema.oneOf(Measure.self)),
      Member("family", nullableOneOf(MeasureFamily.self)),
      Member("primary", ["type": "boolean"]),
      Member("unit", ["type": "string"]),
      Member("usual", number),
      Member("sessions", ["type": "integer", "minimum": 1]),
      Member("vowels", ["type": "integer", "minimum": 1]),
      Member("scale", ResultsSchema.oneOf(ValueScale.self)),
      Member("mean", number),
      Member("own_sd", ResultsSchema.nullable("number")),
      Member("variation", orNull(variation)),
    ])
    return Member("biomarkers", ["type": "array", "items": measure, "minItems": 1])
  }

  private static var sessions: Member {
    Member("sessions", ["type": "array", "items": ResultsSchema.object(session)])
  }

  private static var parent: Member {
    Member(
      "parent",
      orNull(
        ResultsSchema.object([
          Member("baseline_id", text),
          Member("sha256", hash),
          Member("status", ResultsSchema.oneOf(BaselineStatus.self)),
          Member("keeps_sessions", ["type": "boolean"]),
        ])))
  }

  private static var reasons: Member {
    Member("reasons", ["type": "array", "items": fault, "minItems": 1])
  }

  private static var notes: Member {
    Member("notes", ["type": "array", "items": ["type": "string"]])
  }

  private static var run: Member {
    Member(
      "run",
      ResultsSchema.object([Member("baseline_id", text), Member("established_at", text)]))
  }
}

// MARK: - Pieces that the comparison has as well

extension BaselineSchema {
  static var text: JSONValue { ["type": "string", "minLength": 1] }
  static var number: JSONValue { ["type": "number"] }
  static var count: JSONValue { ["type": "integer", "minimum": 0] }
  static var hash: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }

  static var range: JSONValue {
    ResultsSchema.object([Member("low", number), Member("high", number)])
  }

  static var fault: JSONValue {
    ResultsSchema.object([
      Member("code", text), Member("message", text), Member("advice", text),
    ])
  }

  /// The members of a session.
  static var session: [Member] {
    let value = ResultsSchema.object([
      Member("mean", number), Member("vowels", ["type": "integer", "minimum": 1]),
    ])
    return [
      Member("session_id", text),
      Member("recorded_at", ResultsSchema.nullable("string")),
      Member("usable_vowels", count),
      Member("recordings", ["type": "array", "items": recording, "minItems": 1]),
      Member(
        "values",
        [
          "type": "object", "propertyNames": ResultsSchema.oneOf(Measure.self),
          "additionalProperties": value,
        ]),
    ]
  }

  private static var recording: JSONValue {
    ResultsSchema.object([
      Member("name", ["type": "string"]),
      Member("sha256", ["type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"]),
      Member("duration_s", ResultsSchema.nullable("number")),
      Member("recorded_at", ResultsSchema.nullable("string")),
      Member("flags", ["type": "array", "items": ResultsSchema.oneOf(ContextFlag.self)]),
      Member("use", ResultsSchema.oneOf(RecordingUse.self)),
      Member("quality", ResultsSchema.oneOf(Verdict.self)),
      Member("f0_confidence_percent", ResultsSchema.nullable("number")),
      Member("voiced_fraction", ResultsSchema.nullable("number")),
      Member("signal_type", ["enum": [1, 2, 3, 4, .null]]),
      Member("level_dbfs", ResultsSchema.nullable("number")),
      Member("faults", ["type": "array", "items": fault]),
      Member("cautions", ["type": "array", "items": fault]),
    ])
  }

  static func orNull(_ schema: JSONValue) -> JSONValue { ["oneOf": [["type": "null"], schema]] }

  static func nullableOneOf<T: CaseIterable & RawRepresentable<String>>(
    _ type: T.Type
  ) -> JSONValue {
    ["enum": .array(T.allCases.map { .string($0.rawValue) } + [.null])]
  }
}

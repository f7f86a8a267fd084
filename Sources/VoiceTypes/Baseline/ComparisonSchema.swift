// The JSON Schema of the comparison document, of the same pieces as that of the baseline.

/// The published schema of `sagevoice/comparison/1`.
public enum ComparisonSchema {
  private typealias Member = JSONValue.Member

  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    let complete = [alerts, Member("summary", BaselineSchema.text)]
    let provenance = ResultsSchema.tail.filter { $0.key == "provenance" }
    let tail = [
      Member("notes", ["type": "array", "items": ["type": "string"]]),
      Member("notice", BaselineSchema.text),
    ]
    let ending = provenance + [run]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:comparison:1",
      "title": "sagevoice comparison of new sessions with one person's baseline",
      "type": "object",
      "properties": .object(head + [sessions] + complete + [errors] + tail + ending),
      "required": .array(ResultsSchema.names(of: head + [sessions] + tail + ending)),
      "additionalProperties": false,
      "oneOf": [
        [
          "properties": [
            "state": ["const": "complete"],
            "sessions": ["items": ["required": ["measures"]]],
          ],
          "required": .array(ResultsSchema.names(of: complete)),
          "not": ["required": ["errors"]],
        ],
        [
          "properties": ["state": ["const": "refused"]],
          "required": ["errors"],
          "not": ["anyOf": .array(complete.map { ["required": [.string($0.key)]] })],
        ],
      ],
    ]
  }

  private static var head: [Member] {
    let difference = ResultsSchema.object([
      Member("condition", ResultsSchema.oneOf(ConditionDifference.Kind.self)),
      Member("baseline", BaselineSchema.text),
      Member("recording", BaselineSchema.text),
    ])
    return [
      Member("schema", ["const": .string(ComparisonDocument.schema)]),
      Member("state", ["enum": ["complete", "refused"]]),
      Member(
        "baseline",
        ResultsSchema.object([
          Member("baseline_id", BaselineSchema.text),
          Member("sha256", BaselineSchema.hash),
          Member("user_id", BaselineSchema.text),
          Member("status", ResultsSchema.oneOf(BaselineStatus.self)),
          Member("sessions", ["type": "integer", "minimum": 1]),
          Member("established_at", BaselineSchema.text),
        ])),
      Member("differences", ["type": "array", "items": difference]),
      Member("differences_allowed", ["type": "boolean"]),
    ]
  }

  private static var sessions: Member {
    let measures = Member("measures", ["type": "array", "items": measure])
    let session: JSONValue = [
      "type": "object",
      "properties": .object(BaselineSchema.session + [measures]),
      "required": .array(ResultsSchema.names(of: BaselineSchema.session)),
      "additionalProperties": false,
    ]
    return Member("sessions", ["type": "array", "items": session])
  }

  private static var measure: JSONValue {
    ResultsSchema.object([
      Member("measure", ResultsSchema.oneOf(Measure.self)),
      Member("family", BaselineSchema.nullableOneOf(MeasureFamily.self)),
      Member("primary", ["type": "boolean"]),
      Member("unit", ["type": "string"]),
      Member("value", BaselineSchema.number),
      Member("usual", BaselineSchema.number),
      Member("change_percent", ResultsSchema.nullable("number")),
      Member("change_db", ResultsSchema.nullable("number")),
      Member("classification", BaselineSchema.nullableOneOf(ChangeClass.self)),
      Member("direction", BaselineSchema.nullableOneOf(ChangeDirection.self)),
      Member("reliable_change", BaselineSchema.orNull(reliability)),
      Member("sentence", BaselineSchema.text),
    ])
  }

  private static var reliability: JSONValue {
    ResultsSchema.object([
      Member("index", BaselineSchema.number),
      Member("possible_from", BaselineSchema.number),
      Member("larger_from", BaselineSchema.number),
      Member("degrees_of_freedom", ["type": "integer", "minimum": 1]),
      Member("smallest_detectable_factor", ResultsSchema.nullable("number")),
      Member("smallest_detectable_db", ResultsSchema.nullable("number")),
      Member("usual_range", BaselineSchema.range),
    ])
  }

  private static var alerts: Member {
    let alert = ResultsSchema.object([
      Member("rule", ResultsSchema.oneOf(ChangeRule.self)),
      Member("session_id", BaselineSchema.text),
      Member(
        "families",
        ["type": "array", "items": ResultsSchema.oneOf(MeasureFamily.self), "minItems": 1]),
    ])
    return Member("alerts", ["type": "array", "items": alert])
  }

  private static var errors: Member {
    Member("errors", ["type": "array", "items": BaselineSchema.fault, "minItems": 1])
  }

  private static var run: Member {
    Member(
      "run",
      ResultsSchema.object([
        Member("comparison_id", BaselineSchema.text), Member("compared_at", BaselineSchema.text),
      ]))
  }
}

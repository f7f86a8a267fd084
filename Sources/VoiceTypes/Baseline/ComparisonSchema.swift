// The JSON Schema of the comparison document, of the same pieces as that of the baseline.

/// The published schema of `sagevoice/comparison/1`.
public enum ComparisonSchema {
  private typealias Member = JSONValue.Member

  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    let complete = [alerts, Member("summary", Schema.text)]
    let tail = [
      Member("notes", Schema.list(of: Schema.anyText)),
      Member("notice", Schema.text),
    ]
    let ending = [ResultsSchema.provenance, run]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:comparison:1",
      "title": "sagevoice comparison of new sessions with one person's baseline",
      "type": "object",
      "properties": .object(head + [sessions] + complete + [errors] + tail + ending),
      "required": .array(Schema.names(of: head + [sessions] + tail + ending)),
      "additionalProperties": false,
      "oneOf": [
        Schema.state(
          "complete", with: complete, without: "errors",
          where: [Member("sessions", ["items": ["required": ["measures"]]])]),
        Schema.state("refused", with: "errors", insteadOf: complete),
      ],
    ]
  }

  private static var head: [Member] {
    let difference = Schema.object([
      Member("condition", Schema.oneOf(ConditionDifference.Kind.self)),
      Member("baseline", Schema.text),
      Member("recording", Schema.text),
    ])
    return [
      Member("schema", ["const": .string(ComparisonDocument.schema)]),
      Member("state", ["enum": ["complete", "refused"]]),
      Member(
        "baseline",
        Schema.object([
          Member("baseline_id", Schema.text),
          Member("sha256", Schema.hash),
          Member("user_id", Schema.text),
          Member("status", Schema.oneOf(BaselineStatus.self)),
          Member("sessions", Schema.positiveCount),
          Member("established_at", Schema.text),
        ])),
      Member("differences", Schema.list(of: difference)),
      Member("differences_allowed", Schema.flag),
    ]
  }

  private static var sessions: Member {
    let measures = Member("measures", Schema.list(of: measure))
    let session: JSONValue = [
      "type": "object",
      "properties": .object(BaselineSchema.session + [measures]),
      "required": .array(Schema.names(of: BaselineSchema.session)),
      "additionalProperties": false,
    ]
    return Member("sessions", Schema.list(of: session))
  }

  private static var measure: JSONValue {
    Schema.object([
      Member("measure", Schema.oneOf(Measure.self)),
      Member("family", Schema.nullableOneOf(MeasureFamily.self)),
      Member("primary", Schema.flag),
      Member("unit", Schema.anyText),
      Member("value", Schema.number),
      Member("usual", Schema.number),
      Member("change_percent", Schema.nullable("number")),
      Member("change_db", Schema.nullable("number")),
      Member("classification", Schema.nullableOneOf(ChangeClass.self)),
      Member("direction", Schema.nullableOneOf(ChangeDirection.self)),
      Member("reliable_change", Schema.orNull(reliability)),
      Member("sentence", Schema.text),
    ])
  }

  private static var reliability: JSONValue {
    Schema.object([
      Member("index", Schema.number),
      Member("possible_from", Schema.number),
      Member("larger_from", Schema.number),
      Member("degrees_of_freedom", Schema.positiveCount),
      Member("smallest_detectable_factor", Schema.nullable("number")),
      Member("smallest_detectable_db", Schema.nullable("number")),
      Member("usual_range", BaselineSchema.range),
    ])
  }

  private static var alerts: Member {
    let alert = Schema.object([
      Member("rule", Schema.oneOf(ChangeRule.self)),
      Member("session_id", Schema.text),
      Member(
        "families",
        Schema.list(of: Schema.oneOf(MeasureFamily.self), .notEmpty)),
    ])
    return Member("alerts", Schema.list(of: alert))
  }

  private static var errors: Member {
    Member("errors", Schema.list(of: BaselineSchema.fault, .notEmpty))
  }

  private static var run: Member {
    Member(
      "run",
      Schema.object([
        Member("comparison_id", Schema.text), Member("compared_at", Schema.text),
      ]))
  }
}

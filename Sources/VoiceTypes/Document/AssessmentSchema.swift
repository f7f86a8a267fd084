// The part of the results schema that an assessment has to fit.

/// The schema of the member `assessment`.
enum AssessmentSchema {
  typealias Member = JSONValue.Member

  /// Null without a profile.
  static var json: JSONValue { Schema.orNull(assessment) }

  private static var assessment: JSONValue {
    Schema.object([
      Member("reference", reference),
      Member("recording", recording),
      Member("measures", Schema.list(of: measure)),
      Member("context", context),
      Member("notice", ["const": .string(Assessment.notice)]),
    ])
  }

  private static var reference: JSONValue {
    Schema.object([
      Member("version", Schema.text),
      Member("sha256", Schema.hash),
      Member(
        "measured",
        [
          "oneOf": [
            ["type": "null"],
            Schema.object([Member("version", Schema.text), Member("sha256", Schema.hash)]),
          ]
        ]),
      Member("band", Schema.nullableOneOf(AgeBand.self)),
      Member("category", Schema.nullableOneOf(ReferenceCategory.self)),
      Member("reason", Schema.text),
      Member("cautions", Schema.list(of: Schema.text)),
    ])
  }

  private static var recording: JSONValue {
    Schema.object([
      Member("grade", Schema.oneOf(RecordingGrade.self)),
      Member("reasons", Schema.list(of: Schema.text)),
      Member("confidence", minimum),
      Member("voiced_ratio", minimum),
      Member("duration", minimum),
    ])
  }

  private static var minimum: JSONValue {
    Schema.object([
      Member("value", Schema.nullable("number")),
      Member("unit", Schema.anyText),
      Member("pass", Schema.number),
      Member("warn", Schema.number),
      Member("verdict", Schema.oneOf(Verdict.self)),
    ])
  }

  private static var measure: JSONValue {
    Schema.object([
      Member("measure", Schema.oneOf(Measure.self)),
      Member("value", Schema.number),
      Member("unit", Schema.anyText),
      Member(
        "ci95",
        [
          "type": ["array", "null"], "items": Schema.number, "minItems": 2, "maxItems": 2,
        ]),
      Member("typical", Schema.orNull(limit)),
      Member("published", Schema.orNull(limit)),
      Member("standing", Schema.oneOf(Standing.self)),
      Member("source", Schema.nullable("string")),
      Member("sentence", Schema.text),
    ])
  }

  private static var limit: JSONValue {
    Schema.object([
      Member("low", Schema.nullable("number")),
      Member("high", Schema.nullable("number")),
      Member("basis", Schema.oneOf(LimitBasis.self)),
      Member("citation", Schema.text),
      Member("label", Schema.text),
      Member("caution", Schema.nullable("string")),
      Member("kind", Schema.oneOf(LimitKind.self)),
    ])
  }

  private static var context: JSONValue {
    Schema.object([
      Member("voice_conditions", Schema.list(of: Schema.anyText)),
      Member("diagnosed_conditions", Schema.list(of: Schema.anyText)),
      Member(
        "suspected_conditions", ["type": ["array", "null"], "items": Schema.anyText]),
    ])
  }
}

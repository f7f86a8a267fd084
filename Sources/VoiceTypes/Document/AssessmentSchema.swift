// The part of the results schema that an assessment has to fit.

/// The schema of the member `assessment`.
enum AssessmentSchema {
  typealias Member = JSONValue.Member

  /// Null without a profile.
  static var json: JSONValue { ["oneOf": [["type": "null"], assessment]] }

  private static var assessment: JSONValue {
    ResultsSchema.object([
      Member("reference", reference),
      Member("recording", recording),
      Member("measures", ["type": "array", "items": measure]),
      Member("context", context),
      Member("notice", ["const": .string(Assessment.notice)]),
    ])
  }

  private static var reference: JSONValue {
    ResultsSchema.object([
      Member("version", text),
      Member("sha256", hash),
      Member(
        "measured",
        [
          "oneOf": [
            ["type": "null"],
            ResultsSchema.object([Member("version", text), Member("sha256", hash)]),
          ]
        ]),
      Member("band", ResultsSchema.nullableOneOf(AgeBand.self)),
      Member("category", ResultsSchema.nullableOneOf(ReferenceCategory.self)),
      Member("reason", text),
      Member("cautions", list(of: text)),
    ])
  }

  private static var recording: JSONValue {
    ResultsSchema.object([
      Member("grade", ResultsSchema.oneOf(RecordingGrade.self)),
      Member("reasons", list(of: text)),
      Member("confidence", minimum),
      Member("voiced_ratio", minimum),
      Member("duration", minimum),
    ])
  }

  private static var minimum: JSONValue {
    ResultsSchema.object([
      Member("value", ResultsSchema.nullable("number")),
      Member("unit", ["type": "string"]),
      Member("pass", ["type": "number"]),
      Member("warn", ["type": "number"]),
      Member("verdict", ResultsSchema.oneOf(Verdict.self)),
    ])
  }

  private static var measure: JSONValue {
    ResultsSchema.object([
      Member("measure", ResultsSchema.oneOf(Measure.self)),
      Member("value", ["type": "number"]),
      Member("unit", ["type": "string"]),
      Member(
        "ci95",
        [
          "type": ["array", "null"], "items": ["type": "number"], "minItems": 2, "maxItems": 2,
        ]),
      Member("typical", ["oneOf": [["type": "null"], limit]]),
      Member("published", ["oneOf": [["type": "null"], limit]]),
      Member("standing", ResultsSchema.oneOf(Standing.self)),
      Member("source", ResultsSchema.nullable("string")),
      Member("sentence", text),
    ])
  }

  private static var limit: JSONValue {
    ResultsSchema.object([
      Member("low", ResultsSchema.nullable("number")),
      Member("high", ResultsSchema.nullable("number")),
      Member("basis", ResultsSchema.oneOf(LimitBasis.self)),
      Member("citation", text),
      Member("label", text),
      Member("caution", ResultsSchema.nullable("string")),
      Member("kind", ResultsSchema.oneOf(LimitKind.self)),
    ])
  }

  private static var context: JSONValue {
    ResultsSchema.object([
      Member("voice_conditions", list(of: ["type": "string"])),
      Member("diagnosed_conditions", list(of: ["type": "string"])),
      Member(
        "suspected_conditions", ["type": ["array", "null"], "items": ["type": "string"]]),
    ])
  }

  private static var hash: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }

  private static var text: JSONValue { ["type": "string", "minLength": 1] }

  private static func list(of items: JSONValue) -> JSONValue {
    ["type": "array", "items": items]
  }
}

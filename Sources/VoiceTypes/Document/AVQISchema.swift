// The JSON Schema of the AVQI document, of the same pieces as that of the results document.

/// The published schema of `sagevoice/avqi/1`.
public enum AVQISchema {
  private typealias Member = JSONValue.Member

  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:avqi:1",
      "title": "sagevoice AVQI document, one recording of speech and one of a held vowel",
      "type": "object",
      "properties": .object(head + complete + [.init("errors", errors)] + ResultsSchema.tail),
      "required": .array(ResultsSchema.names(of: head + ResultsSchema.tail)),
      "additionalProperties": false,
      "oneOf": [
        [
          "properties": ["state": ["const": "complete"]],
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
    let recording = ResultsSchema.object(ResultsSchema.shared)
    return [
      Member("schema", ["const": .string(AVQIDocument.schema)]),
      Member("analysis_id", ["type": "string", "minLength": 1]),
      Member("state", ["enum": ["complete", "refused"]]),
      Member(
        "recordings",
        ResultsSchema.object([Member("vowel", recording), Member("speech", recording)])),
    ]
  }

  private static var complete: [Member] {
    [
      Member("version", ResultsSchema.oneOf(AVQIVersion.self)),
      Member("used", orNull(durations)),
      Member(
        "parts",
        ResultsSchema.object(
          AVQIPart.allCases.map { Member($0.rawValue, ResultsSchema.nullable("number")) })),
      Member("avqi", ResultsSchema.nullable("number")),
      Member("unavailable", ["type": "array", "items": unavailable]),
      Member("classification", orNull(classification)),
      Member("unclassified_because", ResultsSchema.nullable("string")),
      Member("notes", ["type": "array", "items": ["type": "string"]]),
    ]
  }

  private static var durations: JSONValue {
    let seconds: JSONValue = ["type": "number", "minimum": 0]
    return ResultsSchema.object([
      Member("speech_sounding_s", seconds),
      Member("speech_voiced_s", seconds),
      Member("vowel_s", seconds),
    ])
  }

  private static var unavailable: JSONValue {
    let names = AVQIPart.allCases.map(\.rawValue) + ["avqi"]
    return ResultsSchema.object(
      ResultsSchema.reason(naming: ["enum": .array(names.map { .string($0) })]))
  }

  private static var classification: JSONValue {
    let text: JSONValue = ["type": "string", "minLength": 1]
    return ResultsSchema.object([
      Member("language", ResultsSchema.oneOf(AVQILanguage.self)),
      Member("cut_off", ["type": "number"]),
      Member("relation", ResultsSchema.oneOf(AVQIRelation.self)),
      Member("citation", text),
      Member("sentence", text),
    ])
  }

  private static var errors: JSONValue {
    let role = Member("recording", ResultsSchema.oneOf(AVQIRole.self))
    return [
      "type": "array", "minItems": 1,
      "items": ResultsSchema.object([role] + ResultsSchema.refusal),
    ]
  }

  private static func orNull(_ schema: JSONValue) -> JSONValue {
    ["oneOf": [["type": "null"], schema]]
  }
}

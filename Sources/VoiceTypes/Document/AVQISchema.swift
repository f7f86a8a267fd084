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
      "required": .array(Schema.names(of: head + ResultsSchema.tail)),
      "additionalProperties": false,
      "oneOf": [
        Schema.state("complete", with: complete, without: "errors"),
        Schema.state("refused", with: "errors", insteadOf: complete),
      ],
    ]
  }

  private static var head: [Member] {
    let recording = Schema.object(ResultsSchema.shared)
    return [
      Member("schema", ["const": .string(AVQIDocument.schema)]),
      Member("analysis_id", Schema.text),
      Member("state", ["enum": ["complete", "refused"]]),
      Member(
        "recordings",
        Schema.object([Member("vowel", recording), Member("speech", recording)])),
    ]
  }

  private static var complete: [Member] {
    [
      Member("version", Schema.oneOf(AVQIVersion.self)),
      Member("used", Schema.orNull(durations)),
      Member(
        "parts",
        Schema.object(
          AVQIPart.allCases.map { Member($0.rawValue, Schema.nullable("number")) })),
      Member("avqi", Schema.nullable("number")),
      Member("unavailable", Schema.list(of: unavailable)),
      Member("classification", Schema.orNull(classification)),
      Member("unclassified_because", Schema.nullable("string")),
      Member("notes", Schema.list(of: Schema.anyText)),
    ]
  }

  private static var durations: JSONValue {
    let seconds: JSONValue = Schema.notNegative
    return Schema.object([
      Member("speech_sounding_s", seconds),
      Member("speech_voiced_s", seconds),
      Member("vowel_s", seconds),
    ])
  }

  private static var unavailable: JSONValue {
    let names = AVQIPart.allCases.map(\.rawValue) + ["avqi"]
    return Schema.object(
      ResultsSchema.reason(naming: ["enum": .array(names.map { .string($0) })]))
  }

  private static var classification: JSONValue {
    let text: JSONValue = Schema.text
    return Schema.object([
      Member("language", Schema.oneOf(AVQILanguage.self)),
      Member("cut_off", Schema.number),
      Member("relation", Schema.oneOf(AVQIRelation.self)),
      Member("citation", text),
      Member("sentence", text),
    ])
  }

  private static var errors: JSONValue {
    let role = Member("recording", Schema.oneOf(AVQIRole.self))
    return [
      "type": "array", "minItems": 1,
      "items": Schema.object([role] + ResultsSchema.refusal),
    ]
  }
}
